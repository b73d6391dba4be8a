"""Big Two: the engine against the oracle, a plain reading of the rule book that shares nothing with it."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paiju import Action, Deal, IllegalAction, bigtwo
from tests.games.support import options_of, pair, text
from tests.oracle import bigtwo as oracle

NUMBERS = {"disconnect_penalty": [5, 0, 7], "base": [1, 10, 250]}
VALUES: dict[str, list[Any]] = {**oracle.VALUES, **NUMBERS}

some_rules = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()})


@st.composite
def hands(draw: st.DrawFn, least: int = 1, most: int = 13) -> list[str]:
    """A hand from a part of the pack, so that pairs, straights and flushes are common."""
    low = draw(st.integers(0, 12))
    ranks = [oracle.RANKS[(low + step) % 13] for step in range(draw(st.integers(4, 13)))]
    suits = draw(st.lists(st.sampled_from(oracle.SUITS), min_size=2, max_size=4, unique=True))
    part = [rank + suit for rank in ranks for suit in suits]
    most = min(most, len(part))
    return draw(st.lists(st.sampled_from(part), min_size=min(least, most), max_size=most, unique=True))


@st.composite
def plays(draw: st.DrawFn) -> list[str]:
    """A card set that is a play, whatever the options; every type is as common as every other."""
    kind = draw(st.sampled_from([oracle.SINGLE, oracle.PAIR, *oracle.FIVES]))
    rank, other = draw(st.permutations(oracle.RANKS))[:2]
    suits = draw(st.permutations(oracle.SUITS))
    if kind in (oracle.SINGLE, oracle.PAIR):
        return [rank + suit for suit in suits[: 1 if kind == oracle.SINGLE else 2]]
    if kind in (oracle.FULL_HOUSE, oracle.QUADS):
        n = 3 if kind == oracle.FULL_HOUSE else 4
        return [rank + suit for suit in suits[:n]] + [other + suit for suit in oracle.SUITS[: 5 - n]]
    if kind == oracle.STRAIGHT_FLUSH:
        return [one + suits[0] for one in draw(st.sampled_from(oracle.STRAIGHTS["tw"]))]
    if kind == oracle.STRAIGHT:
        colours = draw(st.lists(st.sampled_from(oracle.SUITS), min_size=4, max_size=4))
        last = next(suit for suit in suits if suit != colours[0])
        ranks = draw(st.permutations(draw(st.sampled_from(oracle.STRAIGHTS["tw"]))))
        return [one + suit for one, suit in zip(ranks, [*colours, last], strict=True)]
    ranks = draw(st.lists(st.sampled_from(oracle.RANKS), min_size=5, max_size=5, unique=True))
    return [one + suits[0] for one in ranks]  # a flush, and now and then a straight flush


# --- what a card set is, and which is higher -------------------------------------------------------------------------


@pytest.mark.parametrize("triples", [False, True])
def test_every_set_of_up_to_three_cards_is_classified_alike(triples: bool) -> None:
    rules = bigtwo.Rules(allow_triples=triples)
    for size in (1, 2, 3):
        for cards in combinations(oracle.PACK, size):
            shape = bigtwo.classify(" ".join(cards), rules)
            assert (shape and shape.name) == oracle.classify(cards, rules.as_dict()), cards


@settings(max_examples=600)
@given(hands(), some_rules)
@example(["As", "2s", "3s", "4s", "5s"], {})
@example(["Jc", "Qc", "Kc", "Ac", "2c"], {})
def test_any_cards_are_classified_alike(cards: list[str], options: dict[str, Any]) -> None:
    shape = bigtwo.classify(cards, bigtwo.Rules(**options))
    assert (shape and shape.name) == oracle.classify(cards, options)
    assert shape is None or shape.count == len(cards)


@settings(max_examples=1000)
@given(plays(), plays(), some_rules)
def test_plays_beat_one_another_alike(new: list[str], on: list[str], options: dict[str, Any]) -> None:
    rules = bigtwo.Rules(**options)
    assert bigtwo.beats(new, on, rules) == oracle.beats(new, on, options)
    assert bigtwo.beats(on, new, rules) == oracle.beats(on, new, options)


@settings(max_examples=100, deadline=None)
@given(st.lists(plays(), min_size=2, max_size=20), some_rules)
def test_the_keys_put_plays_in_the_order_of_the_book(some: list[list[str]], options: dict[str, Any]) -> None:
    rules = bigtwo.Rules(**options)

    def place(cards: list[str]) -> tuple[Any, ...]:
        name = oracle.classify(cards, options)
        five = oracle.FIVES.index(name) if name in oracle.FIVES else 0
        return len(cards), five, oracle.key(cards, options)

    def key(cards: list[str]) -> tuple[int, int]:
        shape = bigtwo.classify(cards, rules)
        assert shape is not None
        return len(cards), shape.key

    assert sorted(some, key=place) == sorted(some, key=key)
    for a, b in combinations(some, 2):
        assert (place(a) == place(b)) == (key(a) == key(b))


# --- legal sets ------------------------------------------------------------------------------------------------------


@settings(max_examples=250, deadline=None)
@given(hands(least=3), some_rules, st.data())
def test_a_hand_may_do_the_same_things(hand: list[str], options: dict[str, Any], data: st.DataObject) -> None:
    rules = bigtwo.Rules(**options)
    kind = data.draw(st.sampled_from(["free", "must", "on"]))
    must = data.draw(st.sampled_from(hand)) if kind == "must" else None
    on = data.draw(plays().filter(lambda play: not set(play) & set(hand))) if kind == "on" else None
    legal = bigtwo.legal(hand, on, rules, must_contain=must)
    expected = {("play", cards) for cards in oracle.plays(hand, on, must, options)} | ({("pass", ())} if on else set())
    assert {pair(action) for action in legal} == expected
    assert len(legal) == legal.count() == len(expected)


# --- whole deals -----------------------------------------------------------------------------------------------------


def same_state(deal: Deal, state: oracle.State) -> None:
    """The engine's deal and the oracle's state are the same decision."""
    assert (deal.turn, deal.phase) == (oracle.turn(state), oracle.phase(state))
    assert [set(str(hand).split()) for hand in deal.hands] == [set(hand) for hand in state.hands]
    legal = deal.legal()
    texts, expected = [str(action) for action in legal], [text(action) for action in oracle.actions(state)]
    canonical = {str(Action("bigtwo", one)) for one in expected}
    assert set(texts) == canonical
    assert len(texts) == len(expected) == len(canonical)
    if state.winner is None:
        view = deal.view(state.seat)
        assert set(str(view.top).split()) == set(state.top or ())
        assert view.top_seat == (-1 if state.top_seat is None else (state.top_seat - state.seat) % 4)
        assert str(view.must) == (state.must or "")
        assert (view.passes, view.turn) == (state.passes, 0)
        assert list(view.left) == [len(state.hands[(state.seat + n) % 4]) for n in range(4)]


def some_refusals(deal: Deal, state: oracle.State, rng: random.Random) -> None:
    """Random actions, most of them not legal, are refused for the same rule or taken by both."""
    hand = state.hands[state.seat]
    for _ in range(6):
        source = hand if rng.random() < 0.8 else oracle.PACK
        cards = tuple(sorted(rng.sample(source, min(len(source), rng.choice([1, 1, 2, 2, 3, 4, 5, 5, 6])))))
        action = ("pass", ()) if rng.random() < 0.1 else ("play", cards)
        broken = oracle.check(state, action)
        assert (text(action) in deal.legal()) == (broken is None)
        if broken is not None:
            with pytest.raises(IllegalAction) as caught:
                deal.play(text(action))
            assert caught.value.rule == broken, (action, state)


def play_out(deal: Deal, state: oracle.State, rng: random.Random) -> None:
    """Plays a deal to its end in both, comparing every state."""
    while True:
        same_state(deal, state)
        if state.winner is not None:
            break
        some_refusals(deal, state, rng)
        choices = oracle.actions(state)
        longest = [action for action in choices if len(action[1]) == max(len(a[1]) for a in choices)]
        action = rng.choice(longest if rng.random() < 0.3 else choices)
        deal, state = deal.play(text(action)), oracle.apply(state, action)
    tally, rules = deal.tally(), bigtwo.Rules(**deal.rules)
    assert {name: tally[name].tolist() for name in tally.dtype.names} == oracle.tally(state)
    assert bigtwo.score(tally, rules)[0].tolist() == oracle.score(state)
    assert list(bigtwo.explain(tally, rules).points) == oracle.score(state)
    assert [bigtwo.penalty(hand, rules) for hand in deal.hands] == [
        oracle.penalty(hand, state.rules) for hand in state.hands
    ]
    with pytest.raises(IllegalAction) as caught:
        deal.play("pass")
    assert caught.value.rule == oracle.check(state, ("pass", ())) == "B-030"


def test_whole_deals_go_alike_state_by_state() -> None:
    """Full deals; the options take every value there is."""
    rng = random.Random(20)
    taken: dict[str, set[Any]] = {name: set() for name in VALUES}
    for index in range(12):
        options, leader = options_of(VALUES, index, rng), rng.choice([None, None, 0, 1, 2, 3])
        deal = bigtwo.deal(seed=index, rules=bigtwo.Rules(**options), leader=leader)
        state = oracle.start(options, [str(hand).split() for hand in deal.hands], leader=leader)
        play_out(deal, state, rng)
        for name, value in options.items():
            taken[name].add(value)
    assert taken == {name: set(values) for name, values in VALUES.items()}
    assert set(taken) == set(bigtwo.Rules().as_dict()), "an option that is not compared"


def suited_hands(rng: random.Random) -> list[list[str]]:
    """Short hands from a narrow part of the pack, in which monsters are common."""
    ranks = rng.sample(oracle.RANKS, 7) if rng.random() < 0.5 else list(rng.choice(["3456782", "A23456K", "9TJQKA2"]))
    part = [rank + suit for rank in ranks for suit in oracle.SUITS]
    rng.shuffle(part)
    size = rng.randint(2, 7)
    return [part[seat * size : (seat + 1) * size] for seat in range(4)]


def test_ends_of_deals_go_alike_state_by_state() -> None:
    """Short hands with many pairs, straights and monsters, under random options."""
    rng = random.Random(21)
    ended_with_items = 0
    for index in range(150):
        options, hands = options_of(VALUES, index, rng), suited_hands(rng)
        first = options["first_card"]
        leader = None if any(first in hand for hand in hands) and rng.random() < 0.6 else rng.randrange(4)
        deal = bigtwo.deal(hands=hands, rules=bigtwo.Rules(**options), leader=leader, partial=True)
        state = oracle.start(options, hands, leader=leader)
        play_out(deal, state, rng)
        ended_with_items += any(oracle.items(hand, options) != (0, 0) for hand in hands)
    assert ended_with_items > 20, "these deals were to be rich in 大老二 and monsters"


# --- what the cards left cost ----------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(hands(), some_rules)
@example([f"{rank}h" for rank in oracle.RANKS], {"deuce_penalty": "all"})
@example(
    ["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c"], {"monster_requires_kicker": False}
)
@example(
    ["2c", "2d", "2h", "2s", "3s", "4s", "5s", "6s", "As"],
    {"deuce_inside_monster_counts": False, "deuce_penalty": "all"},
)
@example(["2s", "3s", "4s", "5s", "6s", "7s"], {"deuce_inside_monster_counts": False})
@example(["9c", "9d", "9h", "9s", "2s"], {"deuce_inside_monster_counts": False})
def test_the_cards_left_cost_the_same(left: list[str], options: dict[str, Any]) -> None:
    rules = bigtwo.Rules(**options)
    assert tuple(rules.table.ask("items", bigtwo.cards(left))) == oracle.items(left, options)
    assert bigtwo.penalty(left, rules) == oracle.penalty(left, options)


@given(st.integers(0, 3), some_rules)
def test_leaving_costs_the_same(seat: int, options: dict[str, Any]) -> None:
    progress = bigtwo.progress(bigtwo.Rules(**options))
    progress.disconnect(seat)
    assert list(progress.standing().totals) == oracle.disconnect(seat, options)
