"""Huapai: the vectors of the rule book, one test each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from paiju import huapai
from tests.games.support import vectors

VECTORS = vectors("huapai")
OPTIONS = set(huapai.Rules().as_dict())


def rules_of(vector: dict[str, Any]) -> huapai.Rules:
    return huapai.Rules(**{name: value for name, value in vector.items() if name in OPTIONS})


def sentence(vector: dict[str, Any]) -> None:
    shape = huapai.classify(vector["cards"])
    assert (shape and shape.name) == vector["kind"]


def related(vector: dict[str, Any]) -> None:
    assert huapai.related(vector["a"], vector["b"]) is vector["result"]
    assert huapai.related(vector["b"], vector["a"]) is vector["result"]


def waits(vector: dict[str, Any]) -> None:
    found = huapai.waits(vector["free"], vector["melds"])
    assert {str(card) for card in found} == set(vector["waits"])
    assert huapai.is_ting(vector["free"], vector["melds"]) is vector["is_ting"]


def group(vector: dict[str, Any]) -> None:
    rules = rules_of(vector)
    assert huapai.group_value(vector["kind"], vector["cards"], rules=rules) == vector["hu"]
    if "main" in vector:
        assert huapai.group_value(vector["kind"], vector["cards"], vector["main"], rules) == vector["hu_main"]


def best(vector: dict[str, Any]) -> None:
    rules = rules_of(vector)
    free, discard = huapai.cards(vector["free"]), vector["discard"]
    won_on = None if discard is None else next(str(card) for card in free if str(card)[0] == discard)
    found = huapai.value(free, vector["melds"], won_on, rules, called=vector.get("called"))
    assert (found and found.total) == vector["hu"]
    assert bool(found and found.total >= 17) is vector["win"]


OPS = {op.__name__: op for op in (sentence, related, waits, group, best)}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    OPS[vector["op"]](vector)


def test_the_file_is_whole() -> None:
    counts = {"sentence": 24, "related": 19, "waits": 13, "group": 51, "best": 33}
    assert Counter(vector["op"] for vector in VECTORS) == counts
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)
