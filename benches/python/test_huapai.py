"""Speed of what Huapai hands are worth and wait for, from Python: `pytest benches/python/test_huapai.py`."""

from __future__ import annotations

import random

import pytest

from paiju import huapai

COUNT = 512


def finished(rng):
    """A finished hand of 26 cards: eight sentences or 砍 and a pair at random."""
    while True:
        pick = rng.choice(huapai.CHARACTERS)
        chars = pick + rng.choice([c for c in huapai.CHARACTERS if huapai.related(pick, c)])
        for _ in range(8):
            chars += rng.choice(huapai.CHARACTERS) * 3 if rng.random() < 0.5 else rng.choice(huapai.SENTENCES)
        if max(map(chars.count, chars)) <= 5:
            faces = [f"{c}*" if c in huapai.FLOWERED and chars[:at].count(c) >= 3 else c for at, c in enumerate(chars)]
            return huapai.cards(faces)


HANDS = [finished(random.Random(seed)) for seed in range(COUNT)]
WAITING = [hand - next(iter(hand)) for hand in HANDS]


@pytest.mark.parametrize(("ask", "hands"), [(huapai.value, HANDS), (huapai.waits, WAITING), (huapai.is_ting, WAITING)])
def test_questions(benchmark, ask, hands):
    """One call per hand; counted are hands."""
    answers = benchmark(lambda: [ask(hand) for hand in hands])
    benchmark.extra_info["things"] = COUNT
    if benchmark.stats is not None:
        benchmark.extra_info["per_second"] = round(COUNT / benchmark.stats.stats.min)
    assert all(answer is not None for answer in answers)
