"""The command line as a whole: one door for errors, one exit code for each kind of end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperGroup

from .._native import PaijuError
from .commands import add_commands
from .extra import add_extras
from .options import translated
from .screen import Screen
from .words import FRAME, HELP


def _problem(screen: Screen, error: typer.TyperException) -> str:
    """A wrong command line in one line and in the language of the screen."""
    kind, param = type(error).__name__, getattr(error, "param", None)
    name = "" if param is None else param.opts[0]
    if param is not None and not name.startswith("-"):
        name = (param.metavar or name).upper()
    if kind == "NoSuchOption":
        return screen.t("no_such_option", name=getattr(error, "option_name", ""))
    if kind == "MissingParameter":
        return screen.t("missing", name=name)
    if kind == "BadOptionUsage":
        return screen.t("no_value", name=getattr(error, "option_name", ""))
    if kind == "UsageError" and "extra argument" in error.message:
        return screen.t("surplus", name=error.message.rpartition("(")[2].rstrip(")"))
    if kind == "UsageError" and "Missing command" in error.message:
        return screen.t("missing", name="COMMAND")
    if kind == "BadParameter" and name:
        return screen.t("bad_value", name=name, problem=error.message)
    return error.format_message().replace("\n", " ")


class _Commands(TyperGroup):
    """The group of all commands: every wrong input ends here, as one line and the exit code 2."""

    screen: Screen

    def get_help_option(self, ctx: Any) -> Any:
        """The help option with our text."""
        return translated(super().get_help_option(ctx), self.screen)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds a command.

        Raises:
            PaijuError: there is none of that name.
        """
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise PaijuError(self.screen.t("no_such_command", name=args[0], names=", ".join(self.commands)))
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command line; returns the exit code, or exits with it in standalone mode."""
        code = self._run(args, prog_name, **extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, args: Sequence[str] | None, prog_name: str | None, **extra: Any) -> int:
        screen = self.screen
        try:
            code = super().main(args, prog_name, standalone_mode=False, **extra)
        except typer.TyperException as error:
            screen.note(f"paiju: {_problem(screen, error)}")
            return 2
        except PaijuError as error:
            text = str(error).replace("\n", " ")
            screen.note(f"paiju: {text}")
            return 2
        except UnicodeError:
            screen.note(f"paiju: {screen.t('not_text')}")
            return 2
        except MemoryError:
            screen.note(f"paiju: {screen.t('no_memory')}")
            return 2
        except OSError as error:
            screen.note(f"paiju: {screen.t('file', path=error.filename, problem=error.strerror)}")
            return 2
        if code == 130:  # how typer reports Ctrl-C
            screen.note(f"paiju: {screen.t('interrupted')}")
        return code if isinstance(code, int) else 0


def build(lang: str = "en") -> typer.Typer:
    """The command line in one language."""
    screen = Screen(lang)
    for name, words in FRAME.items():
        setattr(rich_utils, name, words[lang == "zh"])
    app = typer.Typer(
        cls=type("Commands", (_Commands,), {"screen": screen}),
        help=HELP["app"][lang == "zh"],
        epilog=HELP["epilog"][lang == "zh"],
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    add_commands(app, screen)
    add_extras(app, screen)
    return app


def run(args: Sequence[str], lang: str) -> int:
    """Runs a command line and returns the exit code."""
    command = typer.main.get_command(build(lang))
    return command.main(list(args), prog_name="paiju", standalone_mode=False)  # type: ignore[no-any-return]
