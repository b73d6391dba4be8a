"""Everything that Python holds is a value: text, pickles, copies, equality and hashes agree."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiju
from paiju import Action, Card, Cards, ParseError, PositionError, Shape, _native

from .strategies import card_sets, garbled
from .support import counts, heads, pack, positions, random_dealt


def assert_value(thing: Any) -> None:
    """Pickled, copied and compared it stays what it is; nothing can be set on it."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert type(again) is type(thing)
        assert again == thing
        assert hash(again) == hash(thing)
    for again in (copy.copy(thing), copy.deepcopy(thing)):
        assert again == thing
        assert hash(again) == hash(thing)
    for other in (None, 0, "", object(), [thing]):
        assert thing != other
    assert repr(thing)
    with pytest.raises(AttributeError):
        thing.something = 1


def test_deals_views_actions_shapes(game: str) -> None:
    shapes = 0
    for deal, _ in positions(game, range(5), share=0.1):
        assert_value(deal)
        assert_value(deal.view(0))
        for row in deal.legal()[:10]:
            assert_value(row)
            if row.shape is not None:
                shapes += 1
                assert_value(row.shape)
                assert row.shape.name in _native.describe(game)["shapes"]
                assert str(row.shape) == row.shape.name
                assert [getattr(row.shape, name) for name in row.shape.fields]
    assert shapes


def test_cards_rules_tables(game: str, play: ModuleType) -> None:
    whole = pack(game)
    for thing in (whole, Cards(game), whole - whole, *set(whole), play.Rules(), play.Rules().table):
        assert_value(thing)
    for seed in range(20):
        rules = random_dealt(game, seed).rules
        assert_value(rules)
        assert_value(rules.table)


def test_unequal_things_differ(game: str, play: ModuleType) -> None:
    """Deals under other rules, of other seeds, after an action; views from other seats; tables and rules."""
    deal = play.deal(seed=1)
    assert deal != play.deal(seed=2)
    assert deal != deal.play(deal.legal()[0])
    assert deal.view(0) != deal.view(1)
    name, allowed, _, _ = _native.describe(game)["rules"][0]
    other = next(value for value in allowed if value != getattr(play.Rules(), name))
    rules = play.Rules(**{name: other})
    assert rules != play.Rules()
    assert rules.table != play.Rules().table
    assert play.deal(seed=1, rules=rules) != deal
    assert play.deal(seed=1, rules=play.Rules()) == deal
    assert rules.replace(**{name: getattr(play.Rules(), name)}) == play.Rules()


def test_deals_in_the_middle_survive_pickles(game: str) -> None:
    """A pickled deal plays on as the deal itself would."""
    for deal, rng in positions(game, range(5), share=0.1):
        again = pickle.loads(pickle.dumps(deal))
        seed = rng.getrandbits(64)
        assert list(again.legal()) == list(deal.legal())
        assert again.rules == deal.rules
        assert again.rollout(seed) == deal.rollout(seed)


def test_broken_pickles_are_refused(game: str, play: ModuleType) -> None:
    """What a pickle calls takes the bytes of this version only, and never panics."""
    deal = play.deal(seed=1)
    for thing in (deal, deal.view(0)):
        restore, (name, codes, raw) = thing.__reduce__()
        assert restore(name, codes, raw) == thing
        for bad in (b"", raw[:-1], raw + b"\0"):
            with pytest.raises(PositionError):
                restore(name, codes, bad)
        for bad_codes in (codes[:-1], [*codes, 0], [-5] * len(codes), [2**62] * len(codes)):
            with pytest.raises(PositionError):
                restore(name, bad_codes, raw)
        # A view is only bytes until a deal is drawn from it.
        with pytest.raises(PositionError):
            restore(name, codes, b"\xff" * len(raw)).resample(1)
    shape = next(row.shape for start, _ in positions(game, range(5)) for row in start.legal() if row.shape)
    _, (name, raw) = shape.__reduce__()
    for bad in (b"", raw[:-1], raw + b"\0", b"\xff" * len(raw)):
        with pytest.raises(PositionError):
            Shape(name, bad)


