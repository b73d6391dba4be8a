"""Wuxi: the engine against the oracle, a plain reading of the rule book that shares nothing with it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paiju import Action, Deal, IllegalAction, wuxi
from paiju.dtypes import dtype
from paiju.games import _wuxi_score
from tests.games.support import options_of, pair, text
from tests.oracle import wuxi as oracle

VALUES: dict[str, list[Any]] = {name: list(values) for name, values in oracle.OPTIONS.items()}
VALUES["match_hands"] = [None, 3]
some_rules = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()})


@st.composite
def sets(draw: st.DrawFn, most: int = 12) -> list[str]:
    """Cards of a few neighbouring ranks and suits, so that types are common; now and then jokers."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.lists(st.sampled_from(["w", "W"]), min_size=1, max_size=4))
    low, width = draw(st.integers(0, 12)), draw(st.integers(1, 4))
    suits = draw(st.lists(st.sampled_from("cdhs"), min_size=1, max_size=4, unique=True))
    copies = draw(st.integers(1, 4 * len(suits)))
    cards = []
    for rank in oracle.RANKS[low : min(low + width, 13)]:
        part = [rank + suit for suit in suits for _ in range(4)]
        count = min(copies + draw(st.sampled_from([0, 0, 0, 1])), len(part))
        cards += draw(st.permutations(part))[:count]
    return cards[:most]


@st.composite
def hands(draw: st.DrawFn) -> list[str]:
    """A hand of at most nine cards from a part of the pack."""
    low = draw(st.integers(0, 10))
    suits = draw(st.lists(st.sampled_from("cdhs"), min_size=1, max_size=4, unique=True))
    part = [rank + suit for rank in oracle.RANKS[low : low + 4] if rank not in "wW" for suit in suits for _ in range(4)]
    part += ["w", "W"] * draw(st.integers(0, 1))
    return draw(st.permutations(part))[: draw(st.integers(1, min(9, len(part))))]


def sane(cards: list[str]) -> bool:
    return max(Counter(cards).values()) <= 4


# --- what a card set is, and which is higher -------------------------------------------------------------------------


@settings(max_examples=1000, deadline=None)
@given(sets(48), some_rules)
@example(["5h"] * 4, {})
@example(["3s", "4s", "5s"] * 3, {"spade_lead_rule": "off"})
@example(["As", "Ks", "Qs"] * 4, {"spade_lead_rule": "all"})
@example(["5s"], {"spade_bonus_single": True})
def test_any_cards_are_classified_alike(cards: list[str], options: dict[str, Any]) -> None:
    shape, expected = wuxi.classify(cards, wuxi.Rules(**options)), oracle.classify(cards, options)
    if expected is None:
        assert shape is None
        return
    assert shape is not None
    found = (shape.name, shape.level, oracle.RANKS[shape.lead], shape.ring, shape.length or None, shape.big)
    assert found == tuple(expected)
    assert shape.count == len(cards)


@settings(max_examples=1500, deadline=None)
@given(sets(), sets(), some_rules)
def test_plays_beat_one_another_alike(new: list[str], on: list[str], options: dict[str, Any]) -> None:
    rules = wuxi.Rules(**options)
    if oracle.classify(new, options) and oracle.classify(on, options):
        assert wuxi.beats(new, on, rules) == oracle.beats(new, on, options)
        assert wuxi.beats(on, new, rules) == oracle.beats(on, new, options)


@settings(max_examples=300, deadline=None)
@given(hands(), st.none() | sets(), some_rules)
def test_a_hand_may_do_the_same_things(hand: list[str], on: list[str] | None, options: dict[str, Any]) -> None:
    if on is not None and not (oracle.classify(on, options) and sane(hand + on)):
        on = None
    legal = wuxi.legal(hand, on, wuxi.Rules(**options))
    expected = {("play", cards) for cards in oracle.legal(hand, on, options)} | ({("pass", ())} if on else set())
    found = [pair(action) for action in legal.expand()]
    assert set(found) == expected
    assert legal.count() == len(found) == len(expected)


