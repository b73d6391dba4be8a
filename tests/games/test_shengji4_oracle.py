"""Four-deck Shengji: the engine against the oracle, a plain reading of the rule book that shares nothing with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju import Action, Cards, Deal, IllegalAction, Legal, shengji4
from tests.games.support import pair
from tests.oracle import shengji4 as oracle
from tests.oracle import shengji4_follow as tricks

some_rules = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in oracle.OPTIONS.items()})
levels = st.sampled_from(["3", "3", "7", "K", "A", "2"])
trumps = st.sampled_from("cdhs")


def texts(cards: Cards) -> tuple[str, ...]:
    """Cards as the oracle writes them."""
    return tuple(sorted(str(card) for card in cards))


def engine(verb: str, cards: Sequence[str]) -> Action:
    return Action("shengji4", f"{verb} {' '.join(cards)}")


@st.composite
def hands(draw: st.DrawFn, level: str, trump: str, most: int = 12) -> list[str]:
    """Cards with many groups and neighbours: a stretch of one suit with copies, and some others."""
    faces = "A23456789TJQK"
    suit = draw(st.sampled_from("cdhs"))
    low = draw(st.integers(0, 12))
    stretch = [faces[(low + i) % 13] + suit for i in range(draw(st.integers(1, 4)))]
    others = [
        level + draw(trumps),
        "2" + draw(trumps),
        draw(st.sampled_from(["w", "W"])),
        draw(st.sampled_from(faces)) + trump,
    ]
    kinds = list(dict.fromkeys(stretch + others[: draw(st.integers(0, 4))]))
    cards: list[str] = []
    for kind in kinds:
        cards += [kind] * draw(st.integers(1, 4) if kind in stretch else st.integers(1, 2))
    return cards[:most]


@st.composite
def leads(draw: st.DrawFn, level: str, trump: str, options: dict[str, Any]) -> list[str]:
    """One shape, seldom a throw."""
    table = oracle.table(level, trump, options)
    suit = draw(st.sampled_from(["c", "d", "h", "s"]))
    if draw(st.integers(0, 5)) == 0:
        cards = [
            card
            for card in draw(hands(level, trump, 6))
            if tricks.class_of(table, card) == tricks.class_of(table, "9" + suit)
        ]
        return cards or ["9" + suit]
    runs = [sorted(run) for run in table.tractors if len(run) <= 5 and any(card[-1] == suit for card in run)]
    if draw(st.booleans()) and runs:
        run = draw(st.sampled_from(runs))
        width = draw(st.sampled_from([2, 2, 3, 4] if len(run) <= 4 else [2]))
        return [card for card in run for _ in range(width)]
    card = draw(st.sampled_from(["9" + suit, "A" + suit, "2" + suit, "4" + suit, level + suit]))
    return [card] * draw(st.integers(1, 4))


@settings(max_examples=400, deadline=None)
@given(st.data(), levels, trumps, some_rules)
def test_shapes_and_splits(data: st.DataObject, level: str, trump: str, options: dict[str, Any]) -> None:
    rules, cards = shengji4.Rules(**options), data.draw(hands(level, trump))
    context = {"level": level, "trump": trump, "rules": rules}
    tried = [cards, data.draw(leads(level, trump, options))]
    for some in tried:
        found, expected = shengji4.classify(some, **context), oracle.classify(some, level, trump, options)
        assert (found is None) == (expected is None), some
        if found and expected:
            assert (found.name, found.width, found.length) == expected[:3]
            assert (found.rank, found.main) == expected.key
        if tricks.one_class(oracle.table(level, trump, options), some):
            parts = [texts(part) for part in shengji4.split(some, **context)]
            assert parts == [tuple(sorted(part)) for part in oracle.split(some, level, trump, options)]


@settings(max_examples=400, deadline=None)
@given(st.data(), levels, trumps, some_rules)
def test_winners(data: st.DataObject, level: str, trump: str, options: dict[str, Any]) -> None:
    rules = shengji4.Rules(**options)
    lead = data.draw(leads(level, trump, options))
    plays = [lead]
    for _ in range(3):
        play = data.draw(st.one_of(leads(level, trump, options), hands(level, trump, len(lead))))
        plays.append((play * 9)[: len(lead)] if len(set(play)) * 4 < len(lead) else play[: len(lead)])
    plays = [play for play in plays if max(play.count(card) for card in play) <= 4]
    found = shengji4.winner(plays, trump, level, rules)
    assert found == oracle.winner(plays, level, trump, options)[0]


def assert_same_legal(legal: Legal, state: Any, rng: random.Random) -> None:
    """Every legal action of the oracle is one of the engine and the other way round."""
    expected = oracle.actions(state)
    listed = [pair(action) for action in legal.expand()]
    assert sorted(listed) == expected
    assert legal.count() == len(expected)
    for verb, cards in rng.sample(expected, min(5, len(expected))):
        assert engine(verb, cards) in legal
        assert legal.row_of(engine(verb, cards)) in set(legal)


@settings(max_examples=500, deadline=None)
@given(st.data(), levels, trumps, some_rules, st.randoms(use_true_random=False))
def test_follows(data: st.DataObject, level: str, trump: str, options: dict[str, Any], rng: random.Random) -> None:
    rules = shengji4.Rules(**options)
    lead = data.draw(leads(level, trump, options))
    table = oracle.table(level, trump, options)
    if options["throw_rule"] == "never" and tricks.shape(table, lead) is None:
        lead = lead[:1]
    drawn = data.draw(hands(level, trump, 14))
    hand = [card for i, card in enumerate(drawn) if drawn[:i].count(card) + lead.count(card) < 4]
    if len(hand) < len(lead):
        return
    legal = shengji4.legal(hand, on=lead, trump=trump, level=level, rules=rules)
    sets = oracle._card_sets(hand, len(lead))
    expected = [tuple(sorted(play)) for play in sets if oracle.follow(lead, hand, play, level, trump, options) is None]
    assert sorted(texts(action.cards) for action in legal.expand()) == sorted(expected)
    assert legal.count() == len(expected)
    rows = set(legal)
    for play in rng.sample(sets, min(20, len(sets))):
        action = engine("play", play)
        assert (action in legal) == (tuple(sorted(play)) in expected)
        if action in legal:
            assert legal.row_of(action) in rows
        else:
            with pytest.raises(IllegalAction):
                legal.check(action)


@settings(max_examples=150, deadline=None)
@given(st.data(), trumps, some_rules)
def test_kills_of_throws(data: st.DataObject, trump: str, options: dict[str, Any]) -> None:
    rules, level = shengji4.Rules(**options), "3"
    side = "h" if trump != "h" else "d"
    ranks = data.draw(st.lists(st.sampled_from("456789"), min_size=2, max_size=4, unique=True))
    lead = [rank + side for rank in ranks for _ in range(data.draw(st.integers(1, 3)))][:8]
    others = data.draw(st.lists(st.sampled_from("456789"), min_size=2, max_size=4, unique=True))
    trumps_held = [rank + trump for rank in others for _ in range(4)] + ["2d", "2d", "w"]
    plays = [data.draw(st.permutations(trumps_held))[: len(lead)] for _ in range(2)]
    keys = []
    for play in plays:
        expected = oracle.kill_key(lead, play, level, trump, options)
        shape = oracle.classify(lead, level, trump, options)
        found = shengji4.kill(lead, play, trump=trump, level=level, rules=rules)
        if shape is not None:
            assert found is None
            return
        assert (found is None) == (expected is None)
        keys.append((found, expected))
    (a, x), (b, y) = keys
    if x is not None and y is not None:
        assert (a > b) == (x > y)
        assert (a == b) == (x == y)


def same(deal: Deal, state: Any) -> None:
    assert deal.turn == oracle.turn(state)
    assert deal.phase == oracle.phase(state)
    assert tuple(texts(hand) for hand in deal.hands) == state.hands


def assert_tallies_agree(deal: Deal, state: Any, rules: shengji4.Rules) -> None:
    facts, tally = oracle.tally(state), deal.tally()
    assert bool(tally["void"]) == facts["void"]
    assert list(shengji4.score(tally, rules)[0]) == oracle.score(state)
    assert shengji4.explain(tally, rules).points == tuple(oracle.score(state))
    if facts["void"]:
        return
    assert (tally["dealer"], "cdhs"[int(tally["trump"])]) == (facts["dealer"], facts["trump"])
    assert list(tally["captured"]) == facts["captured"]
    assert int(tally["last_winner"]) == facts["last_winner"]
    assert int(tally["last_cards"]) == facts["last_cards"]
    assert int(tally["last_component"]) == facts["last_component"]
    assert list(tally["last_points"]) == facts["last_points"]
    assert int(shengji4.attackers_score(tally, rules)[0]) == facts["score"]


SMALL = [rank + suit for rank in "23456TKA" for suit in "hs"] + ["w", "W"]


@settings(max_examples=60, deadline=None)
@given(some_rules, st.integers(0, 2**32), st.sampled_from(["3", "A", "5"]), st.sampled_from([None, 0, 3]))
def test_small_deals_in_full(options: dict[str, Any], seed: int, level: str, dealer: int | None) -> None:
    """A small deal from the first card to the last, every legal action compared at every decision."""
    rng = random.Random(seed)
    pack = [card for card in rng.sample(SMALL, 9) for _ in range(4)]
    rng.shuffle(pack)
    pack = pack[: 4 * rng.randrange(4, 9)]
    first, drawn = rng.randrange(4), rng.randrange(4)
    rules = shengji4.Rules(**options)
    deal = shengji4.deal(
        rules=rules, hands=["", "", "", ""], stock=pack, level=level, dealer=dealer, first_recipient=first,
        drawn_dealer=drawn, partial=True,
    )  # fmt: skip
    state = oracle.start(options, [], pack, level=level, dealer=dealer, first_recipient=first, drawn_dealer=drawn)
    while not deal.over:
        same(deal, state)
        assert_same_legal(deal.legal(), state, rng)
        action = rng.choice(deal.legal()) if rng.random() < 0.5 else deal.legal().sample(rng.getrandbits(64))
        deal, state = deal.play(action), oracle.apply(state, pair(action))
    assert oracle.turn(state) is None
    assert_tallies_agree(deal, state, rules)


@settings(max_examples=12, deadline=None)
@given(some_rules, st.integers(0, 2**32), levels)
def test_whole_deals(options: dict[str, Any], seed: int, level: str) -> None:
    """A whole random deal: the turn, the hands, what is legal of what was tried, and the result."""
    rng = random.Random(seed)
    options = {**options, "start_level": 2 if level == "2" else options["start_level"]}
    rules = shengji4.Rules(**options)
    deal = shengji4.deal(seed=seed, rules=rules, level=level)
    pack = [str(card) for card in shengji4.deal(seed=seed, rules=rules, level=level).stock]
    given_hands = [texts(hand) for hand in deal.hands]
    first = (deal.view(0).first) % 4
    dealt = sum(map(len, given_hands))
    if deal.phase == "deal":
        state = None
        front = undealt_front(seed, rules, level, dealt)
        state = oracle.start(options, [], front + pack, level=level, first_recipient=first, drawn_dealer=0)
    else:
        return
    while not deal.over:
        assert deal.turn == oracle.turn(state)
        legal = deal.legal()
        action = rng.choice(legal) if rng.random() < 0.5 else legal.sample(rng.getrandbits(64))
        if deal.phase == "play":
            hand = deal.hands[deal.turn]
            for _ in range(5):
                tried = rng.sample(list(hand), min(len(action.cards), len(hand)))
                cards = tuple(sorted(str(card) for card in tried))
                assert (engine("play", cards) in legal) == (oracle.check(state, ("play", cards)) is None)
        same(deal, state)
        deal, state = deal.play(action), oracle.apply(state, pair(action))
    if options["no_call_first_dealer"] != "random" or int(deal.tally()["dealer"]) == state.dealer:
        assert_tallies_agree(deal, state, rules)


def undealt_front(seed: int, rules: shengji4.Rules, level: str, dealt: int) -> list[str]:
    """The cards dealt before the first decision, in an order that gives each seat its own."""
    deal = shengji4.deal(seed=seed, rules=rules, level=level)
    first = deal.view(0).first
    piles = [[str(card) for card in hand] for hand in deal.hands]
    # The seat that can call holds the last card dealt; which of its cards came first does not matter before.
    level_cards = {level + suit for suit in "cdhs"}
    for pile in piles:
        pile.sort(key=lambda card: card not in level_cards)
    return [piles[(first + i) % 4].pop() for i in range(dealt)]
