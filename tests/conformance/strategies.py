"""Hypothesis strategies for any game: cards, hands, options, garbled text."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

import paiju
from paiju import Cards, _native

from .support import pack


@cache
def copies(game: str) -> dict[str, int]:
    """The text of every kind of card with its number of copies."""
    return {str(card): card.copies for card in set(pack(game))}


def card_sets(game: str, most: int | None = None) -> st.SearchStrategy[Cards]:
    """Any cards of a game, at most so many kinds of them."""
    sizes = st.fixed_dictionaries({}, optional={card: st.integers(1, n) for card, n in copies(game).items()})
    texts = sizes.map(lambda chosen: [f"{card}x{n}" for card, n in list(chosen.items())[:most]])
    return texts.map(lambda items: Cards(game, items))


def allowed_values(allowed: Any) -> st.SearchStrategy[Any]:
    """The values that an option takes."""
    return st.sampled_from(allowed) if isinstance(allowed, list) else st.integers(*allowed)


def option_records(game: str, record: str = "rules") -> st.SearchStrategy[dict[str, Any]]:
    """Some options of a record of a game (``rules``, ``setup`` or ``ask``) with allowed values."""
    options = _native.describe(game)[record]  # type: ignore[literal-required]
    return st.fixed_dictionaries({}, optional={name: allowed_values(allowed) for name, allowed, *_ in options})


def rules(game: str) -> st.SearchStrategy[Any]:
    """Any rules of a game."""
    return option_records(game).map(lambda options: paiju.module(game).Rules(**options))


def garbled(game: str) -> st.SearchStrategy[str]:
    """Text of cards in which one place is broken: a character put in, left out or changed for another."""
    characters = st.sampled_from("".join(copies(game)) + " x0123456789*♠♥♣♦王小大一乙\t\n\0é·,;-pas")

    def broken(parts: tuple[Cards, float, str, int]) -> str:
        cards, place, new, kind = parts
        text = str(cards)
        at = int(place * (len(text) + 1))
        return text[:at] + (new if kind else "") + text[at + (kind != 1) :]

    places = st.floats(0, 1, exclude_max=True)
    return st.tuples(card_sets(game, most=6), places, characters, st.integers(0, 2)).map(broken)
