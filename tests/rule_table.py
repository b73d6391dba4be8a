"""Which test proves which rule: the tables `docs/games/<game>-rules.md`.

A test names the rules that it proves with the marker `@pytest.mark.rule("B-014", "BA-01")`. What must have a test is
read from the rule books, `docs/rules/<game>.md`:

* numbered rules, in bold wherever they stand: `**B-014**`, `**D-01 Relation.**`, also two in one row of a table. A rule
  with "(information)" behind it states no behaviour and needs none;
* rows of the tables of ambiguities, whose first cell is an id such as `BA-01` or `WA-01b`.

Rows of examples have ids of other forms; they are vectors (`tests/data/vectors`) and need no marker.

    python -m tests.rule_table          writes the tables of all books
    python -m tests.rule_table bigtwo   writes one
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOKS, TABLES, TESTS = ROOT / "docs/rules", ROOT / "docs/games", ROOT / "tests"

NUMBERED = re.compile(r"\*\*([A-Z]-\d{2,3}[a-z]?)\b([^*]*)\*\*")
AMBIGUITY = re.compile(r"^\|\s*([A-Z]A-\d{2}[a-z]?)\s*\|([^|]*)", re.MULTILINE)
INFORMATION = re.compile(r"\s*\(information\)")
NEEDS_NONE = "none needed: information"
WORDS = 90
"""The most characters of a rule's words that the table shows."""


@dataclass(frozen=True)
class Rule:
    """A rule of a book."""

    id: str
    words: str
    """How the book begins it."""
    information: bool
    """Whether it needs no test."""


def rules_of(book: str) -> list[Rule]:
    """The rules of a rule book in the order of their ids.

    Raises:
        ValueError: an id that is defined twice.
    """
    found: dict[str, Rule] = {}
    for match in NUMBERED.finditer(book):
        rest = book[match.end() :].split("**", 1)[0].split("\n", 1)[0]
        note = INFORMATION.match(rest)
        _add(found, Rule(match[1], _words(match[2] + (rest[note.end() :] if note else rest)), note is not None))
    for match in AMBIGUITY.finditer(book):
        _add(found, Rule(match[1], _words(match[2]), False))
    return sorted(found.values(), key=lambda rule: rule.id)


def _add(found: dict[str, Rule], rule: Rule) -> None:
    if rule.id in found:
        raise ValueError(f"{rule.id} is defined twice")
    found[rule.id] = rule


def _words(text: str) -> str:
    """The first words of a rule, without its examples, fit for the cell of a table."""
    plain = " ".join(text.split("*Ex")[0].replace("|", " ").split()).strip(" —")
    if len(plain) <= WORDS:
        return plain
    cut = plain[: WORDS - 1]
    return (cut[: cut.rindex("`")] if cut.count("`") % 2 else cut).rstrip() + "…"


def marked(path: Path) -> Iterator[tuple[str, str]]:
    """The (rule id, name of the test) of every rule marker in a test file.

    Raises:
        ValueError: a marker whose ids are not plain texts, or one that marks no test.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    seen = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for call in (call for decorator in node.decorator_list for call in _markers(decorator)):
                seen += 1
                for arg in call.args:
                    if not (isinstance(arg, ast.Constant) and isinstance(arg.value, str)):
                        raise ValueError(f"{path.name}:{call.lineno}: a rule marker takes ids as plain texts")
                    yield arg.value, node.name
    if seen != sum(1 for _ in _markers(tree)):
        raise ValueError(f"{path.name}: a rule marker that marks no test function")


def _markers(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls `pytest.mark.rule(...)` in a piece of code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield node


def proofs(tests: Path = TESTS) -> dict[str, list[str]]:
    """Of each marked rule id the tests that prove it, as `file::test`."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for rule, name in marked(path):
            test = f"{path.relative_to(tests).as_posix()}::{name}"
            if test not in found.setdefault(rule, []):
                found[rule].append(test)
    return found


def known() -> set[str]:
    """The ids of all books."""
    return {rule.id for path in BOOKS.glob("*.md") for rule in rules_of(path.read_text(encoding="utf-8"))}


def missing(game: str) -> list[str]:
    """The rules of a game that need a test and have none."""
    tests = proofs()
    rules = rules_of((BOOKS / f"{game}.md").read_text(encoding="utf-8"))
    return [rule.id for rule in rules if not rule.information and rule.id not in tests]


def table(game: str) -> str:
    """The table of a game as the text of its file."""
    book = (BOOKS / f"{game}.md").read_text(encoding="utf-8")
    tests = proofs()
    lines = [
        f"# {game}: rules and the tests that prove them",
        "",
        f"Written by `python -m tests.rule_table` from [the rule book](../rules/{game}.md) and the markers in `tests`;",
        "do not edit. The suite fails when a rule has no test, and when this file is not what the command would write.",
        "",
        "| rule | begins | tests |",
        "|---|---|---|",
    ]
    for rule in rules_of(book):
        names = "<br>".join(f"`{test}`" for test in tests.get(rule.id, []))
        lines.append(f"| {rule.id} | {rule.words} | {names or (NEEDS_NONE if rule.information else '**none**')} |")
    return "\n".join(lines) + "\n"


def path_of(game: str) -> Path:
    """Where the table of a game is kept."""
    return TABLES / f"{game}-rules.md"


def main(games: list[str]) -> None:
    """Writes tables, and says which rules lack a test."""
    for game in games or sorted(path.stem for path in BOOKS.glob("*.md")):
        path_of(game).write_text(table(game), encoding="utf-8")
        lacking = missing(game)
        print(f"{path_of(game).relative_to(ROOT)}: {', '.join(lacking) + ' without a test' if lacking else 'complete'}")


if __name__ == "__main__":
    main(sys.argv[1:])
