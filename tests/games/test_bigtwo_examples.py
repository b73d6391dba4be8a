"""Big Two: the worked examples of the rule book (§5), read from the book itself where it writes cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiju import Deal, bigtwo

BOOK = (Path(__file__).parents[2] / "docs/rules/bigtwo.md").read_text(encoding="utf-8").split("## 5.")[1]


def section(title: str) -> str:
    """The part of §5 under a bold title."""
    return BOOK.split(f"**{title}", 1)[1].split("\n**", 1)[0]


def rows(title: str) -> Iterator[list[str]]:
    """The cells of the table under a title, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]*)`", cell)


# --- classification --------------------------------------------------------------------------------------------------

CLASSIFIED = [(code(part)[0], part.split("`")[2].split()) for part in section("Classification").split(" · ")]


@pytest.mark.parametrize(("cards", "words"), CLASSIFIED)
def test_classification(cards: str, words: list[str]) -> None:
    expected = next((word.rstrip(".") for word in words if not word.startswith("(") and word not in ("cards)",)), None)
    shape = bigtwo.classify(cards)
    assert (shape.name if shape else "–") == expected
    if "(三條" in words:
        assert bigtwo.classify(cards, bigtwo.Rules(allow_triples=True)).name == "三條"


# --- comparison ------------------------------------------------------------------------------------------------------

COMPARED = [
    (code(new)[0], code(on)[0], result)
    for row in rows("Comparison")
    for new, on, result in (row[:3], row[3:6])
    if code(new)
]


@pytest.mark.parametrize(("new", "on", "result"), COMPARED)
def test_comparison(new: str, on: str, result: str) -> None:
    assert bigtwo.beats(new, on) == result.startswith("yes")
    assert result.split()[0] in ("yes", "no")


def options_of(cell: str) -> list[dict[str, Any]]:
    """The alternatives of a cell such as `straight_order="mainland"`, or `a2345_key="five"` or `"ace"`."""
    found: list[dict[str, Any]] = []
    for text in code(cell):
        name, _, value = text.rpartition("=")
        name = name or next(iter(found[-1]))
        found.append({name: {"True": True, "False": False}.get(value, value.strip('"'))})
    return found


UNDER_OPTIONS = [
    (code(new)[0], code(on)[0], options, result)
    for new, on, cell, result in rows("Same, under options")
    for options in options_of(cell)
]


@pytest.mark.parametrize(("new", "on", "options", "result"), UNDER_OPTIONS)
def test_comparison_under_options(new: str, on: str, options: dict[str, Any], result: str) -> None:
    assert bigtwo.beats(new, on, bigtwo.Rules(**options)) == result.startswith("yes")
    if default := re.search(r"default: (yes|no)", result):
        assert bigtwo.beats(new, on) == (default[1] == "yes")


# --- legal plays -----------------------------------------------------------------------------------------------------


def legal_rows() -> Iterator[tuple[str, str | None, str | None, str]]:
    """Hand, play to beat, card to contain, what is legal."""
    hand = ""
    for first, situation, plays in rows("Legal plays"):
        hand = code(first)[0] if code(first) else hand
        on = code(situation)[0] if situation.startswith("on") else None
        yield hand, on, "3c" if "must contain 3c" in situation else None, plays


LEGAL = list(legal_rows())


@pytest.mark.parametrize(("hand", "on", "must", "plays"), LEGAL)
def test_legal_plays(hand: str, on: str | None, must: str | None, plays: str) -> None:
    legal = bigtwo.legal(hand, on, must_contain=must)
    found = {str(action) for action in legal if action.verb == "play"}
    if plays.startswith("six singles"):
        expected = [*hand.split(), "Ac 2d 3s 4h 5c", "2d 3s 4h 5c 6c"]
        assert len(expected) == 8
    elif on is not None and len(on.split()) == 1:  # singles, which the book writes in one piece
        expected = " ".join(code(plays)).split()
    else:
        expected = code(plays.split("(")[0])
    assert found == {str(bigtwo.cards(cards)) for cards in expected}
    assert ("pass" in legal) == ("PASS" in plays) == (on is not None)


