"""A batch is its deals one by one: rows, views, masks, tallies and rewards, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import paiju
from paiju import Action, Batch, Cards, Deal, Legal, PositionError, RulesError, _native, batch, dtypes

from .support import Dealt, heads, random_dealt

N = 5
MODES = pytest.mark.parametrize("mode", ["menu", "picks"])


def make(game: str, seed: int, mode: Any = "menu", n: int = N, threads: int = 1) -> tuple[Batch, Dealt]:
    """A batch under random rules and set-up, and where its deals come from."""
    dealt = random_dealt(game, seed)
    return Batch(game, n, dealt.seed, dealt.rules, mode=mode, threads=threads, **dealt.setup), dealt


class Alone:
    """The deals that a batch should hold, played one by one."""

    def __init__(self, dealt: Dealt, n: int) -> None:
        self.dealt, self.n = dealt, n
        self.deals = [self.number(k) for k in range(n)]
        self.next = list(range(n, 2 * n))
        self.picks = [Pick(deal.legal()) for deal in self.deals]

    def number(self, k: int) -> Deal:
        deal: Deal = self.dealt.rules.table.deal(paiju.series_seed(self.dealt.seed, k), self.dealt.setup)
        return deal

    def play(self, env: int, action: Action) -> Deal | None:
        """Plays an action; the finished deal when it was the last one, after which the next deal is there."""
        after = self.deals[env].play(action)
        self.deals[env] = after if not after.over else self.number(self.next[env])
        if after.over:
            self.next[env] += self.n
        self.picks[env] = Pick(self.deals[env].legal())
        return after if after.over else None


class Pick:
    """A decision in the fixed space of ids, written anew from its description."""

    def __init__(self, legal: Legal) -> None:
        self.legal, self.verbs = legal, heads(legal.deal.game)
        self.verb: str | None = None
        self.cards = Cards(legal.deal.game)

    def open(self) -> set[int]:
        """The open ids."""
        verb = self.verb or "play"
        ids = (
            {batch.HEAD + list(self.verbs).index(v) for v in self.legal.verbs if v != "play"}
            if not self.verb
            else set()
        )
        if verb in self.legal.verbs:
            picks = self.legal.picks(self.cards, verb)
            ids |= {card.slot for card in picks.more} | ({batch.DONE} if picks.complete else set())
        return ids

    def choose(self, at: int) -> Action | None:
        """Takes an id; the action when that was the last step."""
        game = self.legal.deal.game
        if at == batch.DONE:
            return Action(game, f"{self.verb} {self.cards}")
        if at >= batch.HEAD:
            self.verb = list(self.verbs)[at - batch.HEAD]
            if not self.verbs[self.verb]:
                return Action(game, self.verb)
        else:
            self.verb = self.verb or "play"
            self.cards += next(card for card in self.legal.picks(self.cards, self.verb).more if card.slot == at)
        picks = self.legal.picks(self.cards, self.verb)
        return Action(game, f"{self.verb} {self.cards}") if picks.complete and not picks.more else None


def assert_finished(found: batch.Finished, ends: dict[int, Deal], envs: Batch) -> None:
    """What a step says of deals that ended, against those deals."""
    play = paiju.module(envs.game)
    assert found.envs.tolist() == sorted(ends)
    assert envs.done.tolist() == [env in ends for env in range(envs.n)]
    for env, tally, points in zip(found.envs.tolist(), found.tallies, found.points, strict=True):
        assert tally == ends[env].tally()
        assert np.array_equal(points, play.score(ends[env].tally(), envs.rules)[0])
        assert np.array_equal(envs.rewards[env], points)
    assert not envs.rewards[~envs.done].any()


def assert_shows(envs: Batch, alone: Alone) -> None:
    """Deals, turns and views of all envs."""
    for env, deal in enumerate(alone.deals):
        assert envs.deal(env) == deal
        assert envs.turn[env] == deal.turn
        assert envs.views[env].tobytes() == deal.view(int(envs.turn[env])).row().tobytes()


def test_menu_mode_against_single_deals(game: str) -> None:
    verbs = list(heads(game))
    for seed in range(4):
        envs, dealt = make(game, seed)
        alone, rng, ended, decisions = Alone(dealt, N), np.random.default_rng(seed), 0, 0
        while ended < 2 * N:
            assert_shows(envs, alone)
            assert envs.offsets[0] == 0
            assert envs.offsets[-1] == len(envs.rows)
            for env, deal in enumerate(alone.deals):
                rows = envs.rows[envs.offsets[env] : envs.offsets[env + 1]]
                legal = list(deal.legal())
                assert rows["cards"].tolist() == [row.cards.planes().tolist() for row in legal]
                assert [verbs[head] for head in rows["head"]] == [row.verb for row in legal]
            choices = rng.integers(0, np.diff(envs.offsets))
            actions = [envs.action(env, int(row)) for env, row in enumerate(choices)]
            ends = {env: end for env, action in enumerate(actions) if (end := alone.play(env, action))}
            assert_finished(envs.step(choices), ends, envs)
            ended, decisions = ended + len(ends), decisions + N
            assert (envs.deals, envs.decisions) == (ended, decisions)


def test_picks_mode_against_single_deals(game: str) -> None:
    verbs = list(heads(game))
    for seed in range(3):
        envs, dealt = make(game, seed, "picks")
        alone, rng, ended, decisions = Alone(dealt, N), np.random.default_rng(seed), 0, 0
        while ended < N:
            assert_shows(envs, alone)
            for env, pick in enumerate(alone.picks):
                assert set(np.flatnonzero(envs.mask[env])) == pick.open()
                assert envs.chosen is not None
                assert envs.chosen[env].tolist() == pick.cards.planes().tolist()
                assert envs.head[env] == (-1 if pick.verb is None else verbs.index(pick.verb))
            choices = np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.mask])
            actions = {
                env: action for env, pick in enumerate(alone.picks) if (action := pick.choose(int(choices[env])))
            }
            ends = {env: end for env, action in actions.items() if (end := alone.play(env, action))}
            assert_finished(envs.step(choices), ends, envs)
            ended, decisions = ended + len(ends), decisions + len(actions)
            assert (envs.deals, envs.decisions) == (ended, decisions)


def arrays(envs: Batch) -> list[bytes]:
    """All that a batch shows, as bytes."""
    shown: list[Any] = [envs.turn, envs.done, envs.views, envs.offsets, envs.rewards, envs.mask, envs.head]
    shown += [envs.rows if envs.mode == "menu" else envs.chosen]
    return [np.ascontiguousarray(array).tobytes() for array in shown]


def random_choices(envs: Batch, rng: np.random.Generator) -> Any:
    if envs.mode == "menu":
        return rng.integers(0, np.diff(envs.offsets))
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.mask])


@MODES
def test_threads_change_nothing(game: str, mode: str) -> None:
    one, dealt = make(game, 2, mode, n=37)
    others = [Batch(game, 37, dealt.seed, dealt.rules, mode=mode, threads=t, **dealt.setup) for t in (2, 3)]  # type: ignore[arg-type]
    rng = np.random.default_rng(1)
    for step in range(150):
        choices = random_choices(one, rng)
        finished = one.step(choices)
        for other in others:
            found = other.step(choices)
            assert arrays(other) == arrays(one), step
            assert found.tallies.tobytes() == finished.tallies.tobytes()
            assert (other.deals, other.decisions) == (one.deals, one.decisions)


@MODES
def test_reset_starts_anew(game: str, mode: str) -> None:
    envs, dealt = make(game, 1, mode)
    fresh, rng = arrays(envs), np.random.default_rng(1)
    for _ in range(200):
        envs.step(random_choices(envs, rng))
    envs.reset(dealt.seed)
    assert arrays(envs) == fresh
    assert (envs.deals, envs.decisions) == (0, 0)
    envs.reset(dealt.seed ^ 1)
    assert arrays(envs) != fresh


@MODES
def test_choices_that_are_not_open_change_nothing(game: str, mode: str) -> None:
    envs, _ = make(game, 1, mode)
    rng = np.random.default_rng(1)
    for _ in range(40):
        good, before = random_choices(envs, rng), arrays(envs)
        deals = [envs.deal(env) for env in range(N)]
        for env in (0, N - 1):
            closed = np.flatnonzero(~envs.mask[env]) if mode == "picks" else [int(np.diff(envs.offsets)[env])]
            for wrong in (rng.choice(closed), -1, 96, 10**6, -(2**63), 2**63 - 1):
                if mode == "menu" and 0 <= wrong < np.diff(envs.offsets)[env]:
                    continue
                choices = good.copy()
                choices[env] = wrong
                with pytest.raises(IndexError, match=f"deal {env} "):
                    envs.step(choices)
                assert arrays(envs) == before
                assert [envs.deal(env) for env in range(N)] == deals
        envs.step(good)


@MODES
def test_choices_of_the_wrong_kind(game: str, mode: str) -> None:
    envs, _ = make(game, 1, mode)
    before, good = arrays(envs), random_choices(envs, np.random.default_rng(1))
    nonsense: list[Any] = [
        good[:-1],
        [*good, 0],
        good[None],
        good.astype(float),
        good > 0,
        good.astype(str),
        0,
        None,
        [],
    ]
    for wrong in nonsense:
        with pytest.raises(PositionError):
            envs.step(wrong)
        assert arrays(envs) == before
    wide = np.repeat(good, 2)[::2]
    assert not wide.flags.c_contiguous
    envs.step(wide)
    again, _ = make(game, 1, mode)
    again.step(good.astype(np.uint16).tolist())
    assert arrays(again) == arrays(envs)


def test_batches_that_cannot_be(game: str) -> None:
    for n in (0, -1, 2**40, 10**30, 1.5, "8", None):
        with pytest.raises(PositionError):
            Batch(game, n)  # type: ignore[arg-type]
    for threads in (0, -1, 10**9, 1.5):
        with pytest.raises(PositionError):
            Batch(game, 2, threads=threads)  # type: ignore[arg-type]
    for seed in (-1, 2**64, 1.5, None):
        with pytest.raises(PositionError):
            Batch(game, 2, seed)  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        Batch(game, 2, mode="rows")  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        Batch(game, 2, no_such_parameter=1)
    for env in (2, 10**6):
        with pytest.raises(IndexError):
            Batch(game, 2).deal(env)


def test_arrays_are_described(game: str) -> None:
    """Shapes and dtypes as documented; the same arrays at every step."""
    description = _native.describe(game)
    envs, _ = make(game, 0, "picks")
    assert len(envs) == N
    assert envs.views.dtype == dtypes.dtype(game, "view")
    assert envs.views.dtype.itemsize == sum(
        np.dtype(envs.views.dtype[name]).itemsize for name in envs.views.dtype.names or ()
    )
    assert envs.mask.shape == (N, batch.WIDTH)
    assert envs.chosen is not None
    assert envs.chosen.shape == (N, description["planes"])
    assert envs.rewards.shape == (N, description["seats"])
    held = [envs.views, envs.mask, envs.chosen, envs.turn, envs.done, envs.head, envs.rewards]
    envs.step(random_choices(envs, np.random.default_rng(1)))
    now = [envs.views, envs.mask, envs.chosen, envs.turn, envs.done, envs.head, envs.rewards]
    assert all(a is b for a, b in zip(held, now, strict=True))
