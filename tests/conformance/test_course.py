"""The course of a deal: cards are conserved, it always ends, and what is over is over."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

import paiju
from paiju import Action, Cards, Deal, IllegalAction, PositionError, _native, dtypes

from .support import counts, pack, random_dealt, walk


def places(deal: Deal) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Copies by slot in the hands (by seat), in the stock, and before the seats."""
    hands = np.array([counts(hand) for hand in deal.hands])
    stock = counts([Cards(deal.game, [card]) for card in deal.stock])
    melds = counts([cards for groups in deal.melds for _, cards in groups])
    return hands, stock, melds


def assert_conserved(before: Deal, action: Action, after: Deal, whole: npt.NDArray[np.int64]) -> None:
    """No card is made or doubled: hands give only what is played or laid down, and get only what lay hidden."""
    (hands, stock, melds), (new_hands, new_stock, new_melds) = places(before), places(after)
    assert (new_hands.sum(axis=0) + new_stock + new_melds <= whole).all(), "more copies than the pack holds"
    assert (new_stock <= stock).all(), "cards do not go back to the stock"
    lost = np.maximum(hands - new_hands, 0).sum(axis=0)
    gained = np.maximum(new_hands - hands, 0).sum(axis=0)
    laid = np.maximum(new_melds - melds, 0)
    away = whole - hands.sum(axis=0) - stock - melds
    assert (lost <= counts(action.cards) + laid).all(), "a card left a hand without being played"
    assert action.verb != "play" or (lost * counts(action.cards)).any(), "a play left the hand as it was"
    assert (gained <= (stock - new_stock) + away).all(), "a card came to a hand from another hand"


def test_cards_are_conserved(game: str) -> None:
    whole = counts(pack(game))
    for seed in range(25):
        path = list(walk(random_dealt(game, seed).deal(), random.Random(seed)))
        for (before, action), (after, _) in pairwise(path):
            assert action is not None
            assert_conserved(before, action, after, whole)


def test_turns_and_legal_actions_go_together(game: str) -> None:
    """While a seat is to act it has an action; the phase is one of the game's; a deal shows what it is."""
    description = _native.describe(game)
    for seed in range(15):
        for deal, _ in walk(random_dealt(game, seed).deal(), random.Random(seed)):
            assert deal.game == game
            assert deal.phase in description["phases"]
            assert deal.over == (deal.turn is None)
            assert deal.turn is None or 0 <= deal.turn < description["seats"]
            assert len(deal.hands) == len(deal.melds) == description["seats"]
            assert (len(deal.legal()) > 0) == (deal.legal().count() > 0) == (not deal.over)
            assert game in repr(deal)
            assert deal.phase in repr(deal)
            if not deal.over:
                with pytest.raises(PositionError):
                    deal.tally()


def test_random_play_always_ends(game: str) -> None:
    """Under any options; `rollout` ends where playing on would."""
    for seed in range(60):
        dealt = random_dealt(game, seed)
        end = dealt.deal().rollout(seed)
        assert end.over
        assert end == dealt.deal().rollout(seed)
        assert end.rollout(seed) == end


def test_every_option_value_plays(game: str) -> None:
    """Each allowed value of each option, alone: deals are played out and scored."""
    play = paiju.module(game)
    for name, allowed, _rule, _doc in _native.describe(game)["rules"]:
        for value in allowed:
            rules = play.Rules(**{name: value})
            tallies = paiju.playouts(game, 10, 1, rules)
            assert play.score(tallies, rules).shape == (10, _native.describe(game)["seats"])


def test_over_is_over(game: str) -> None:
    """A finished deal has no legal action, refuses all, prints, and has a tally that everyone may see."""
    for seed in range(15):
        *_, (before, action), (end, none) = walk(random_dealt(game, seed).deal(), random.Random(seed))
        assert none is None
        assert action is not None
        legal = end.legal()
        assert list(legal) == list(legal.expand()) == legal.verbs == []
        assert legal.count() == end.perft(1) == 0
        assert end.perft(0) == 1
        assert "over" in repr(end)
        assert "0 actions" in repr(legal)
        assert action not in legal
        for attempt in (end.play, legal.check, legal.row_of):
            with pytest.raises(IllegalAction):
                attempt(action)
        for refused in (legal.sample, legal.picks):
            with pytest.raises(PositionError):
                refused()
        assert end.tally().dtype == dtypes.dtype(game, "tally")
        assert [end.view(seat).turn for seat in range(len(end.hands))] == [-1] * len(end.hands)
        assert before.play(action) == end
