"""Big Two: how many plays of each type the pack holds, by the formulas of combinatorics and by looking at every set."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paiju import bigtwo
from paiju._native import describe

NAMES = describe("bigtwo")["shapes"]
RUNS = 10
"""Straights by rank (B-003)."""

FIVE_CARDS = {
    "同花順": RUNS * 4,
    "鐵支": 13 * 48,
    "葫蘆": 13 * comb(4, 3) * 12 * comb(4, 2),
    "同花五": 4 * (comb(13, 5) - RUNS),
    "雜順": RUNS * (4**5 - 4),
}


@cache
def every_set(size: int) -> npt.NDArray[np.uint64]:
    """Every card set of a size as bit masks."""
    n = comb(52, size)
    slots = np.fromiter(chain.from_iterable(combinations(range(52), size)), np.uint8, n * size).reshape(n, size)
    planes = np.zeros(n, np.uint64)
    for column in range(size):
        planes |= np.uint64(1) << slots[:, column].astype(np.uint64)
    return planes


@cache
def shapes(size: int, **options: Any) -> npt.NDArray[np.void]:
    """What they are."""
    return bigtwo.classify_many(every_set(size), bigtwo.Rules(**options))


def tally(found: npt.NDArray[np.void]) -> dict[str, int]:
    """How many of each type; sets that are no type are left out."""
    kinds = found["kind"][found["kind"] >= 0]
    return {NAMES[kind]: int(count) for kind, count in zip(*np.unique(kinds, return_counts=True), strict=True)}


def test_formulas() -> None:
    assert FIVE_CARDS == {"同花順": 40, "鐵支": 624, "葫蘆": 3744, "同花五": 5108, "雜順": 10200}


def test_small_plays() -> None:
    assert tally(shapes(1)) == {"單張": 52}
    assert tally(shapes(2)) == {"一對": 13 * comb(4, 2)}
    assert tally(shapes(3)) == {}
    assert tally(shapes(3, allow_triples=True)) == {"三條": 13 * comb(4, 3)}
    assert tally(shapes(4)) == {}


def test_every_set_of_five_cards() -> None:
    assert len(every_set(5)) == 2_598_960
    assert tally(shapes(5)) == FIVE_CARDS
    assert (shapes(5)["count"][shapes(5)["kind"] >= 0] == 5).all()


def test_no_larger_set_is_a_play() -> None:
    rng = np.random.default_rng(6)
    slots = rng.permuted(np.tile(np.arange(52), (20_000, 1)), axis=1)
    for size in (6, 7, 13, 52):
        planes = (np.uint64(1) << slots[:, :size].astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        assert (bigtwo.classify_many(planes)["kind"] == -1).all()


@pytest.mark.parametrize(
    ("options", "flushes"),
    [
        ({}, 8 * 4),  # the top card: 8 … 2; the only flush-sized set under 7 high is 3-4-5-6-7, a straight
        ({"flush_compare": "suit_first"}, 8 * 4),
        ({"flush_compare": "all_cards"}, (comb(13, 5) - RUNS) * 4),
    ],
)
def test_the_number_of_different_keys(options: dict[str, str], flushes: int) -> None:
    """Two plays that share a key share their key card, and so never meet on the table."""
    found = shapes(5, **options)
    # The highest of three cards is a spade or, without that, a heart: two keys for each rank of a 葫蘆.
    distinct = {NAMES[kind]: len(np.unique(found["key"][found["kind"] == kind])) for kind in range(3, 8)}
    assert distinct == {"雜順": RUNS * 4, "同花五": flushes, "葫蘆": 13 * 2, "鐵支": 13, "同花順": RUNS * 4}


def test_the_kinds_are_ordered_as_the_keys() -> None:
    found = shapes(5)
    bounds = [
        (int(found["key"][found["kind"] == kind].min()), int(found["key"][found["kind"] == kind].max()))
        for kind in range(3, 8)
    ]
    assert all(low[1] < high[0] for low, high in pairwise(bounds))


@pytest.mark.parametrize(
    "options",
    [
        {"straight_order": "mainland"},
        {"a2345_key": "five"},
        {"a2345_key": "ace"},
        {"monsters_beat_any": True},
        {"pass_is_final": True},
    ],
)
def test_orders_do_not_change_what_a_set_is(options: dict[str, Any]) -> None:
    assert tally(shapes(5, **options)) == FIVE_CARDS


def test_the_largest_menus() -> None:
    """13 cards of one suit: every card and every five of them (the bound that the menu states)."""
    suit = [f"{rank}s" for rank in "3456789TJQKA2"]
    rows = bigtwo.legal(suit)
    assert len(rows) == rows.count() == 13 + comb(13, 5) == 1300
    assert len(rows) <= describe("bigtwo")["menu_max"]
    quads = [f"{rank}{s}" for rank in "345" for s in "cdhs"]
    rows = bigtwo.legal([*quads, "6s"])
    pairs, houses = 3 * comb(4, 2), 3 * comb(4, 3) * 2 * comb(4, 2)
    assert len(rows) == 13 + pairs + houses + 3 * 9
    rows = bigtwo.legal([*quads, "6s"], rules=bigtwo.Rules(allow_triples=True))
    assert len(rows) == 13 + pairs + houses + 3 * 9 + 3 * comb(4, 3)
