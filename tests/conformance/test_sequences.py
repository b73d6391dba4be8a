"""`Legal` as a sequence, and what of it does not depend on the menu."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

import paiju
from paiju import Action, Cards

from .support import positions


def test_the_menu_is_a_sequence(game: str) -> None:
    for deal, rng in positions(game, range(6), share=0.3):
        legal = deal.legal()
        rows, n = list(legal), len(legal)
        assert [legal[i] for i in range(n)] == rows
        assert [legal[i] for i in range(-n, 0)] == rows
        assert list(reversed(legal)) == rows[::-1]
        assert bool(legal) == (n > 0) == (not deal.over)
        for _ in range(5):
            part = slice(*(rng.choice([None, rng.randrange(-2 * n - 2, 2 * n + 2)]) for _ in range(2)))
            assert legal[part] == rows[part]
            stride = slice(part.start, part.stop, rng.choice([-3, -2, -1, 1, 2, 3]))
            assert legal[stride] == rows[stride]
        for index in (n, -n - 1, 10**30, -(10**30)):
            with pytest.raises(IndexError):
                legal[index]


def test_indices_of_the_wrong_kind(game: str, play: ModuleType) -> None:
    legal = play.deal(seed=1).legal()
    for index in ("0", 1.0, None):
        with pytest.raises(TypeError):
            legal[index]
    with pytest.raises(ValueError, match="zero"):
        legal[::0]


def test_membership_takes_anything(game: str, play: ModuleType) -> None:
    """`in` answers for actions, text and cards, and says no to whatever is no action."""
    legal = play.deal(seed=1).legal()
    for row in legal:
        assert row in legal
        assert str(row) in legal
        assert (row.cards in legal) == (Action(game, row.cards) in legal if row.cards else False)
    for nonsense in ("", "no such card", "♠♠", None, 3, 2.5, object(), [None], b"3c", Cards(game)):
        assert nonsense not in legal


def test_legal_keeps_its_deal(game: str, play: ModuleType) -> None:
    deal = play.deal(seed=1)
    legal = deal.legal()
    assert legal.deal is deal
    row = random.Random(1).choice(legal)
    deal.play(row)
    assert list(legal) == list(deal.legal())
    assert paiju.module(game).deal(seed=1) == legal.deal
