"""Random play inside the engine: reproducible deal by deal, whatever the threads."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

import paiju
from paiju import PositionError, RulesError, _native, dtypes

from .support import random_dealt


def test_each_playout_can_be_had_alone(game: str) -> None:
    """Deal i is that of `series_seed(seed, i)`; its choices come from `series_seed(~seed, i)`."""
    for number in range(8):
        dealt = random_dealt(game, number)
        tallies = paiju.playouts(game, 30, dealt.seed, dealt.rules, **dealt.setup)
        assert tallies.dtype == dtypes.dtype(game, "tally")
        for i, tally in enumerate(tallies):
            deal = dealt.rules.table.deal(paiju.series_seed(dealt.seed, i), dealt.setup)
            assert deal.rollout(paiju.series_seed(dealt.seed ^ (2**64 - 1), i)).tally() == tally


def test_threads_change_nothing(game: str) -> None:
    one = paiju.playouts(game, 203, seed=5)
    for threads in (2, 3, 64):
        assert paiju.playouts(game, 203, seed=5, threads=threads).tobytes() == one.tobytes()
    assert paiju.playouts(game, 203, seed=6).tobytes() != one.tobytes()


def test_a_long_run_goes_on_from_any_deal(game: str, play: ModuleType) -> None:
    """Blocks of a series, each by itself, are the whole series; decisions are counted."""
    table = play.Rules().table
    whole, decisions = table.playouts(60, 3)
    parts = [table.playouts(20, 3, first=first) for first in (0, 20, 40)]
    assert np.concatenate([raw for raw, _ in parts]).tobytes() == whole.tobytes()
    assert sum(count for _, count in parts) == decisions > 60


def test_rollouts_choose_menu_rows_uniformly(game: str, play: ModuleType) -> None:
    """The mean number of decisions is that of uniform play over menu rows in Python, within six standard errors."""
    rng = np.random.default_rng(3)
    table = play.Rules().table
    lengths = []
    for index in range(150):
        deal, plies = table.deal(paiju.series_seed(9, index)), 0
        while not deal.over:
            legal = deal.legal()
            deal, plies = deal.play(legal[int(rng.integers(len(legal)))]), plies + 1
        lengths.append(plies)
    _, decisions = table.playouts(3000, 11)
    error = float(np.std(lengths)) / len(lengths) ** 0.5
    assert abs(np.mean(lengths) - decisions / 3000) < 6 * error + 0.5


def test_progress_is_told(game: str) -> None:
    told: list[int] = []
    paiju.playouts(game, 100, seed=1, progress=told.append)
    assert told[-1] == 100
    assert told == sorted(told)

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        paiju.playouts(game, 100, seed=1, progress=stop)


def test_numbers_that_cannot_be(game: str) -> None:
    assert paiju.playouts(game, 0).shape == (0,)
    for n in (-1, 2**40, 10**30, 1.5, "8", None):
        with pytest.raises(PositionError):
            paiju.playouts(game, n)  # type: ignore[arg-type]
    for threads in (0, -1, 10**9, 1.5):
        with pytest.raises(PositionError):
            paiju.playouts(game, 1, threads=threads)  # type: ignore[arg-type]
    for seed in (-1, 2**64, None, 1.5):
        with pytest.raises(PositionError):
            paiju.playouts(game, 1, seed)  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        paiju.playouts(game, 1, no_such_parameter=1)


def test_seats_take_turns_in_winning(game: str, play: ModuleType) -> None:
    """Over many deals every seat gains something now and then: no seat is favoured by a slip of the dealing."""
    points = play.score(paiju.playouts(game, 2000, seed=1))
    assert points.shape == (2000, _native.describe(game)["seats"])
    assert (points.max(axis=0) > points.min(axis=0)).all()
