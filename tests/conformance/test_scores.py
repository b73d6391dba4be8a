"""Tallies and what they are worth: one implementation, explained line by line."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np
import pytest

import paiju
from paiju import PositionError, RulesError, _native, dtypes, scoring

from .support import random_dealt, random_rules

DEALS = 300


def seats(game: str) -> int:
    return int(_native.describe(game)["seats"])


def test_shape_and_type(game: str, play: ModuleType) -> None:
    for n in (0, 1, 7):
        points = play.score(paiju.playouts(game, n, seed=2))
        assert points.shape == (n, seats(game))
        assert points.dtype == np.int64
    one = play.deal(seed=1).rollout(1).tally()
    assert play.score(one).shape == (1, seats(game))


def test_scores_one_by_one_and_together(game: str) -> None:
    """A batch of tallies is scored as each of them alone; scoring changes no tally."""
    for seed in range(10):
        rules = random_dealt(game, seed).rules
        tallies = paiju.playouts(game, 40, seed, rules)
        before = tallies.tobytes()
        together = paiju.module(game).score(tallies, rules)
        assert tallies.tobytes() == before
        assert np.array_equal(together, np.concatenate([paiju.module(game).score(t, rules) for t in tallies]))
        assert np.array_equal(paiju.module(game).score(tallies[::-3], rules), together[::-3])


def test_explanations_give_the_score(game: str, play: ModuleType) -> None:
    for seed in range(12):
        rules = random_dealt(game, seed).rules
        for tally in paiju.playouts(game, 25, seed, rules):
            score = play.explain(tally, rules)
            assert score.points == tuple(play.score(tally, rules)[0].tolist())
            assert isinstance(score, scoring.Score)
            assert score.lines
            for line in score.lines:
                assert line.rule
                assert line.en
                assert line.zh
                assert line.seat is None or 0 <= line.seat < seats(game)
            assert str(score) == score.text() == score.text("en") != score.text("zh")
            assert all(f"{points:+d}" in score.text("zh") for points in score.points)


def test_zero_sum_where_the_game_says_so(game: str, play: ModuleType) -> None:
    """`zero_sum(rules)` of the game's module, under the plain rules and twenty random records."""
    for seed in range(21):
        rules = random_dealt(game, seed).rules
        sums = play.score(paiju.playouts(game, DEALS, seed, rules), rules).sum(axis=1)
        if play.zero_sum(rules):
            assert not sums.any()
        else:
            assert sums.any(), "said not to be zero-sum, but no deal shows it"


def test_tallies_as_numbers(game: str, play: ModuleType) -> None:
    """A tally has the documented fields, and is plain numbers that a record can hold."""
    tally = play.deal(seed=1).rollout(1).tally()
    assert tally.dtype == dtypes.dtype(game, "tally")
    fields = _native.describe(game)["tally"]
    assert list(tally.dtype.names) == [name for name, *_ in fields]
    assert all(doc.strip() for *_, doc in fields)
    assert all(np.asarray(tally[name]).dtype.kind in "iub" for name in tally.dtype.names)


def test_wrong_tallies_and_rules(game: str, play: ModuleType) -> None:
    tallies = paiju.playouts(game, 2, seed=1)
    for nonsense in (np.zeros(3), [1, 2], tallies.reshape(1, 2), None, "tally"):
        with pytest.raises(PositionError):
            play.score(nonsense)
        with pytest.raises(PositionError):
            play.explain(nonsense)
    with pytest.raises(PositionError):
        play.explain(tallies)  # one by one only
    for other in ({"base": 1}, _native.Table(game), object, 0):
        for refused in (lambda wrong: play.explain(tallies[0], wrong), play.progress, play.zero_sum):
            with pytest.raises(RulesError):
                refused(other)
        with pytest.raises(RulesError):
            play.score(tallies, other)


def test_rules_of_another_game(game: str, play: ModuleType) -> None:
    tallies = paiju.playouts(game, 2, seed=1)
    for other in paiju.games():
        if other != game:
            with pytest.raises(RulesError):
                play.score(tallies, paiju.module(other).Rules())
            with pytest.raises(PositionError):
                paiju.module(other).score(tallies)


def test_scores_of_a_match_with_a_score_of_ones_own(game: str) -> None:
    """A user's function gets tallies of shape (k,) and the rules wherever ours would."""
    calls = []

    def score(tallies: np.ndarray, rules: object) -> np.ndarray:
        calls.append((tallies.dtype, tallies.shape, rules))
        return np.full((len(tallies), seats(game)), 7)

    rules = random_rules(game, random.Random(3))
    match = paiju.Match(game, ["random"] * seats(game), seed=1, rules=rules, score=score)
    assert match.play_deal().points == [7] * seats(game)
    batch = paiju.Batch(game, 4, 1, rules, score=score)
    while not len(finished := batch.step(np.zeros(4, np.int64)).envs):
        pass
    assert (batch.rewards[finished] == 7).all()
    assert {(dtype, len(shape), given) for dtype, shape, given in calls} == {(dtypes.dtype(game, "tally"), 1, rules)}
