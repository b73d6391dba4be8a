"""Wuxi: bad input is refused with the right error, and big hands are handled by number, not by list."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paiju
from paiju import wuxi


@pytest.mark.parametrize(
    ("text", "position"),
    [("5hx5", 0), ("5hx4 5h", 5), ("wx4 w", 4), ("1h", 0), ("5x", 0), ("Jq", 0), ("BJ", 0), ("5hx0", 0)],
)
def test_cards_that_no_pack_holds(text: str, position: int) -> None:
    with pytest.raises(paiju.ParseError) as caught:
        wuxi.cards(text)
    assert caught.value.position >= position


def test_cards_that_are_read() -> None:
    assert str(wuxi.cards("大王 小王x2 10♠ 5Hx3")) == "5hx3 Ts wx2 W"
    hand = wuxi.deal(seed=3).hands[0]
    assert wuxi.cards(str(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert len(hand.counts()) == 64
    assert hand.counts().sum() == 54


def test_hands_and_decisions_that_cannot_be() -> None:
    for hand, on in (("", None), ("5hx4", "5h 5s"), ("5hx3", "5hx2"), ("3c", "3c 4c"), ("3c", "w 4c")):
        with pytest.raises(paiju.PositionError):
            wuxi.legal(hand, on=on)
    with pytest.raises(paiju.PositionError, match="W-026"):
        wuxi.legal("3c 3d", on="3h 3s", decision="grab")
    with pytest.raises(paiju.PositionError, match="W-029"):
        wuxi.legal("3c 4d", on="3h", decision="grab")
    with pytest.raises(paiju.RulesError):
        wuxi.legal("3c", on="3h", decision="never")
    with pytest.raises(paiju.PositionError):
        wuxi.beats("3c", "3d 4d")
    full = [str(hand) for hand in wuxi.deal(seed=1).hands]
    for hands in (full[:3], [full[0], full[0], full[2], full[3]], ["", *full[1:]]):
        with pytest.raises(paiju.PositionError):
            wuxi.deal(hands=hands, leader=1)


def test_options_that_there_are_not() -> None:
    for options in (
        {"spades": True},
        {"spade_lead_rule": "some"},
        {"match_hands": 0},
        {"match_hands": -1},
        {"match_hands": 1.5},
        {"tiger_beats_run": 1},
        {"double_fan_tie": "higher_seat"},
    ):
        with pytest.raises(paiju.RulesError) as caught:
            wuxi.Rules(**options)
        assert caught.value.field == next(iter(options))
    assert wuxi.Rules(match_hands=4).as_dict()["match_hands"] == 4
    assert wuxi.Rules().table.rules == wuxi.Rules().as_dict()
    assert wuxi.Rules().match_hands is None
    with pytest.raises(paiju.RulesError):
        wuxi.classify("3c", paiju.bigtwo.Rules())


def test_refused_actions_leave_the_deal_alone() -> None:
    deal = wuxi.deal(seed=2)
    before = pickle.dumps(deal)
    for action, error in (
        ("pass", paiju.IllegalAction),
        ("grab 3c 3d", paiju.IllegalAction),
        ("5hx5", paiju.ParseError),
        ("call h", paiju.ParseError),
        ("grab", paiju.ParseError),
        ("", paiju.ParseError),
    ):
        with pytest.raises(error):
            deal.play(action)
    assert pickle.dumps(deal) == before


def test_a_full_hand_has_too_many_plays_to_list_and_need_not() -> None:
    legal = wuxi.deal(seed=7).legal()
    assert (len(legal), legal.count()) == (274, 3_723_267)
    rng = random.Random(1)
    rows = set(legal)
    for _ in range(300):
        action = legal.sample(rng)
        assert action in legal
        assert legal.row_of(action) in rows
    some = legal.expand()
    assert len({str(next(some)) for _ in range(500)}) == 500


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_any_play_is_reached_card_by_card(seed: int, data: st.DataObject) -> None:
    legal = wuxi.deal(seed=seed).legal()
    action = legal.sample(data.draw(st.integers(0, 2**32)))
    chosen = wuxi.cards()
    for card in data.draw(st.permutations(list(action.cards))):
        assert card in legal.picks(chosen).more
        chosen = chosen + wuxi.cards([card])
    assert legal.picks(chosen).complete


def test_least_useful_suits_are_taken_first() -> None:
    """The representative of a row keeps 花豹, 飞龙, 青龙 and spades together while it can."""

    def row(hand: str, name: str, lead: str, ring: bool = False) -> str:
        found = [a for a in wuxi.legal(hand) if a.shape.name == name and a.shape.lead == "3456789TJQKA2".index(lead)]
        return next(str(a) for a in found if a.shape.ring == ring)

    assert row("5hx4 5c 5d", "一对", "5") == "5c 5d"
    assert row("5hx4 5s", "单只", "5") == "5s", "rather a spade than a card of the 花豹"
    assert row("5c 5s", "单只", "5") == "5c"
    assert row("5cx2 5dx3 5h", "一对", "5") == "5c 5h", "suits with few copies first"
    assert row("3dx3 4dx3 5dx3 3h 4h 5s", "连子", "5", ring=True) == "3h 4h 5s"
    assert row("5s 5cx2", "一对", "5", ring=True) == "5c 5s"
    assert row("5cx4 5hx4", "四只", "5") == "5c 5hx3", "not four of one suit: that is a 花豹"


def test_classifying_many() -> None:
    rng = np.random.default_rng(1)
    planes = np.zeros((1000, 4), np.uint64)
    texts = []
    pool = [rank + suit for rank in "3456" for suit in "cdhs"] + ["w", "W"]
    for row in planes:
        cards = wuxi.cards(" ".join(sorted(set(rng.choice(pool, size=rng.integers(1, 6)).tolist()))))
        counts = cards.counts()
        for p in range(4):
            row[p] = sum(1 << slot for slot in range(64) if counts[slot] > p)
        texts.append(cards)
    found = wuxi.classify_many(planes)
    for cards, record in zip(texts, found, strict=True):
        shape = wuxi.classify(cards)
        assert record["kind"] == (-1 if shape is None else shape.kind)
        if shape is not None:
            assert (record["level"], record["lead"], record["ring"]) == (shape.level, shape.lead, shape.ring)
    with pytest.raises(paiju.PositionError):
        wuxi.classify_many(planes[:, :3])


def test_greedy_beats_random() -> None:
    ahead = 0
    for seed in range(6):
        match = paiju.Match("wuxi", agents=["greedy", "random"] * 2, seed=seed)
        totals = match.run(deals=4).totals
        ahead += totals[0] > totals[1]
    assert ahead >= 5