# --- whole deals -----------------------------------------------------------------------------------------------------


def same_state(deal: Deal, state: oracle.State, complete: bool) -> None:
    """The engine's deal and the oracle's state are the same decision; `complete`: compare all legal actions, too."""
    assert (deal.turn, deal.phase) == (oracle.turn(state), oracle.phase(state))
    assert [tuple(sorted(oracle.expand(str(hand)))) for hand in deal.hands] == list(state.hands)
    seat = oracle.turn(state)
    if seat is None:
        return
    view = deal.view(seat)
    assert tuple(sorted(oracle.expand(str(view.top)))) == (state.top[1] if state.top else ())
    assert (view.passes, view.turn, view.asked) == (state.passes, 0, ["lead", "beat", "grab"].index(state.asked))
    assert list(view.left) == [len(state.hands[(seat + n) % 4]) for n in range(4)]
    assert list(view.pile) == [sum(card[0] == rank for card in state.pile) for rank in oracle.RANKS]
    taken = [state.captured[(seat + n) % 4] for n in range(4)]
    assert list(view.captured) == [sum(card[0] == rank for card in cards) for cards in taken for rank in oracle.RANKS]
    if complete:
        legal = deal.legal()
        assert {pair(action) for action in legal.expand()} == set(oracle.actions(state))
        assert legal.count() == len(oracle.actions(state))


def some_refusals(deal: Deal, state: oracle.State, rng: random.Random) -> None:
    """Random actions, most of them not legal, are refused for the same rule or taken by both."""
    hand = state.hands[oracle.turn(state)]
    for _ in range(4):
        source = hand if rng.random() < 0.8 else oracle.DECK
        cards = tuple(sorted(rng.sample(source, min(len(source), rng.choice([0, 1, 1, 2, 2, 3, 4, 6])))))
        verb = rng.choice(["play", "play", "play", "grab", "pass"])
        action = (verb, () if verb == "pass" else cards)
        broken = oracle.check(state, action)
        if verb != "pass" and not cards:
            continue  # the engine's text knows no empty play
        engine = Action("wuxi", text(action))
        assert (engine in deal.legal()) == (broken is None), (action, state)
        if broken is not None:
            with pytest.raises(IllegalAction) as caught:
                deal.play(engine)
            assert caught.value.rule == broken, (action, state)


def play_out(deal: Deal, state: oracle.State, rng: random.Random) -> None:
    """Plays a deal to its end in both, comparing every state."""
    while oracle.turn(state) is not None:
        small = len(state.hands[oracle.turn(state)]) <= 9
        same_state(deal, state, small)
        some_refusals(deal, state, rng)
        choices = oracle.actions(state) if small else [pair(deal.legal().sample(rng.getrandbits(64))) for _ in range(6)]
        plays = [action for action in choices if action[0] != "pass"]
        action = rng.choice(plays if plays and rng.random() < 0.7 else choices)
        deal, state = deal.play(text(action)), oracle.apply(state, action)
    same_state(deal, state, True)
    tally, rules, facts = deal.tally(), wuxi.Rules(**deal.rules), oracle.tally(state)
    counts = np.asarray(tally["captured"]).reshape(4, 15)
    assert {rank: counts[:, at].tolist() for at, rank in enumerate(oracle.RANKS)} == facts["captured_by_seat"]
    assert tally["left"].tolist() == facts["left"]
    assert [seat for seat in tally["finish"].tolist() if seat >= 0] == facts["finish"]
    assert _wuxi_score.named(wuxi.settle(tally, rules)) == oracle.settle(facts, state.rules)
    assert wuxi.score(tally, rules)[0].tolist() == oracle.score(state)
    assert list(wuxi.explain(tally, rules).points) == oracle.score(state)