def test_text_of_cards_and_actions(game: str) -> None:
    """Canonical text parses back to the same thing, and writing it again gives the same text."""
    whole = pack(game)
    for card in set(whole):
        assert Card(game, str(card)) == card
        assert str(Cards(game, [card])) == str(card)
    assert Cards(game, str(whole)) == whole
    for deal, rng in positions(game, range(8), share=0.2):
        for hand in deal.hands:
            assert Cards(game, str(hand)) == hand
        for action in [*deal.legal(), *(deal.legal().sample(rng.getrandbits(64)) for _ in range(5) if not deal.over)]:
            again = Action(game, str(action))
            assert again == action
            assert str(again) == str(action)
            assert (again.verb, again.cards) == (action.verb, action.cards)
            assert heads(game)[action.verb] == bool(action.cards)


@given(data=st.data())
def test_cards_are_multisets(game: str, data: st.DataObject) -> None:
    """Every operation is that of the arrays of copies."""
    a, b = data.draw(card_sets(game)), data.draw(card_sets(game))
    m, n, whole = counts(a), counts(b), counts(pack(game))
    assert len(a) == m.sum() == len(list(a))
    assert bool(a) == bool(m.any())
    assert (a == b) == np.array_equal(m, n)
    assert (a <= b) == (b >= a) == bool((m <= n).all())
    assert (a < b) == (b > a) == bool((m <= n).all() and (m < n).any())
    assert a.kinds == sum(1 << slot for slot in range(64) if m[slot])
    assert [card.slot for card in a] == [slot for slot in range(64) for _ in range(m[slot])]
    for card in set(pack(game)):
        assert a.count(card) == a.count(str(card)) == m[card.slot]
        assert (card in a) == (str(card) in a) == (m[card.slot] > 0)
    if (m + n <= whole).all():
        assert np.array_equal(counts(a + b), m + n)
        assert a + str(b) == a + list(b) == b + a
    else:
        with pytest.raises(PositionError):
            _ = a + b
    if (n <= m).all():
        assert np.array_equal(counts(a - b), m - n)
    else:
        with pytest.raises(PositionError):
            _ = a - b
    planes = [sum(1 << slot for slot in range(64) if m[slot] > plane) for plane in range(len(a.planes()))]
    assert a.planes().tolist() == planes


def read_or_error(read: type[Cards] | type[Action], game: str, text: str) -> Cards | Action | ParseError:
    """What text says, or why it says nothing."""
    try:
        return read(game, text)
    except ParseError as error:
        return error


@given(data=st.data())
def test_text_that_is_no_card(game: str, data: st.DataObject) -> None:
    """Garbled text either still is cards, or is refused with the place where it goes wrong; never a panic."""
    text = data.draw(garbled(game) | st.text(max_size=12))
    for read in (Cards, Action):
        thing = read_or_error(read, game, text)
        if isinstance(thing, ParseError):
            assert 0 <= thing.position <= len(text)
            assert str(thing.position) in str(thing)
        else:
            assert not str(thing) or read(game, str(thing)) == thing


def test_more_copies_than_there_are(game: str) -> None:
    for card in set(pack(game)):
        assert len(Cards(game, f"{card}x{card.copies}")) == card.copies
        for text in (f"{card}x{card.copies + 1}", f"{card} {card}x{card.copies}", f"{card}x0", f"{card}x{10**40}"):
            with pytest.raises(ParseError):
                Cards(game, text)
        with pytest.raises(PositionError):
            Cards(game, [card] * (card.copies + 1))


def test_things_that_are_no_cards(game: str) -> None:
    for nonsense in (3, 2.5, object(), [None], b"3c", {1: 2}):
        with pytest.raises(TypeError):
            Cards(game, nonsense)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Action(game, nonsense)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Card(game, 3)  # type: ignore[arg-type]


def test_cards_of_another_game(game: str) -> None:
    """Cards of another pack are refused and are never equal; cards of the same pack are the same cards."""
    for other in paiju.games():
        mine, foreign = pack(game), pack(other)
        if counts(mine).tolist() == counts(foreign).tolist():
            assert mine == foreign
            continue
        assert mine != foreign
        for refused in (lambda m=mine, f=foreign: m + f, lambda f=foreign: Cards(game, f)):
            with pytest.raises(PositionError):
                refused()
        with pytest.raises(TypeError):
            _ = mine <= foreign


def test_order_of_cards(game: str) -> None:
    kinds = sorted(set(pack(game)))
    random.Random(1).shuffle(shuffled := list(kinds))
    assert [card.slot for card in sorted(shuffled)] == sorted(card.slot for card in kinds)
    assert all(a < b <= b and b > a >= a for a, b in pairwise(kinds))
