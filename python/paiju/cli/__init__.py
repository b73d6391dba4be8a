"""The command line. To import it needs neither typer nor rich; to run it does: `pip install 'paiju[cli]'`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

_LANGUAGES = ("en", "zh")


def _language(args: Sequence[str]) -> tuple[str, list[str]]:
    """The language asked for by ``--lang`` anywhere, or by the environment, and the arguments without it.

    It is read before anything else because the help texts depend on it.
    """
    lang, rest, waiting = os.environ.get("PAIJU_LANG") or "en", [], False
    for arg in args:
        if waiting:
            lang, waiting = arg, False
        elif arg == "--lang":
            waiting = True
        elif arg.startswith("--lang="):
            lang = arg.removeprefix("--lang=")
        else:
            rest.append(arg)
    return "" if waiting else lang, rest


def _quit(text: str) -> int:
    print(f"paiju: {text}", file=sys.stderr)
    return 2


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        args: the arguments; None: those of the process.

    Returns:
        the exit code: 0, 2 for a wrong input, 130 after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character gets a question mark
    lang, rest = _language(sys.argv[1:] if args is None else args)
    if lang not in _LANGUAGES:
        return _quit(f"--lang: {lang or 'nothing'!r} is no language; allowed: {', '.join(_LANGUAGES)}")
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        text = {"en": "the command line needs typer and rich", "zh": "命令行需要 typer 和 rich"}[lang]
        return _quit(f"{text}: pip install 'paiju[cli]'")
    except KeyboardInterrupt:
        return 130
    return run(rest, lang)
