"""Wuxi: the vectors of the rule book, one test each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import paiju
from paiju import wuxi
from paiju._native import describe
from paiju.games import _wuxi_score
from tests.games.support import vectors

VECTORS = vectors("wuxi")
RANKS = "3456789TJQKA2wW"


def classify(vector: dict[str, Any]) -> None:
    if "x5" in vector["cards"]:
        with pytest.raises(paiju.ParseError):
            wuxi.cards(vector["cards"])
        return
    shape = wuxi.classify(vector["cards"])
    if shape is None:
        assert vector["type"] is None
        return
    found = (shape.name, shape.level, RANKS[shape.lead], shape.ring, shape.length or None)
    assert found == tuple(vector[name] for name in ("type", "level", "lead", "ring", "length"))


def levels(vector: dict[str, Any]) -> None:
    answer = wuxi.Rules().table.ask("levels")
    assert dict(zip(describe("wuxi")["shapes"], answer, strict=True)) == vector["levels"]


def beats(vector: dict[str, Any]) -> None:
    assert wuxi.beats(vector["new"], vector["on"], wuxi.Rules(**vector.get("rules", {}))) is vector["result"]


def grab(vector: dict[str, Any]) -> None:
    hand = wuxi.cards(vector["with"])
    for hou_tiger in ("any_double", "same_rank"):
        rules = wuxi.Rules(hou_tiger=hou_tiger)
        try:
            legal = wuxi.legal(hand, vector["on"], rules, decision="grab")
        except paiju.PositionError:  # no window, or nothing in the hand that could grab
            assert vector[hou_tiger] is False
        else:
            assert (f"grab {hand}" in legal) is vector[hou_tiger]


def legal(vector: dict[str, Any]) -> None:
    found = wuxi.legal(vector["hand"], vector["top"])
    plays = [(wuxi.classify(action.cards).name, action.cards) for action in found.expand() if action.verb == "play"]
    expected = [(play["type"], wuxi.cards(play["cards"])) for play in vector["plays"]]
    assert len(plays) == len(expected)
    assert set(plays) == set(expected)
    assert ("pass" in found) == (vector["top"] is not None)
    assert found.count() == len(expected) + (vector["top"] is not None)


def points(vector: dict[str, Any]) -> None:
    assert wuxi.points(vector["fang"]) == vector["points"]


def score(vector: dict[str, Any]) -> None:
    tally = tally_of(vector)
    for mode in ("physical", "units"):
        rules = wuxi.Rules(penalty_mode=mode)
        expected = vector[mode]
        assert _wuxi_score.named(wuxi.settle(tally, rules)) == expected
        wins = [expected["points"] * (seat % 2 == expected["winner"]) for seat in range(4)]
        assert wuxi.score(tally, rules)[0].tolist() == wins


def tally_of(vector: dict[str, Any]) -> np.ndarray:
    """The tally of a score vector."""
    tally = np.zeros(1, paiju.dtypes.dtype("wuxi", "tally"))
    counts = [[vector["captured_by_seat"].get(rank, [0] * 4)[seat] for rank in RANKS] for seat in range(4)]
    tally["captured"] = np.array(counts).reshape(-1)
    tally["left"], finish = vector["left"], vector["finish"]
    tally["finish"] = finish + [-1] * (4 - len(finish))
    return tally


OPS = {op.__name__: op for op in (classify, levels, beats, grab, legal, points, score)}


@pytest.mark.rule("W-019", "W-023", "W-024", "W-033", "W-044", "W-058", "W-059")
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    OPS[vector["op"]](vector)


def test_the_file_is_whole() -> None:
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS) >= 280
    assert {vector["op"] for vector in VECTORS} == set(OPS)
    assert Counter(vector["op"] for vector in VECTORS)["beats"] == 144
