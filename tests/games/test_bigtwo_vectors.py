"""Big Two: the vectors of the rule book, one test each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from paiju import bigtwo
from tests.games.support import vectors

VECTORS = vectors("bigtwo")


def classify(vector: dict[str, Any]) -> None:
    shape = bigtwo.classify(vector["cards"])
    assert (shape and shape.name) == vector["type"]


def beats(vector: dict[str, Any]) -> None:
    assert bigtwo.beats(vector["new"], vector["on"]) is vector["result"]


def legal(vector: dict[str, Any]) -> None:
    found = bigtwo.legal(vector["hand"], vector["top"], must_contain=vector["must"])
    plays = [(action.shape.name, bigtwo.cards(action.cards)) for action in found if action.verb == "play"]
    expected = [(play["type"], bigtwo.cards(play["cards"])) for play in vector["plays"]]
    assert len(plays) == len(expected)
    assert set(plays) == set(expected)
    assert ("pass" in found) == (vector["top"] is not None)


def penalty(vector: dict[str, Any]) -> None:
    left = vector["left"]
    assert len(bigtwo.cards(left)) == vector["n"]
    assert bigtwo.Rules().table.ask("items", bigtwo.cards(left))[1] == vector["monsters"]
    assert bigtwo.penalty(left) == vector["x_base"]
    assert bigtwo.penalty(left, bigtwo.Rules(deuce_penalty="all")) == vector["x_base_all_twos"]
    assert bigtwo.penalty(left, bigtwo.Rules(monster_requires_kicker=False)) == vector["x_base_no_kicker"]


OPS = {op.__name__: op for op in (classify, beats, legal, penalty)}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    OPS[vector["op"]](vector)


def test_the_file_is_whole() -> None:
    assert Counter(vector["op"] for vector in VECTORS) == {"classify": 23, "beats": 21, "legal": 8, "penalty": 14}
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)