def test_whole_deals_go_alike_state_by_state() -> None:
    """Full deals; the options take every value there is."""
    rng = random.Random(20)
    taken: dict[str, set[Any]] = {name: set() for name in VALUES}
    for index in range(8):
        options = options_of(VALUES, index, rng)
        deal = wuxi.deal(seed=index, rules=wuxi.Rules(**options))
        hands = [oracle.expand(str(hand)) for hand in deal.hands]
        play_out(deal, oracle.start(options, hands, leader=deal.turn), rng)
        for name, value in options.items():
            taken[name].add(value)
    assert taken == {name: set(values) for name, values in VALUES.items()}
    assert set(taken) == set(wuxi.Rules().as_dict()), "an option that is not compared"


def short_hands(rng: random.Random) -> list[list[str]]:
    """Hands of a few cards from a narrow part of the pack, in which types and grabs are common."""
    low = rng.randrange(10)
    part = [
        rank + suit for rank in oracle.RANKS[low : low + 4] if rank not in "wW" for suit in "cdhs" for _ in range(4)
    ]
    part += ["w", "W"] * rng.randrange(3)
    rng.shuffle(part)
    return [[part.pop() for _ in range(rng.randint(1, 7))] for _ in range(4)]


def test_ends_of_deals_go_alike_state_by_state() -> None:
    """Short hands under random options, with every legal action of every state."""
    rng = random.Random(21)
    phases: Counter[str] = Counter()
    for index in range(150):
        options, hands, leader = options_of(VALUES, index, rng), short_hands(rng), rng.randrange(4)
        deal = wuxi.deal(hands=hands, rules=wuxi.Rules(**options), leader=leader, partial=True)
        state = oracle.start(options, hands, leader=leader)
        play_out(deal, state, rng)
        while oracle.turn(state) is not None:  # a second way through, for the count of phases
            phases[f"{state.phase} {state.asked}"] += 1
            state = oracle.apply(state, rng.choice(oracle.actions(state)))
    assert min(phases[name] for name in ("hou grab", "last grab", "last beat", "last lead")) >= 2, phases


# --- the settlement --------------------------------------------------------------------------------------------------


def random_facts(rng: random.Random) -> dict[str, Any]:
    """Captured cards, lopsided so that 齐, 代罚 and 双欠 occur."""
    weights = [rng.choice([0.02, 0.3, 1, 3]) for _ in range(4)]
    left = [0, 0, 0, 0]
    for seat in rng.choice([(), (0,), (3,), (0, 2), (1, 3)]):
        left[seat] = rng.choice([1, 4, 20, 40])
    finish = [seat for seat in rng.sample(range(4), 4) if not left[seat]]
    captured = {}
    for rank in oracle.RANKS:
        whole = rng.random() < 0.15
        seats = [rng.randrange(4)] * 16 if whole else rng.choices(range(4), weights, k=4 if rank in "wW" else 16)
        captured[rank] = [seats[: 4 if rank in "wW" else 16].count(seat) for seat in range(4)]
    return {"captured_by_seat": captured, "left": left, "finish": finish}


def test_many_settlements_at_once_are_those_of_the_book() -> None:
    rng = random.Random(22)
    facts = [random_facts(rng) for _ in range(1500)]
    tallies = np.zeros(len(facts), dtype("wuxi", "tally"))
    for row, fact in zip(tallies, facts, strict=True):
        row["captured"] = np.array([fact["captured_by_seat"][rank] for rank in oracle.RANKS]).T.reshape(-1)
        row["left"] = fact["left"]
        row["finish"] = fact["finish"] + [-1] * (4 - len(fact["finish"]))
    kinds: Counter[Any] = Counter()
    for index in range(6):
        options = options_of(VALUES, index, rng)
        settled = wuxi.settle(tallies, wuxi.Rules(**options))
        for at, fact in enumerate(facts):
            expected = oracle.settle(fact, options)
            assert _wuxi_score.named(settled, at) == expected, (fact, options)
            kinds.update(
                [expected["kind"], expected["why"], f"debt {expected['shuangqian']}", f"daifa {expected['daifa'] > 0}"]
            )
    assert min(kinds[name] for name in ("无反", "单反", "双反", "debt True", "daifa True")) > 100, kinds
