"""Speed from Python, for every game: `pytest benches/python`; ``--benchmark-disable`` runs everything once.

One measurement is one call; `extra_info` says how many things (decisions, sets, deals) a call does, and the things per
second stand there after the run.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import paiju

GAMES = paiju.games()
SEED = 2026


def rate(benchmark, things, call):
    """Measures a call that does so many things."""
    result = benchmark(call)
    benchmark.extra_info["things"] = things
    if benchmark.stats is not None:
        benchmark.extra_info["per_second"] = round(things / benchmark.stats.stats.min)
    return result


def positions(game, count):
    """Live deals met in random play, and random rows of their menus."""
    rng, found = random.Random(SEED), []
    for seed in range(count):
        deal = paiju.module(game).deal(seed=seed)
        for _ in range(seed % 40):
            legal = deal.legal()
            after = deal.play(legal[rng.randrange(len(legal))])
            if after.over:
                break
            deal = after
        found.append(deal)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_python_loop(benchmark, game):
    """deal.legal() → choose → deal.play(), one deal to its end; counted are decisions."""
    deal = paiju.module(game).deal(seed=SEED)
    draws = [random.Random(SEED).random() for _ in range(100_000)]

    def play(deal=deal):
        at = 0
        while not deal.over:
            legal = deal.legal()
            deal = deal.play(legal[int(draws[at] * len(legal))])
            at += 1
        return at

    assert rate(benchmark, play(), play) > 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("n", [1024, 4096])
@pytest.mark.parametrize("game", GAMES)
def test_batch_step(benchmark, game, n, threads):
    """Batch.step with legal rows, views, rewards and auto-reset; counted are decisions."""
    batch = paiju.Batch(game, n=n, seed=SEED, threads=threads)
    draws = np.random.default_rng(SEED).random((64, n))
    choices = np.empty(n, np.int64)
    at = 0

    def step():
        nonlocal at
        at = (at + 1) % len(draws)
        np.multiply(draws[at], np.diff(batch.offsets), out=choices, casting="unsafe")
        batch.step(choices)

    rate(benchmark, n, step)
    assert batch.decisions % n == 0


@pytest.mark.parametrize("game", GAMES)
def test_batch_picks(benchmark, game):
    """Batch.step in the space of 96 ids, mask and views included; counted are steps, of which an action takes some."""
    batch = paiju.Batch(game, n=1024, seed=SEED, mode="picks")

    def step():
        batch.step(batch.mask.argmax(axis=1))

    rate(benchmark, batch.n, step)
    assert batch.mask.any(axis=1).all()


@pytest.mark.parametrize("game", GAMES)
def test_classify_many(benchmark, game):
    """Card sets that are legal plays in random positions, numpy in and out; counted are sets."""
    play = paiju.module(game)
    rng = random.Random(SEED)
    plays = [rng.choice(list(deal.legal())).cards for deal in positions(game, 256)]
    planes = np.array([cards.planes() for cards in plays], np.uint64)
    planes = np.tile(planes, (256, 1))
    out = play.classify_many(planes)
    rate(benchmark, len(planes), lambda: play.classify_many(planes, out=out))
    assert out.shape == (len(planes),)


@pytest.mark.parametrize("game", GAMES)
def test_resample(benchmark, game):
    """view.resample(), one call each; counted are resampled deals."""
    views = [deal.view(0) for deal in positions(game, 256)]

    def resample():
        for seed, view in enumerate(views):
            view.resample(seed)

    rate(benchmark, len(views), resample)
    assert views[0].resample(1).view(0) == views[0]


@pytest.mark.parametrize("game", GAMES)
def test_playouts(benchmark, game):
    """paiju.playouts on one thread; counted are deals."""
    tallies = rate(benchmark, 500, lambda: paiju.playouts(game, n=500, seed=SEED))
    assert len(tallies) == 500


@pytest.mark.parametrize("game", GAMES)
def test_score(benchmark, game):
    """Pricing tallies; counted are deals."""
    play, tallies = paiju.module(game), paiju.playouts(game, n=1000, seed=SEED)
    points = rate(benchmark, len(tallies), lambda: play.score(tallies))
    assert len(points) == len(tallies)
