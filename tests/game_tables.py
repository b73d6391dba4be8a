"""The tables in `docs/games/<game>.md` that the engine can write: options, and the fields of views, tallies, shapes.

A page holds each table between the comments `<!-- table: options -->` and `<!-- end -->`; which tables, in which order
and with what between them, is the page's own affair.

    python -m tests.game_tables           fills the tables of all pages
    python -m tests.game_tables bigtwo    fills those of one
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paiju
from paiju._native import describe

PAGES = Path(__file__).resolve().parent.parent / "docs/games"
BLOCK = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def _rows(head: list[str], rows: list[list[str]]) -> str:
    cells = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |\n" for row in cells)


def _values(allowed: Any, default: Any) -> str:
    """The values of an option, the default first."""
    if isinstance(allowed, tuple):
        return f"`{default}`; {allowed[0]} to {allowed[1]}"
    return ", ".join(f"`{value!r}`" for value in sorted(allowed, key=lambda value: value != default))


def _options(game: str) -> str:
    defaults = paiju.module(game).Rules().as_dict()
    rows = [
        [f"`{name}`", _values(allowed, defaults[name]), rule, doc.strip()]
        for name, allowed, rule, doc in describe(game)["rules"]
    ]
    return _rows(["option", "values, default first", "rule", "meaning"], rows)


def _setup(game: str) -> str:
    rows = [
        [
            f"`{name}`",
            f"{allowed[0]} to {allowed[1]}" if isinstance(allowed, tuple) else ", ".join(map(repr, allowed)),
            rule,
            doc.strip(),
        ]
        for name, allowed, rule, doc in describe(game)["setup"]
    ]
    return _rows(["parameter", "values", "rule", "meaning"], rows)


def _fields(record: str) -> Callable[[str], str]:
    def table(game: str) -> str:
        rows = [
            [f"`{name}`", code if count == 1 else f"{code} × {count}", " ".join(doc.split())]
            for name, code, count, doc in describe(game)[record]
        ]
        return _rows(["field", "type", "meaning"], rows)

    return table


TABLES: dict[str, Callable[[str], str]] = {
    "options": _options,
    "setup": _setup,
    "view": _fields("view"),
    "tally": _fields("tally"),
    "shape": _fields("shape"),
}


def path_of(game: str) -> Path:
    """Where the page of a game is kept."""
    return PAGES / f"{game}.md"


def filled(game: str, page: str) -> str:
    """A page with its tables as the engine writes them.

    Raises:
        KeyError: a table that there is not.
    """
    return BLOCK.sub(lambda block: f"<!-- table: {block[1]} -->\n{TABLES[block[1]](game)}<!-- end -->", page)


def main(games: list[str]) -> None:
    """Fills tables."""
    for game in games or paiju.games():
        path = path_of(game)
        path.write_text(filled(game, path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
