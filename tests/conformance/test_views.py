"""What a seat may know: views, deals drawn from them, and what is shown of an action."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

import paiju
from paiju import Deal, View, _native, dtypes

from .support import positions


def words(raw: object) -> bytes:
    """A field of a record as bytes."""
    return np.asarray(raw).tobytes()


def test_a_view_says_what_it_must(game: str) -> None:
    """Own cards, own seat, the phase, and whose turn it is, counted from the viewer.

    In a window, where seats are asked one by one in secret, that may be −1 to the others; each knows when it is asked.
    """
    phases = _native.describe(game)["phases"]
    for deal, _ in positions(game, range(6), share=0.3):
        seats = len(deal.hands)
        for seat in range(seats):
            view = deal.view(seat)
            assert view.game == game
            assert view.seat == seat
            assert view.hand == deal.hands[seat]
            assert (view.turn == 0) == (deal.turn == seat)
            assert view.turn == -1 or (view.turn + seat) % seats == deal.turn
            assert phases[view.phase] == deal.phase
            assert list(view.left) == [len(deal.hands[(seat + n) % seats]) for n in range(seats)]


def test_view_fields(game: str, play: ModuleType) -> None:
    """Attributes, the bytes of a row, and the dtype of a batch's views hold the same."""
    view = play.deal(seed=1).view(0)
    record = view.row().view(dtypes.dtype(game, "view"))[0]
    assert view.fields == list(record.dtype.names) == list(paiju.columns(game))
    assert all(paiju.columns(game).values())
    for name in view.fields:
        value = getattr(view, name)
        if isinstance(value, paiju.Cards):
            assert words(value.planes()) == words(record[name])
        elif isinstance(value, tuple) and isinstance(value[0], paiju.Cards):
            assert words([cards.planes() for cards in value]) == words(record[name])
        else:
            assert np.array_equal(np.asarray(value), record[name])
    with pytest.raises(AttributeError, match="no field"):
        _ = view.no_such_field


def assert_same_to(view: View, other: Deal, deal: Deal, seat: int) -> None:
    """A deal that a seat cannot tell from another one."""
    assert other.view(seat) == view
    assert other.view(seat).row().tobytes() == view.row().tobytes()
    assert (other.over, other.phase, other.rules) == (deal.over, deal.phase, deal.rules)
    assert (other.turn == seat) == (deal.turn == seat)
    assert view.turn == -1 or other.turn == deal.turn
    assert other.hands[seat] == deal.hands[seat]
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in deal.hands]
    assert len(other.stock) == len(deal.stock)
    if deal.turn == seat:
        mine, yours = deal.legal(), other.legal()
        assert list(mine) == list(yours)
        assert mine.count() == yours.count()
        assert mine.verbs == yours.verbs
        assert [row.shape for row in mine] == [row.shape for row in yours]


def test_resampled_deals_look_the_same(game: str) -> None:
    """Other cards where a seat cannot see change neither what it sees nor what it may do."""
    moved = 0
    for deal, rng in positions(game, range(12), share=0.15):
        for seat in range(len(deal.hands)):
            view = deal.view(seat)
            for _ in range(3):
                other = view.resample(rng.getrandbits(64))
                assert_same_to(view, other, deal, seat)
                moved += other != deal
    assert moved > 100, "hidden cards never change places"


def test_resampling_is_reproducible(game: str, play: ModuleType) -> None:
    view = play.deal(seed=3).view(1)
    drawn = [view.resample(seed) for seed in range(10)]
    assert drawn == [view.resample(seed) for seed in range(10)]
    assert len(set(drawn)) == 10


def test_resampling_reaches_the_truth(game: str) -> None:
    """Over many draws each hidden card lies where it really is now and then: nothing true is taken for impossible.

    Looked at are hands with a tenth of the hidden cards or more, so that 200 draws hardly ever miss a card by chance.
    """
    tried = 0
    for deal, _ in positions(game, range(12), share=0.03):
        for seat in range(len(deal.hands)):
            others = [other for other in range(len(deal.hands)) if other != seat]
            hidden = sum(len(deal.hands[other]) for other in others) + len(deal.stock)
            large = [other for other in others if len(deal.hands[other]) * 10 >= hidden > 0]
            seen = dict.fromkeys(large, 0)
            for draw in map(deal.view(seat).resample, range(200)):
                seen = {other: kinds | draw.hands[other].kinds for other, kinds in seen.items()}
            for other, kinds in seen.items():
                tried += 1
                assert deal.hands[other].kinds & ~kinds == 0, (deal, seat, other)
    assert tried > 50


def test_resampled_deals_play_on(game: str) -> None:
    """A resampled deal is a deal: it can be played to its end and gives a tally."""
    for deal, rng in positions(game, range(6), share=0.1):
        for seat in range(len(deal.hands)):
            end = deal.view(seat).resample(rng.getrandbits(64)).rollout(rng.getrandbits(64))
            assert end.over
            assert end.tally().dtype == dtypes.dtype(game, "tally")


def test_redacted_actions(game: str) -> None:
    """The seat that acts sees all of its action; others see the action, or less of the same cards, or nothing."""
    for deal, rng in positions(game, range(6), share=0.2):
        if deal.turn is None:
            continue
        action = deal.legal().sample(rng.getrandbits(64))
        for seat in range(len(deal.hands)):
            seen = deal.redact(action, seat)
            if seat == deal.turn:
                assert seen == action
            elif seen is not None:
                assert seen.cards <= action.cards
                assert seen.verb in dict(_native.describe(game)["heads"])


def test_what_is_hidden_does_not_show(game: str) -> None:
    """An action of which a seat sees nothing leaves its hand as it is and its own options as they were."""
    for deal, rng in positions(game, range(8), share=0.3):
        if deal.turn is None:
            continue
        action = deal.legal().sample(rng.getrandbits(64))
        after = deal.play(action)
        for seat in range(len(deal.hands)):
            if seat != deal.turn and deal.redact(action, seat) is None:
                assert after.hands[seat] <= deal.hands[seat] or len(after.stock) < len(deal.stock)


def test_seats_that_there_are_not(game: str, play: ModuleType) -> None:
    deal = play.deal(seed=1)
    seats, row = len(deal.hands), deal.legal()[0]
    for seat in (-1, seats, 10**6):
        with pytest.raises(IndexError):
            deal.view(seat)
        with pytest.raises(IndexError):
            deal.redact(row, seat)
    for nonsense in ("0", 1.0, None):
        with pytest.raises(TypeError):
            deal.view(nonsense)
    over = deal.rollout(1)
    with pytest.raises(ValueError, match="over"):
        over.redact(row, 0)
