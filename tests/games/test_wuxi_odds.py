"""Wuxi: the exact odds, by other ways of counting, and beside the figures that were printed."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import paiju
from paiju import wuxi
from paiju.games import _wuxi_odds

ENTRIES = {entry.name: entry for entry in wuxi.odds()}
ALL = math.comb(216, 54)


def share(*parts: tuple[int, int]) -> Fraction:
    """The share of hands with k of n cards for each (n, k), and any of the others."""
    product, others, left = 1, 216, 54
    for n, k in parts:
        product, others, left = product * math.comb(n, k), others - n, left - k
    return Fraction(product * math.comb(others, left), ALL)


@pytest.mark.rule("WA-09", "WA-10")
def test_expected_numbers_in_closed_form() -> None:
    assert ENTRIES["青龙"].expected == 40 * share((12, 12))
    assert f"{float(ENTRIES['青龙'].expected) * 1e6:.4f}" == "0.8697"
    numbers = ["八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六"]
    for n, number in enumerate(numbers, start=8):
        assert ENTRIES[f"{number}只"].expected == 13 * share((16, n))
    assert ENTRIES["花豹"].expected == 52 * share((4, 4))
    for name, n in (("花虎", 4), ("五虎", 5), ("六虎", 6), ("七虎", 7), ("八虎", 8)):
        assert ENTRIES[name].expected == ENTRIES[name].at_least_one == share((8, n))
    assert ENTRIES["青虎"].expected == 2 * share((4, 4))
    assert ENTRIES["青虎"].at_least_one == 2 * share((4, 4)) - share((8, 8))
    for name, k in (("五节", 5), ("六节", 6), ("七节", 7), ("八节", 8), ("九节", 9), ("十六节", 16)):
        assert ENTRIES[name].expected == 10 * share((16, k), (16, k), (16, k))
    assert ENTRIES["飞龙"].expected == 40 * share((4, 3), (4, 3), (4, 3))


def test_at_least_one_by_inclusion_and_exclusion() -> None:
    # 花豹: of 52 kinds, j held in full, 4j ≤ 54 cards.
    sign = [(-1) ** (j + 1) * math.comb(52, j) * share((4 * j, 4 * j)) for j in range(1, 14)]
    assert ENTRIES["花豹"].at_least_one == sum(sign)
    # 十只: at most five ranks have exactly ten cards.
    ten = [(-1) ** (j + 1) * math.comb(13, j) * share(*[(16, 10)] * j) for j in range(1, 6)]
    assert ENTRIES["十只"].at_least_one == sum(ten)
    # 八节: the union of ten windows, through all sets of windows.
    assert ENTRIES["八节"].at_least_one == union_of_windows(8)


def union_of_windows(k: int) -> Fraction:
    total = Fraction(0)
    for size in range(1, 11):
        for tops in combinations(range(10), size):
            ranks = {top + step for top in tops for step in range(3)}
            if len(ranks) * k <= 54:
                total += (-1) ** (size + 1) * share(*[(16, k)] * len(ranks))
    return total


def test_the_printed_figures_are_marked_not_fitted() -> None:
    wrong = [entry.name for entry in wuxi.odds() if not entry.agrees]
    assert wrong == ["花豹", "十一只", "十三只", "十四只", "五节", "六节", "飞龙", "七节", "八节"]
    printed = {
        "八只": "21.99%",
        "花虎": "8.48%",
        "青虎": "7.2‰",
        "十六只": "亿分之0.045",
        "青龙": "0.87ppm",
        "十六节": "1/1.2e40",
    }
    assert {name: ENTRIES[name].printed for name in printed} == printed
    assert len(ENTRIES) == 24


def test_random_hands_agree_within_their_errors() -> None:
    found = wuxi.odds(samples=200_000, seed=5)
    assert found == wuxi.odds(samples=200_000, seed=5)
    assert found != wuxi.odds(samples=200_000, seed=6)
    for entry in found:
        expected, n = float(entry.expected), entry.samples
        assert n == 200_000
        if expected * n > 20:
            assert entry.error > 0
            assert abs(entry.sampled - expected) < 4.5 * entry.error, entry.name
            one = float(entry.at_least_one)
            assert abs(entry.sampled_one - one) < 4.5 * math.sqrt(one * (1 - one) / n), entry.name


def test_blocks_and_progress() -> None:
    done: list[int] = []
    whole = wuxi.odds(samples=2 * _wuxi_odds.BLOCK + 5, seed=1, progress=done.append)
    assert done == [_wuxi_odds.BLOCK, 2 * _wuxi_odds.BLOCK, 2 * _wuxi_odds.BLOCK + 5]
    assert whole[0].samples == done[-1]
    rules = wuxi.Rules(spade_lead_rule="off")
    assert [entry.sampled for entry in wuxi.odds(1000, 3, rules)] == [entry.sampled for entry in wuxi.odds(1000, 3)]


def test_a_chart(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for ending, head in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        path = tmp_path / f"odds{ending}"
        _wuxi_odds.plot(wuxi.odds(samples=1000), path)
        assert path.read_bytes().startswith(head)


def test_bad_numbers() -> None:
    for samples in (-1, 1.5, "many", 10**12):
        with pytest.raises(paiju.PositionError):
            wuxi.odds(samples=samples)
    with pytest.raises(paiju.PositionError):
        wuxi.odds(samples=1, seed=-1)
    table = wuxi.Rules().table
    for args in ((1, 2), (1, 2, "3"), ()):
        with pytest.raises(paiju.PositionError):
            table.ask("survey", *args)
