"""Four-deck Shengji: bad input, what is hidden, deals drawn from views, the greedy player."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

import paiju
from paiju import IllegalAction, ParseError, PositionError, RulesError, shengji4

# --- bad input -------------------------------------------------------------------------------------------------------


def test_bad_levels_trumps_and_suits() -> None:
    for level in (1, 15, "1", "X", 2.5, "AA"):
        with pytest.raises(PositionError, match="level"):
            shengji4.classify("Ah", level=level)  # type: ignore[arg-type]
    for trump in ("x", "", "hearts", None, 3):
        with pytest.raises(PositionError, match="trump"):
            shengji4.classify("Ah", trump=trump)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="throws"):
        shengji4.legal("Ah", throws="x")
    assert shengji4.classify("Thx2", level=10, trump="♥") == shengji4.classify("Thx2", level="T", trump="h")


def test_bad_cards_and_hands() -> None:
    with pytest.raises(ParseError):
        shengji4.cards("1h")
    with pytest.raises(PositionError):
        shengji4.cards(["Ah"] * 5)
    for hand, lead in (("", None), ("Ah", "Khx2"), ("Ahx3", "Ahx2"), ("Ah Kh", "Qh Qd")):
        with pytest.raises(PositionError):
            shengji4.legal(hand, on=lead)
    with pytest.raises(PositionError, match="S-060"):
        shengji4.legal("4h 5h 6h", on="Ah Qh", rules=shengji4.Rules(throw_rule="never"))


@pytest.mark.parametrize(
    ("hands", "more"),
    [
        (["Ah", "Kh", "Qh"], {"trump": "s"}),
        (["Ah", "Kh", "Qh", "Jh 9h"], {"trump": "s"}),
        (["", "", "", ""], {"trump": "s"}),
        (["Ah", "Kh", "Qh", "Jh"], {}),
        (["Ah", "Kh", "Qh", "Jh"], {"trump": "s", "stock": "4h 5h 6h 7h"}),
        (["", "", "", ""], {"stock": "4h 5h 6h"}),
        (["Ah", "", "", ""], {"stock": "4h 5h 6h", "first_recipient": 1}),
    ],
)
def test_hands_that_cannot_lie_so(hands: list[str], more: dict[str, str]) -> None:
    with pytest.raises(PositionError):
        shengji4.deal(hands=hands, partial=True, **more)  # type: ignore[arg-type]


def test_deals_take_either_a_seed_or_hands() -> None:
    with pytest.raises(PositionError):
        shengji4.deal(seed=1, hands=["Ah", "Kh", "Qh", "Jh"])
    with pytest.raises(PositionError):
        shengji4.deal(seed=1, partial=True)
    with pytest.raises(RulesError):
        shengji4.deal(seed=1, dealer=4)


def test_questions_with_bad_arguments() -> None:
    table = shengji4.Rules().table
    calls: list[tuple[object, ...]] = [
        ("winner", "3", "s", []),
        ("winner", "3", "s", ["Ah"]),
        ("winner", "3", "s", [shengji4.cards("Ah Kd")]),
        ("winner", "3"),
        ("split", "3", "s", shengji4.cards("Ah Kd")),
        ("throw", "3", "s", shengji4.cards("Ah Kh"), []),
        ("calling", "3", "s", 9, 0, 0, []),
        ("calling", "3", "s", 0, 0, 0, [[5, shengji4.cards("3h")]]),
        ("nothing", "3", "s"),
    ]
    for question, *args in calls:
        with pytest.raises(PositionError):
            table.ask(question, *args)  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        table.ask("winner", "X", "s", [])


def test_an_illegal_action_leaves_the_deal_as_it_was() -> None:
    deal = shengji4.deal(seed=4, trump="d", dealer=0)
    hands = deal.hands
    foreign = next(card for card in deal.hands[1] if card not in deal.hands[0])
    with pytest.raises(IllegalAction, match="S-006"):
        deal.play([foreign])
    with pytest.raises(IllegalAction, match="S-008"):
        deal.play("called 2")
    assert deal.hands == hands


# --- what is hidden --------------------------------------------------------------------------------------------------


def test_asking_leaks_nothing() -> None:
    """Nobody but the seat that is asked learns who is asked, and passes are not shown."""
    asked = 0
    for seed in range(20):
        deal, rng = shengji4.deal(seed=seed), random.Random(seed)
        while deal.phase != "play":
            turn = deal.turn
            assert turn is not None
            for seat in range(4):
                assert deal.view(seat).turn == (0 if seat == turn else -1)
                assert seat == turn or deal.redact("pass", seat) is None
            asked += 1
            deal = deal.play(rng.choice(deal.legal()))
    assert asked > 50


def test_draws_are_uniform_where_suits_are_missing_crosswise() -> None:
    """Seat 1 has no hearts, seat 2 no diamonds: every way to lay the six unseen cards is drawn equally often."""
    deal = shengji4.deal(
        hands=["Ah Ad 4c 5c", "9c 9d 6d 7c", "9h 6h 8c Tc", "Th 7h Td 8d"], trump="s", dealer=0, partial=True
    )
    for card in ("Ah", "9c", "9h", "Th", "Ad", "9d", "8c", "Td"):
        deal = deal.play(card)
    view = deal.view(0)
    assert (view.voids[1], view.voids[2]) == (4, 2)
    cards = ["6d", "7c", "6h", "Tc", "7h", "8d"]
    ways = set()
    for order in permutations(cards):
        hands = tuple(tuple(sorted(order[i : i + 2])) for i in (0, 2, 4))
        if not any(card[1] == "h" for card in hands[0]) and not any(card[1] == "d" for card in hands[1]):
            ways.add(hands)
    draws = Counter(
        tuple(tuple(sorted(str(hand).split())) for hand in view.resample(seed).hands[1:])
        for seed in range(300 * len(ways))
    )
    assert set(draws) == ways
    square = sum((n - 300) ** 2 / 300 for n in draws.values())
    freedom = len(ways) - 1
    assert abs(square - freedom) < 6 * (2 * freedom) ** 0.5


def test_denied_groups_stay_denied() -> None:
    """Who answers a pair with two single hearts has no pair of hearts in any draw."""
    deal = shengji4.deal(
        hands=["4hx2 Ah", "9h Th Qh", "5hx2 Jd", "8h 7hx2"], trump="s", dealer=0, partial=True
    ).play("4hx2").play("9h Th")  # fmt: skip
    view = deal.view(0)
    assert (view.pairs[5 + 2], view.copies[5 + 2]) == (0, 4)  # by seat, five suits each
    for seed in range(200):
        hand = view.resample(seed).hands[1]
        assert all(hand.count(card) < 2 for card in hand if str(card)[1] == "h")


def test_callers_hold_what_they_called() -> None:
    deal = shengji4.deal(hands=[""] * 4, stock="4c 3h 3c 5c 5c 3h 3c 5c 7c 7c 7c 7c 8d 8d 8d 8d", partial=True)
    deal = deal.play("call h 3h")
    while deal.turn != 2 or not any(action.verb == "call c" for action in deal.legal()):
        deal = deal.play("pass")
    deal = deal.play("call c 3cx2")
    while deal.phase != "play":
        deal = deal.play("pass")
    assert str(deal.view(0).known[2]) == "3cx2"
    for seed in range(100):
        drawn = deal.view(0).resample(seed)
        assert drawn.hands[2].count("3c") == 2
        assert any(drawn.hands[1].count("3" + suit) for suit in "cdhs")


# --- the greedy player -----------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    """Two greedy players against two random ones gain far more levels than they lose."""
    gained = np.zeros(4, int)
    for seed in range(6):
        match = paiju.Match("shengji4", agents=["greedy", "random", "greedy", "random"], seed=seed)
        for _ in range(3):
            if not match.over:
                gained += np.array(match.play_deal().points)
    assert gained[0] == gained[2] > 3 * gained[1]


def test_greedy_gives_points_to_a_winning_partner_and_not_to_the_others() -> None:
    hands = ["Ah 4c", "5h Kh", "Kh 6h", "4h 7c"]
    for dealer, lead, hand, wanted in ((0, "Ah", 2, "Kh"), (1, "Kh", 2, "6h")):
        deal = shengji4.deal(hands=hands, trump="s", dealer=dealer, partial=True).play(lead)
        while deal.turn != hand:
            deal = deal.play(deal.legal()[0])
        assert str(shengji4.greedy(deal.view(hand), deal.legal())) == wanted
