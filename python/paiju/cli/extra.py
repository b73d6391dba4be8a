"""The commands that single games add: `hooks.Terminal.commands`."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from typing import Any

import typer

from ..games import games, module
from .commands import Options, enter
from .hooks import terminal_of
from .human import said
from .options import GameCommand
from .screen import Screen
from .words import HELP


def add_extras(app: typer.Typer, screen: Screen) -> None:
    """Adds the extra commands of all games, each as ``paiju NAME GAME``."""
    groups: dict[str, typer.Typer] = {}
    epilog = HELP["epilog"][screen.lang == "zh"]
    for game in games():
        for name, function in terminal_of(module(game)).commands.items():
            text = said(function.__doc__, screen.lang)
            if name not in groups:
                groups[name] = typer.Typer(help=text, epilog=epilog)
                app.add_typer(groups[name], name=name)
            groups[name].command(game, help=text, epilog=epilog, cls=GameCommand)(adapt(screen, game, function))


def adapt(screen: Screen, game: str, function: Callable[..., None]) -> Callable[..., None]:
    """A function of (screen, rules, keyword-only options) as a command: with ``--rule`` and an option for each of its
    own."""
    lang = screen.lang == "zh"
    # Games name the screen in their hints without importing it, which would take rich.
    hints = typing.get_type_hints(function, localns={"Screen": Screen}, include_extras=True)
    wanted = [p for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    made = [_option(p, hints[p.name], lang) for p in wanted]
    default = Options(screen).rule
    rule = inspect.Parameter("rule", inspect.Parameter.KEYWORD_ONLY, default=default, annotation=list[str])

    @functools.wraps(function)
    def command(*, rule: list[str], **values: Any) -> None:
        function(screen, enter(screen, game, rule), **values)

    del command.__wrapped__
    command.__signature__ = inspect.Signature([*made, rule])  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in (*made, rule)}
    return command


def _option(parameter: inspect.Parameter, hint: Any, zh: bool) -> inspect.Parameter:
    """A parameter ``Annotated[T, "English", "Chinese"]`` as an option with that help."""
    texts = [text for text in getattr(hint, "__metadata__", ()) if isinstance(text, str)]
    kind = typing.get_args(hint)[0] if texts else hint
    text = texts[-1] if zh and texts else texts[0] if texts else None
    option = typer.Option(parameter.default, f"--{parameter.name.replace('_', '-')}", help=text)
    return parameter.replace(default=option, annotation=kind)
