"""Wuxi, rule by rule: the settlement (rule book §1.6, §4), every reading of it, and how it is explained."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import paiju
from paiju import wuxi
from paiju.games import _wuxi_score

RANKS = "3456789TJQKA2wW"


def tally(captured: dict[str, list[int]], finish: list[int], left: list[int] | None = None) -> np.void:
    """A tally: captured counts by seat for each rank named."""
    record = np.zeros((), paiju.dtypes.dtype("wuxi", "tally"))
    counts = [[captured.get(rank, [0] * 4)[seat] for rank in RANKS] for seat in range(4)]
    record["captured"] = np.array(counts).reshape(-1)
    record["left"] = left or [0] * 4
    record["finish"] = finish + [-1] * (4 - len(finish))
    return record[()]


def settled(
    captured: dict[str, list[int]], finish: list[int], left: list[int] | None = None, **options: Any
) -> dict[str, Any]:
    return _wuxi_score.named(wuxi.settle(tally(captured, finish, left), wuxi.Rules(**options)))


def stock(counts: dict[str, int], **options: Any) -> tuple[int, int]:
    """方 and 散张 of seat 1, which is neither rewarded nor fined, out of these cards."""
    result = settled({rank: [0, n, 0, 0] for rank, n in counts.items()}, [0, 1, 3, 2], **options)
    return tuple(result["players"][1])


@pytest.mark.rule("W-030", "W-031", "W-044", "W-045")
def test_sets_of_four_and_fourteen_loose_cards() -> None:
    assert stock({"5": 11}) == (2, 3)
    assert stock({"5": 6, "8": 4, "K": 3, "2": 1}) == (2, 6)
    assert stock({"3": 3, "4": 3, "5": 3, "6": 3, "7": 2}) == (1, 0)
    assert stock({"3": 3, "4": 3, "5": 3, "6": 3, "7": 1}) == (0, 13)


@pytest.mark.rule("W-032", "W-033")
def test_all_sixteen_of_a_rank() -> None:
    assert stock({"9": 16}) == (8, 0)
    assert stock({"9": 15}) == (3, 3)
    assert stock({"9": 16, "5": 3}) == (8, 3)


@pytest.mark.rule("WA-20")
def test_jokers_as_sets() -> None:
    for mode, four, mixed, six in (
        ("same_rank", (1, 0), (0, 4), (1, 2)),
        ("any_four", (1, 0), (1, 0), (1, 2)),
        ("none", (0, 4), (0, 4), (0, 6)),
    ):
        assert stock({"w": 4}, joker_fang=mode) == four
        assert stock({"w": 2, "W": 2}, joker_fang=mode) == mixed
        assert stock({"w": 4, "W": 2}, joker_fang=mode) == six


@pytest.mark.rule("W-046", "WA-18")
def test_the_first_to_go_out_gets_ten_loose_cards() -> None:
    twelve = {rank: [4, 0, 0, 40] for rank in "3456789TJQKA"} | {
        "2": [3, 0, 0, 0],
        "w": [2, 0, 0, 0],
        "W": [2, 0, 0, 0],
    }
    result = settled(twelve, [0, 1, 2, 3])
    assert result["players"][0] == [13, 3], "12 方 7 散 and ten more"


@pytest.mark.rule("W-047", "W-048")
def test_fines_of_one_player() -> None:
    cards = {rank: [4, 4, 4, 4] for rank in RANKS[:13]}
    none = settled(cards, [1, 0, 2, 3])
    assert (none["kind"], none["payer"], none["penalty"]) == ("无反", 3, 10)
    single = settled(cards, [1, 0, 2], [0, 0, 0, 5])
    assert (single["kind"], single["payer"], single["penalty"]) == ("单反", 3, 15)


@pytest.mark.rule("W-042", "W-049", "W-050", "WA-22")
def test_the_fine_of_two_players() -> None:
    more = settled({"3": [4, 9, 0, 3]}, [0, 2], [0, 6, 0, 9])
    assert (more["kind"], more["payer"], more["penalty"]) == ("双反", 1, 35)
    assert settled({"3": [4, 3, 0, 9]}, [0, 2], [0, 6, 0, 9])["payer"] == 3
    tie = settled({"3": [4, 6, 0, 6]}, [0, 2], [0, 6, 0, 9], double_fan_tie="lower_seat")
    assert tie["payer"] == 1


@pytest.mark.rule("W-051", "WA-23")
def test_a_partner_pays_what_is_lacking() -> None:
    result = settled({"3": [16, 0, 0, 0], "4": [0, 8, 0, 5]}, [0, 2, 1], [0, 0, 0, 5])
    assert (result["payer"], result["daifa"], result["shuangqian"]) == (3, 10, True)
    # Also without 反牌; and the ten cards of the 上游 can be paid with.
    last = settled({"3": [16, 0, 0, 0], "4": [0, 0, 0, 4]}, [1, 0, 2, 3])
    assert (last["daifa"], last["shuangqian"]) == (6, False)
    assert last["players"][1] == [0, 4]


@pytest.mark.rule("W-052", "W-060", "WA-24")
def test_double_debt() -> None:
    rich = {rank: [16, 0, 0, 0] for rank in "345"}
    debt = settled(rich, [0, 2], [0, 20, 0, 20])
    assert debt["shuangqian"]
    assert debt["players"][1] == debt["players"][3] == [0, 0]
    assert (debt["best"], debt["points"]) == (24, 3 + 1)
    assert settled(rich, [0, 2, 1], [0, 0, 0, 1], penalty_mode="units")["points"] == 4


@pytest.mark.rule("WA-19")
def test_how_a_fine_is_taken() -> None:
    cards = {"3": [0, 0, 0, 16], "4": [0, 0, 0, 4], "5": [0, 0, 0, 3]}
    left = [0, 0, 0, 2]  # a fine of 12: three loose cards, a set of four, and five cards of the 齐
    assert settled(cards, [0, 1, 2], left)["players"][3] == [2, 3]
    assert settled(cards, [0, 1, 2], left, penalty_mode="units")["players"][3] == [8, 5]


@pytest.mark.rule("W-003", "W-053")
def test_more_sets_win_whoever_goes_out_first() -> None:
    result = settled({"3": [0, 16, 0, 0], "4": [4, 4, 4, 4]}, [0, 2, 1, 3])
    assert (result["winner"], result["why"]) == (1, "方")


@pytest.mark.rule("W-054", "W-055", "W-056")
def test_ties() -> None:
    vector = {rank: [4, 4, 4, 4] for rank in RANKS[:11]}
    by_loose = settled(
        vector | {"A": [2, 6, 2, 6], "2": [3, 4, 7, 2], "w": [0, 2, 0, 2], "W": [3, 1, 0, 0]}, [0, 1, 2, 3]
    )
    assert (by_loose["why"], by_loose["winner"]) == ("散张", 0)
    no_fan = settled(
        vector | {"A": [2, 8, 4, 2], "2": [3, 6, 1, 6], "w": [1, 1, 1, 0], "W": [2, 0, 0, 2]}, [0, 1, 2], [0, 0, 0, 1]
    )
    assert (no_fan["why"], no_fan["winner"]) == ("无反牌", 0)
    first = settled(vector | {"A": [2, 4, 4, 6], "2": [2, 4, 6, 4], "w": [0, 0, 0, 4], "W": [1, 3, 0, 0]}, [0, 1, 2, 3])
    assert (first["why"], first["winner"]) == ("上游", 0)


@pytest.mark.rule("WA-21")
def test_loose_cards_of_partners() -> None:
    cards = {rank: [3, 4, 3, 4] for rank in "3456"} | {"7": [1, 0, 1, 0]}
    apart = settled(cards, [1, 0, 2, 3])
    joined = settled(cards, [1, 0, 2, 3], merge_team_loose=True)
    (fang, loose), (merged, rest) = apart["teams"][0], joined["teams"][0]
    assert (merged, rest) == (fang + loose // 14, loose % 14)
    assert merged > fang
    assert joined["players"] == apart["players"]


@pytest.mark.rule("W-057", "W-058", "W-059")
def test_points_of_the_better_winner() -> None:
    table = {
        0: 1,
        16: 1,
        17: 2,
        20: 2,
        21: 3,
        24: 3,
        25: 4,
        27: 4,
        28: 5,
        29: 5,
        30: 6,
        31: 6,
        32: 7,
        34: 8,
        36: 9,
        38: 10,
        39: 10,
        40: 11,
        41: 12,
        44: 15,
        50: 21,
    }
    assert wuxi.points(list(table)).tolist() == list(table.values())
    result = settled({"3": [16, 0, 0, 0], "4": [16, 0, 0, 0], "5": [4, 0, 12, 0]}, [1, 0, 2, 3])
    assert (result["best"], result["points"]) == (17, 2)


@pytest.mark.rule("W-043", "WA-25")
def test_who_gets_what_and_how_it_is_explained() -> None:
    tallies = paiju.playouts("wuxi", n=300, seed=9)
    plain, zero = wuxi.Rules(), wuxi.Rules(score_transfer="zero_sum")
    won, moved = wuxi.score(tallies, plain), wuxi.score(tallies, zero)
    assert (won >= 0).all()
    assert ((won > 0).sum(axis=1) == 2).all()
    assert (moved.sum(axis=1) == 0).all()
    assert (np.maximum(moved, 0) == won).all()
    for row in range(40):
        score = wuxi.explain(tallies[row], zero)
        assert list(score.points) == moved[row].tolist()
        steps = [line.en[:2] for line in score.lines if re.match(r"\d\.", line.en)]
        assert steps == ["1."] * 4 + ["2.", "3.", "4.", "5."]
        assert all(re.fullmatch(r"WA?-\d{2,3}", line.rule) and line.zh for line in score.lines)
        winner = next(seat for seat in range(4) if won[row, seat])
        assert score.lines[-1].amount == won[row, winner]


def test_the_lines_name_every_correction() -> None:
    rich = {rank: [16, 0, 0, 0] for rank in "345"} | {"6": [0, 2, 0, 1]}
    rules = {line.rule for line in wuxi.explain(tally(rich, [0, 2], [0, 20, 0, 20])).lines}
    assert {
        "W-033",
        "W-044",
        "W-045",
        "W-046",
        "W-049",
        "W-050",
        "W-051",
        "W-052",
        "W-053",
        "W-057",
        "W-058",
        "W-060",
    } <= rules
    rules = {
        line.rule
        for line in wuxi.explain(tally({rank: [16, 0, 0, 0] for rank in RANKS[:8]}, [0, 1, 2], [0, 0, 0, 4])).lines
    }
    assert {"W-048", "W-059"} <= rules


def test_bad_tallies_and_rules() -> None:
    other = paiju.playouts("bigtwo", n=1, seed=1)
    for function in (wuxi.score, wuxi.settle, wuxi.explain):
        with pytest.raises(paiju.PositionError):
            function(other)
        with pytest.raises(paiju.RulesError):
            function(paiju.playouts("wuxi", n=1), paiju.bigtwo.Rules())
    with pytest.raises(paiju.PositionError):
        wuxi.explain(paiju.playouts("wuxi", n=2))
