"""炒地皮: the vectors of the rule book, one test each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.chaodipi_vectors import OPS, VECTORS


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    OPS[vector["op"]](vector)


def test_the_file_is_whole() -> None:
    assert Counter(vector["op"] for vector in VECTORS) == {
        "shape": 51, "winner": 35, "kill": 18, "follow": 38, "throw": 14, "overturn": 14, "declare": 20, "flip": 7,
        "levels": 28, "settle": 18, "flag": 12, "promote": 21, "jdaodi": 8, "sky": 23, "escape": 8, "next_dealer": 4,
        "red5": 6,
    }  # fmt: skip
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)
