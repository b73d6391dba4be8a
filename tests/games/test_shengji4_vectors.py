"""Four-deck Shengji: the vectors of the rule book, one test each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from paiju import IllegalAction, dtypes, shengji4
from tests.games.support import vectors

VECTORS = vectors("shengji4")


def rules(vector: dict[str, Any]) -> shengji4.Rules:
    return shengji4.Rules(**vector.get("opts", {}))


def context(vector: dict[str, Any]) -> dict[str, Any]:
    return {"trump": vector["trump"], "level": vector["level"], "rules": rules(vector)}


def shape(vector: dict[str, Any]) -> None:
    found = shengji4.classify(vector["cards"], **context(vector))
    parts = (None, None, None) if found is None else (found.name, found.width, found.length)
    assert parts == (vector["shape"], vector["width"], vector["length"])


def winner(vector: dict[str, Any]) -> None:
    assert shengji4.winner(vector["plays"], **context(vector)) == vector["winner"]
    assert sum(points(play) for play in vector["plays"]) == vector["points"]


def points(text: str) -> int:
    return sum({"5": 5, "T": 10, "K": 10}.get(str(card)[0], 0) for card in shengji4.cards(text))


def follow(vector: dict[str, Any]) -> None:
    # "The part that matters" of a hand may be smaller than a lead that cannot be followed in full.
    hand, lead = shengji4.cards(vector["hand"]), shengji4.cards(vector["lead"])
    legal = shengji4.legal(hand, on=lead, **context(vector))
    assert (vector["play"] in legal) is vector["legal"]
    if not vector["legal"]:
        with pytest.raises(IllegalAction):
            legal.check(vector["play"])
    found = shengji4.owed(hand, lead, vector["play"], **context(vector))
    assert (found or (None, None)) == (vector["owed"], vector["reached"])


def throw(vector: dict[str, Any]) -> None:
    allowed, led = shengji4.throw(vector["cards"], vector["others"], **context(vector))
    assert allowed is vector["allowed"]
    assert led == (None if vector["led"] is None else shengji4.cards(vector["led"]))


def kill(vector: dict[str, Any]) -> None:
    assert (shengji4.kill(vector["lead"], vector["play"], **context(vector)) is not None) is vector["valid"]


def kill_order(vector: dict[str, Any]) -> None:
    first, second = (shengji4.kill(vector["lead"], vector[name], **context(vector)) for name in ("first", "second"))
    assert first is not None
    assert second is not None
    assert ("second" if second > first else "first") == vector["better"]


def split(vector: dict[str, Any]) -> None:
    assert shengji4.split(vector["cards"], **context(vector)) == [shengji4.cards(part) for part in vector["parts"]]


def levels(vector: dict[str, Any]) -> None:
    assert shengji4.levels(vector["score"]) == (vector["side"], vector["gain"])


def last_trick(vector: dict[str, Any]) -> None:
    best = shengji4.winner(vector["plays"], **context(vector))
    assert best == vector["winner"]
    tally = np.zeros(1, dtypes.dtype("shengji4", "tally"))
    leader, attackers = vector["leader"], 1 - vector["dealer"] % 2
    stakes = [points(vector["plays"][(seat - leader) % 4]) for seat in range(4)]
    won = (leader + best) % 4
    tally["dealer"], tally["last_winner"], tally["last_leader"] = vector["dealer"], won, leader
    tally["last_points"] = stakes
    tally["last_cards"] = len(shengji4.cards(vector["plays"][0]))
    tally["last_component"] = len(shengji4.split(vector["plays"][0], **context(vector))[0])
    tally["captured"][0, attackers] = vector["before"] + (sum(stakes) if won % 2 == attackers else 0)
    assert shengji4.attackers_score(tally, rules(vector)) == [vector["after"]]


def call(vector: dict[str, Any]) -> None:
    found = shengji4.calling(
        [(seat, cards) for seat, cards in vector["events"]],
        level=vector["level"],
        dealer=vector["dealer"],
        first_recipient=vector["first_recipient"],
        rules=rules(vector),
    )
    assert found == (vector["accepted"], vector["trump"], vector["dealer_after"])


def match(vector: dict[str, Any]) -> None:
    found = shengji4.match_step(vector["levels"], vector["dealer"], vector["score"], rules(vector))
    assert found == (vector["levels_after"], vector["next_dealer"], vector["won"])


OPS = {
    op.__name__: op for op in (shape, winner, follow, throw, kill, kill_order, split, levels, last_trick, call, match)
}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    OPS[vector["op"]](vector)


def test_the_file_is_whole() -> None:
    assert Counter(vector["op"] for vector in VECTORS) == {
        "shape": 35, "winner": 41, "follow": 57, "throw": 7, "kill": 13, "kill_order": 5, "split": 2, "levels": 13,
        "last_trick": 13, "call": 17, "match": 10,
    }  # fmt: skip
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)
