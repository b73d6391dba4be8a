"""Every numbered rule of every game has a test, and the tables that show it are up to date."""

from pathlib import Path

import pytest

import paiju
from tests import rule_table

BOOK = """
**B-000** (implied) 52 cards.
**C-004** (information) — 「炒地皮更刺激」 The bottom can be picked up.
| **H-043** | black 砍 | 1 | X-072 | | **H-051** | red 砍 | 2 | X-079 |
**D-01 Relation.** a and b are related iff …
**H-078** 「3个乙」 one. **H-079** 「2个」 two.
| WA-01b | 单虎 v 连子 | **No** |
|BA-02|第一輪?|only the lead|
| X-073 | an example | `3c` |
| WC-01 | another | `3c` |
see W-099 and **bold words**
"""


def test_all_forms_of_rules_are_read() -> None:
    rules = rule_table.rules_of(BOOK)
    ids = ["B-000", "BA-02", "C-004", "D-01", "H-043", "H-051", "H-078", "H-079", "WA-01b"]
    assert [rule.id for rule in rules] == ids
    assert [rule.id for rule in rules if rule.information] == ["C-004"]
    words = {rule.id: rule.words for rule in rules}
    assert words["C-004"] == "「炒地皮更刺激」 The bottom can be picked up."
    assert words["H-078"] == "「3个乙」 one."
    assert words["D-01"].startswith("Relation.")
    assert "|" not in "".join(words.values())


def test_a_rule_defined_twice_is_reported() -> None:
    with pytest.raises(ValueError, match="B-001 is defined twice"):
        rule_table.rules_of("**B-001** one\n**B-001** another")


MARKED = """
import pytest

@pytest.mark.rule("B-001", "BA-02")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("B-003"))])
def test_two(x): ...
"""


def test_markers_are_read(tmp_path: Path) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(MARKED, encoding="utf-8")
    assert list(rule_table.marked(path)) == [("B-001", "test_one"), ("BA-02", "test_one"), ("B-003", "test_two")]
    assert rule_table.proofs(tmp_path)["B-003"] == ["test_some.py::test_two"]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("@pytest.mark.rule(NAME)\ndef test_one(): ...", "plain texts"),
        ("@pytest.mark.rule('B-001')\ndef helper(): ...", "marks no test"),
    ],
)
def test_markers_that_cannot_be_read_are_reported(tmp_path: Path, code: str, problem: str) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(code, encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        list(rule_table.marked(path))


def test_no_marker_names_an_unknown_rule() -> None:
    assert set(rule_table.proofs()) <= rule_table.known()


@pytest.mark.parametrize("game", paiju.games())
def test_every_rule_has_a_test(game: str) -> None:
    assert rule_table.missing(game) == []


@pytest.mark.parametrize("game", paiju.games())
def test_the_table_is_up_to_date(game: str) -> None:
    path = rule_table.path_of(game)
    assert path.exists(), f"run python -m tests.rule_table {game}"
    assert path.read_text(encoding="utf-8") == rule_table.table(game), f"run python -m tests.rule_table {game}"
