"""Options of rules and parameters of questions, as they are written on the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand

from ..games import games, module
from ..rules import RulesBase, option_docs
from .hooks import Wrong
from .screen import Screen
from .words import HELP

_TRUE = ("true", "yes", "on", "1", "是")
_FALSE = ("false", "no", "off", "0", "否")


def _truth(text: str) -> bool | str:
    """A truth value, or the text itself, which the engine then refuses with the values there are."""
    return True if text.lower() in _TRUE else False if text.lower() in _FALSE else text


def _is_truth(allowed: Any) -> bool:
    return isinstance(allowed, list) and any(value is True for value in allowed)


def _is_number(allowed: Any) -> bool:
    """A range (least, greatest), or a list of numbers."""
    return isinstance(allowed, tuple) or (bool(allowed) and all(type(value) is int for value in allowed))


def _whole(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 100 else text


def number(screen: Screen, low: int, high: int) -> Callable[[Any], int]:
    """A parser of whole numbers from ``low`` to ``high``, whose refusal names both."""

    def parse(text: Any) -> int:
        value = _whole(str(text).strip())
        if not isinstance(value, int) or not low <= value <= high:
            raise typer.BadParameter(screen.t("number", low=low, high=high, text=text))
        return value

    return parse


def _pairs(screen: Screen, option: str, texts: Sequence[str]) -> dict[str, str]:
    """Names with values from ``name=value`` texts; a dash in a name stands for the underscore."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name:
            raise Wrong(screen.t("bad_pair", option=option, text=text))
        if name in pairs:
            raise Wrong(screen.t("twice", name=name))
        pairs[name] = value.strip()
    return pairs


def rules_of(screen: Screen, game: str, texts: Sequence[str]) -> RulesBase:
    """The rules of a game with some options changed.

    Raises:
        Wrong: text of another form; RulesError: an unknown option, or a value it does not take.
    """
    docs, values = option_docs(game), {}
    for name, text in _pairs(screen, "--rule", texts).items():
        allowed = docs[name][0] if name in docs else []
        if _is_number(allowed):
            values[name] = _whole(text)
        else:
            values[name] = _truth(text) if _is_truth(allowed) else text
    return module(game).Rules(**values)  # type: ignore[no-any-return]


def parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """The keyword-only parameters of a function of a game's module, which are options here."""
    every = inspect.signature(function).parameters
    return {name: p for name, p in every.items() if p.kind is p.KEYWORD_ONLY and name != "rules"}


def function_of(screen: Screen, game: str, what: str, texts: Sequence[str]) -> Callable[..., Any]:
    """A function of a game's module with its keyword-only parameters filled in from ``name=value`` texts.

    Raises:
        Wrong: the game has no such function, an unknown or missing parameter.
    """
    function = getattr(module(game), what, None)
    if function is None:
        raise Wrong(screen.t("no_function", game=game, what=what))
    known, given = parameters(function), _pairs(screen, "--with", texts)
    for name in given:
        if name not in known:
            raise Wrong(screen.t("bad_param", name=name, names=", ".join(known) or "-"))
    missing = [name for name, p in known.items() if p.default is p.empty and name not in given]
    if missing:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in missing)
        raise Wrong(screen.t("needs_params", what=what, game=game, names=names))
    values = {name: _value(str(known[name].annotation), text) for name, text in given.items()}
    return lambda *args, **more: function(*args, **values, **more)


def _value(annotation: str, text: str) -> Any:
    """A value by the annotation of its parameter; what it does not fit is left to the function to refuse."""
    if text.lower() == "none" and "None" in annotation:
        return None
    if "bool" in annotation:
        return _truth(text)
    return _whole(text) if "int" in annotation else text


class Command(TyperCommand):
    """A command whose help option speaks the language of the command line."""

    def get_help_option(self, ctx: Any) -> Any:
        """The help option with our text."""
        return translated(super().get_help_option(ctx), ctx.find_root().command.screen)


def translated(option: Any, screen: Screen) -> Any:
    """A help option with our text."""
    if option is not None:
        option.help = HELP["help"][screen.lang == "zh"]
    return option


class GameCommand(Command):
    """A command on a game, which also takes each option of the game's rules, and each parameter of the question, as
    an option of its own: ``--base 5`` for ``--rule base=5``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Writes such options as ``--rule`` and ``--with``, which are then parsed as any other."""
        own = {name for param in self.params for name in (*param.opts, *param.secondary_opts)} | {"--help"}
        game = next((arg for arg in (*args, str(ctx.info_name)) if arg in games()), None)
        if game is not None:
            args = self._rewrite(args, own, self._names(game, own))
        return super().parse_args(ctx, args)

    def _names(self, game: str, own: set[str]) -> dict[str, tuple[str, bool]]:
        """The options that the game adds: the option that each stands for, and whether it is a truth value."""
        docs = option_docs(game) if "--rule" in own else {}
        names = {name: ("--rule", _is_truth(allowed)) for name, (allowed, _, _) in docs.items()}
        function = getattr(module(game), self.name or "", None)
        if "--with" in own and function is not None:
            names |= {name: ("--with", "bool" in str(p.annotation)) for name, p in parameters(function).items()}
        return names

    @staticmethod
    def _rewrite(args: list[str], own: set[str], names: Mapping[str, tuple[str, bool]]) -> list[str]:
        out, at = [], 0
        while at < len(args):
            option, sign, value = args[at].partition("=")
            name = option.removeprefix("--").replace("-", "_")
            at += 1
            if option in own or not option.startswith("--") or name not in names:
                out.append(args[at - 1])
                continue
            into, truth = names[name]
            following = at < len(args) and not args[at].startswith("--")
            if not sign and truth and (not following or args[at].lower() not in (*_TRUE, *_FALSE)):
                value, sign = "true", "="
            if not sign and following:  # without a value it stays empty, and is refused with the values there are
                value, at = args[at], at + 1
            out += [into, f"{name}={value}"]
        return out
