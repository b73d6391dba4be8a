"""Big Two: bad input is refused with an error that says what is wrong, and nothing changes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import paiju
from paiju import IllegalAction, ParseError, PositionError, RulesError, bigtwo

GOOD = ["3c", "4d", "5h", "6s", "7c", "8d", "9h", "Ts", "Jc", "Qd", "Kh", "As", "2c"]

# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(13))
@pytest.mark.parametrize(
    ("bad", "offset"),
    [("1c", 0), ("3x", 1), ("w", 0), ("SJ", 0), ("3", 1), ("11c", 0), ("2dcc", 2), ("\0", 0), ("三", 0), ("2d-", 2)],
)
def test_a_malformed_card_is_found_at_every_position(at: int, bad: str, offset: int) -> None:
    before = GOOD[:at]
    text = " ".join([*before, bad, *GOOD[at + 1 :]])
    with pytest.raises(ParseError) as caught:
        bigtwo.cards(text)
    assert caught.value.position == sum(len(card) + 1 for card in before) + offset


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3cx5", 0),
        ("3c 3c", 3),
        ("4d 3cx2", 3),
        ("3c 4d 3c", 6),
        ("3cx0", 3),
        ("3cx", 3),
        ("3cx-1", 3),
        (f"3cx{10**30}", 0),
    ],
)
def test_more_copies_than_there_are(text: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        bigtwo.cards(text)
    assert caught.value.position == position


def test_more_copies_than_there_are_in_lists_and_sums() -> None:
    for bad in (["3c"] * 5, ["3c", "4d 3c"], [bigtwo.cards("3c"), "3c"]):
        with pytest.raises(PositionError, match="more copies"):
            bigtwo.cards(bad)
    with pytest.raises(PositionError, match="more copies"):
        bigtwo.cards("3c") + "3c"
    with pytest.raises(PositionError, match="not there"):
        bigtwo.cards("3c") - "4c"


@pytest.mark.parametrize("value", [3, 2.5, object(), [3], b"3c", [None]])
def test_what_is_no_cards(value: Any) -> None:
    with pytest.raises(TypeError):
        bigtwo.cards(value)


# --- rules, seeds, hands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"first_card": "3h"}, "first_card"),
        ({"straight_order": "TW"}, "straight_order"),
        ({"allow_triples": 1}, "allow_triples"),
        ({"allow_triples": "yes"}, "allow_triples"),
        ({"allow_triples": None}, "allow_triples"),
        ({"base": 0}, "base"),
        ({"base": -(10**30)}, "base"),
        ({"base": 2**70}, "base"),
        ({"base": 1.5}, "base"),
        ({"base": True}, "base"),
        ({"disconnect_penalty": -1}, "disconnect_penalty"),
        ({"no_such_rule": True}, "no_such_rule"),
    ],
)
def test_unknown_rules_and_values(options: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesError) as caught:
        bigtwo.Rules(**options)
    assert caught.value.field == field
    assert caught.value.allowed
    assert field in str(caught.value)


def test_unknown_games() -> None:
    for call in (paiju.module, lambda name: paiju.playouts(name, 1), lambda name: paiju.Batch(name, 1)):
        with pytest.raises(RulesError, match="no such game"):
            call("bigtwoo")


@pytest.mark.parametrize("rules", [3, "tw", bigtwo.Rules, {}])
def test_what_is_no_rules(rules: Any) -> None:
    for call in (
        lambda: bigtwo.deal(seed=1, rules=rules),
        lambda: bigtwo.classify("3c", rules),
        lambda: bigtwo.score(paiju.playouts("bigtwo", 1), rules),
        lambda: bigtwo.explain(paiju.playouts("bigtwo", 1), rules),
        lambda: bigtwo.progress(rules),
        lambda: paiju.Match("bigtwo", ["random"] * 4, rules=rules),
    ):
        with pytest.raises(RulesError, match=r"bigtwo\.Rules wanted"):
            call()


def test_seeds() -> None:
    for seed in (-1, 2**64, 10**30, np.int64(-3)):
        with pytest.raises(PositionError, match="seed"):
            bigtwo.deal(seed=seed)
    for seed in ("1", 1.5, [1]):
        with pytest.raises(TypeError):
            bigtwo.deal(seed=seed)
    assert bigtwo.deal(seed=np.uint64(7)) == bigtwo.deal(seed=np.int8(7)) == bigtwo.deal(seed=7)
    assert bigtwo.deal(seed=random.Random(1)) == bigtwo.deal(seed=random.Random(1))


def full_hands() -> list[str]:
    return [str(hand) for hand in bigtwo.deal(seed=3).hands]


HANDS: list[tuple[Any, dict[str, Any], str]] = [
    (["3c", "3d", "3h"], {"partial": True}, "4 seats"),
    (["3c", "3d", "3h", "3s", "4c"], {"partial": True}, "4 seats"),
    (["3c", "3c", "3h", "3s"], {"partial": True}, "2 copies of 3c"),
    (["3c"] * 4, {"partial": True}, "4 copies of 3c"),
    (["3c", "3d", "3h", "3s"], {}, "missing"),
    (["4c", "3d", "3h", "3s"], {"partial": True}, "B-022"),
    (["3c", "", "", "3s"], {"partial": True}, "B-030"),
    (["3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d", "7c", "8c", "9c"], {"partial": True}, "14 cards"),
    ([*full_hands()[:3], " ".join(full_hands()[3].split()[1:])], {}, "missing"),
    ([full_hands()[0], *full_hands()[:3]], {}, "copies"),
]


@pytest.mark.parametrize(("hands", "options", "problem"), HANDS)
def test_impossible_hands(hands: Any, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        bigtwo.deal(hands=hands, **options)


def test_impossible_set_ups() -> None:
    for leader in (4, -2, "x", 1.5):
        with pytest.raises(RulesError, match="leader"):
            bigtwo.deal(seed=1, leader=leader)
    with pytest.raises(PositionError, match="either a seed or hands"):
        bigtwo.deal(seed=1, hands=full_hands())
    with pytest.raises(RulesError, match="no such set-up parameter"):
        paiju.playouts("bigtwo", 1, dealer=1)


@pytest.mark.parametrize(
    ("hand", "options", "problem"),
    [
        ("", {}, "empty"),
        ("3c", {"on": "3c"}, "also in the hand"),
        ("3c", {"on": "4c 5c"}, "no play"),
        ("3c", {"on": ""}, "no play"),
        ("3c", {"must_contain": "4c"}, "B-023"),
        ("3c", {"on": "2c", "must_contain": "3c"}, "only a lead"),
        ("3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d", {}, "14 cards"),
    ],
)
def test_impossible_decisions(hand: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        bigtwo.legal(hand, **options)


def test_impossible_questions() -> None:
    with pytest.raises(PositionError, match="no play"):
        bigtwo.beats("3c", "3d 4d")
    with pytest.raises(PositionError, match="at most 13 cards"):
        bigtwo.penalty(" ".join(full_hands()))
    assert bigtwo.penalty("") == 0
    assert bigtwo.classify("") is None


# --- actions ---------------------------------------------------------------------------------------------------------


def refused(deal: paiju.Deal, action: Any, rule: str) -> None:
    before = (hash(deal), [str(row) for row in deal.legal()])
    with pytest.raises(IllegalAction) as caught:
        deal.play(action)
    assert (caught.value.rule, caught.value.action) == (rule, action)
    assert caught.value.reason
    assert str(caught.value).startswith(rule)
    assert (hash(deal), [str(row) for row in deal.legal()]) == before


def test_actions_out_of_turn_and_cards_not_held() -> None:
    deal = bigtwo.deal(seed=3)
    other = deal.hands[(deal.turn + 1) % 4]
    for card in other:
        refused(deal, str(card), "B-000")
    follow = deal.play(deal.legal()[0])
    refused(follow, deal.legal()[0], "B-000")  # those cards are gone
    stale = bigtwo.deal(seed=3).legal()[1]  # a row of another deal's menu is checked, not trusted
    with pytest.raises(IllegalAction):
        follow.play(stale)


def test_actions_after_the_end() -> None:
    deal = bigtwo.deal(seed=3).rollout(1)
    for action in ("pass", "3c", "2s"):
        refused(deal, action, "B-030")
    with pytest.raises(PositionError, match="nothing is legal"):
        deal.legal().sample(1)
    with pytest.raises(IndexError):
        deal.legal()[0]


@pytest.mark.parametrize("text", ["fold", "", " ", "play", "pass 3c", "3c pass", "call h", "3c\n4x"])
def test_text_that_is_no_action(text: str) -> None:
    deal = bigtwo.deal(seed=3)
    with pytest.raises(ParseError):
        deal.play(text)
    assert text not in deal.legal()


def test_values_that_are_no_action() -> None:
    deal = bigtwo.deal(seed=3)
    for value in (None, 3, object()):
        with pytest.raises(TypeError):
            deal.play(value)
        assert value not in deal.legal()
    refused(deal, bigtwo.cards(), "B-026")


def test_seats_and_tallies_that_are_not_there() -> None:
    deal = bigtwo.deal(seed=3)
    for seat in (-1, 4, 2**40):
        with pytest.raises((IndexError, OverflowError)):
            deal.view(seat)
    with pytest.raises(PositionError, match="not over"):
        deal.tally()
    with pytest.raises(AttributeError, match="no field"):
        _ = deal.view(0).opponents


def test_dead_choices() -> None:
    legal = bigtwo.legal("3c 3d 4h 7c 7h", on="6s")
    with pytest.raises(PositionError, match="no legal play"):
        legal.picks("7c 7h")
    with pytest.raises(PositionError, match="no action with cards"):
        legal.picks("7c", verb="pass")


# --- numbers and arrays ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [-1, 2**31 + 1, 2**40, 2**70, 1.5, "1", None])
def test_numbers_of_deals(n: Any) -> None:
    with pytest.raises(PositionError, match="n: "):
        paiju.playouts("bigtwo", n)
    with pytest.raises(PositionError, match="n: "):
        paiju.Batch("bigtwo", n)
    with pytest.raises(PositionError, match="deals: "):
        paiju.simulate("bigtwo", ["random"] * 4, deals=n)


def test_no_deals_at_all() -> None:
    assert paiju.playouts("bigtwo", 0).shape == (0,)
    assert bigtwo.score(paiju.playouts("bigtwo", 0)).shape == (0, 4)
    assert bigtwo.classify_many(np.zeros(0, np.uint64)).shape == (0,)
    assert paiju.simulate("bigtwo", ["random"] * 4, deals=0).points.shape == (0, 4)
    assert paiju.arena("bigtwo", ["greedy", "random"], deals=0).points.shape == (0, 2)
    with pytest.raises(PositionError, match="n: "):
        paiju.Batch("bigtwo", 0)


@pytest.mark.parametrize(
    "planes",
    [
        np.zeros(3, np.int64),
        np.zeros(3, ">u8"),
        np.zeros(3),
        np.zeros((3, 2), np.uint64),
        np.zeros((3, 1, 1), np.uint64),
        np.uint64(1),
        [1, 2],
    ],
)
def test_planes_of_another_dtype_or_shape(planes: Any) -> None:
    with pytest.raises(PositionError, match="planes"):
        bigtwo.classify_many(planes)


def test_planes_that_do_not_lie_together() -> None:
    planes = np.arange(4096, dtype=np.uint64)
    assert (bigtwo.classify_many(planes[::-3]) == bigtwo.classify_many(planes)[::-3]).all()
    assert (bigtwo.classify_many(np.array([2**52, 2**63], np.uint64))["kind"] == -1).all()  # no cards of this pack
    record = paiju.dtypes.dtype("bigtwo", "shape")
    for out in ([1], np.zeros(3), np.zeros(2, record), np.zeros(6, record)[::2]):
        with pytest.raises(PositionError, match="out"):
            bigtwo.classify_many(planes[:3], out=out)


def test_tallies() -> None:
    tallies = paiju.playouts("bigtwo", 6)
    assert (bigtwo.score(tallies[::2]) == bigtwo.score(tallies)[::2]).all()
    for bad in (np.zeros(3), 3, tallies[["winner", "left"]], tallies.reshape(2, 3), "tally"):
        with pytest.raises(PositionError, match="tallies of bigtwo"):
            bigtwo.score(bad)
    for many in (tallies, tallies[:0]):
        with pytest.raises(PositionError, match="one tally"):
            bigtwo.explain(many)


@pytest.mark.parametrize(
    "choices", [np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), np.zeros(4, bool), ["a"] * 4, None]
)
def test_choices_of_another_dtype_or_shape(choices: Any) -> None:
    batch = paiju.Batch("bigtwo", 4, seed=1)
    with pytest.raises(PositionError, match="choices"):
        batch.step(choices)
    assert batch.decisions == 0


@pytest.mark.parametrize("choice", [-1, 10**9])
def test_choices_that_are_not_open_change_nothing(choice: int) -> None:
    batch = paiju.Batch("bigtwo", 4, seed=1)
    views, rows = batch.views.copy(), batch.rows.copy()
    with pytest.raises(IndexError, match="deal 2 is not open"):
        batch.step([0, 0, choice, 0])
    assert (batch.views == views).all()
    assert (batch.rows == rows).all()
    batch.step(np.zeros(8, np.int32)[::2])  # choices that do not lie together
    assert batch.decisions == 4