def test_nothing_of_the_book_was_overlooked() -> None:
    assert len(CLASSIFIED) == 23
    assert len(COMPARED) == 21
    assert len(UNDER_OPTIONS) == 11  # nine rows, one of them with three alternatives
    assert len(LEGAL) == 8


# --- flow ------------------------------------------------------------------------------------------------------------

FLOW = ["4d 5c 5d 8c", "9c Jd 2d 3d", "6s 7c 7d 8d", "Ks 3s 4s 5s"]


def flow(hands: list[str], actions: str, **options: Any) -> Deal:
    """Plays "seat action; …" from a lead of seat 0, checking whose turn it is."""
    deal = bigtwo.deal(hands=hands, leader=0, rules=bigtwo.Rules(**options), partial=True)
    for seat, action in (step.split(" ", 1) for step in actions.split("; ")):
        assert deal.turn == int(seat), (seat, action)
        deal = deal.play(action)
    return deal


def test_flow_1_a_seat_that_passed_plays_again() -> None:
    deal = flow(FLOW, "0 4d; 1 9c; 2 pass; 3 Ks; 0 pass; 1 2d; 2 pass; 3 pass; 0 pass")
    assert (deal.turn, deal.phase) == (1, "lead")


def test_flow_2_a_pass_is_not_final() -> None:
    deal = flow(FLOW, "0 4d; 1 pass; 2 6s; 3 pass; 0 pass; 1 Jd")
    assert (deal.turn, deal.phase, str(deal.view(2).top)) == (2, "follow", "Jd")


def test_flow_3_the_last_cards_win_at_once() -> None:
    deal = flow(["5c 5d", *FLOW[1:]], "0 5c 5d")
    assert (deal.over, deal.tally()["winner"]) == (True, 0)


def test_flow_4_final_passes() -> None:
    deal = flow(FLOW, "0 4d; 1 pass; 2 6s; 3 pass; 0 pass", pass_is_final=True)
    assert (deal.turn, deal.phase) == (2, "lead")


# --- scoring ---------------------------------------------------------------------------------------------------------

NINE = "4c 5d 6h 7s 9c Td Jh Qs Kc"
TWELVE = NINE + " Ad 3h 3s"
HEARTS = " ".join(f"{rank}h" for rank in "3456789TJQKA2")

SCORED: list[tuple[str, int, dict[str, Any]]] = [
    ("4c 7h", 2, {}),
    (NINE, 9, {}),
    (NINE + " Ad", 20, {}),
    (TWELVE, 24, {}),
    (TWELVE[3:] + " 2s", 48, {}),
    (TWELVE + " 2h", 52, {}),
    (TWELVE + " 2h", 104, {"deuce_penalty": "all"}),
    (TWELVE + " 2s", 104, {}),
    ("2s", 2, {}),
    ("2h", 1, {}),
    ("2h", 2, {"deuce_penalty": "all"}),
    ("9s 9h 9d 9c 5d", 10, {}),
    ("9s 9h 9d 9c", 4, {}),
    ("9s 9h 9d 9c", 8, {"monster_requires_kicker": False}),
    ("3h 4h 5h 6h 7h 8h", 12, {}),
    ("2s 2h 2d 2c 3c", 20, {}),
    (HEARTS, 208, {}),
    ("9s 9h 9d 9c 5d 5c 5h 5s 3c 4c", 80, {}),
]


@pytest.mark.parametrize(("left", "cost", "options"), SCORED)
def test_scoring(left: str, cost: int, options: dict[str, Any]) -> None:
    assert bigtwo.penalty(left, bigtwo.Rules(**options)) == cost


def test_the_numbers_are_those_of_the_scoring_table() -> None:
    """Every number of the last column, with those in parentheses, is in the list above."""
    table = [int(n) for row in rows("Scoring") for n in re.findall(r"\d+", row[4])]
    assert table == [cost for _left, cost, _options in SCORED]


def test_a_table_of_four() -> None:
    rules = bigtwo.Rules(base=10)
    ten = "3c 3d 8s 8h Tc Ts Jd Qh Kd 2s"
    deal = bigtwo.deal(hands=["", "4d 7h", NINE, ten], leader=0, rules=rules, partial=True)
    assert bigtwo.score(deal.tally(), rules)[0].tolist() == [510, -20, -90, -400]
