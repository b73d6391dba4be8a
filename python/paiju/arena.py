"""Comparing agents: simulated deals at fixed seats, and arenas in which luck cancels."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import PaijuError, PositionError
from .agents import Agent, AgentError, make
from .checks import DEALS_MAX, seed_of, threads_of, whole
from .games import module
from .playouts import playouts
from .rules import RulesBase, rules_or_default

_CHUNK = 64
_Z95 = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % confidence interval (normal approximation over deals)."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, sample: npt.NDArray[Any]) -> Estimate:
        """The estimate of the mean of independent values; no interval from fewer than two."""
        if len(sample) == 0:
            return cls(float("nan"), float("nan"), float("nan"))
        mean = float(np.mean(sample))
        half = _Z95 * float(np.std(sample, ddof=1)) / np.sqrt(len(sample)) if len(sample) > 1 else float("nan")
        return cls(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Result:
    """Points of agents over deals."""

    game: str
    agents: tuple[str, ...]
    """The agents by name; in a simulation by seat."""
    points: npt.NDArray[np.float64]
    """Points per deal: shape (deals, agents). In an arena the mean over all seats that the agent took in that deal."""

    def table(self) -> list[tuple[str, Estimate]]:
        """Each agent with its mean points per deal."""
        return [(name, Estimate.of(self.points[:, i])) for i, name in enumerate(self.agents)]

    def pairs(self) -> list[tuple[str, str, Estimate, float]]:
        """Each pair of agents with the first one's mean advantage per deal, and the share of deals in which it did
        better (draws count half)."""
        rows = []
        for i, a in enumerate(self.agents):
            for j in range(i + 1, len(self.agents)):
                gap = self.points[:, i] - self.points[:, j]
                better = float(np.mean((gap > 0) + 0.5 * (gap == 0))) if len(gap) else float("nan")
                rows.append((a, self.agents[j], Estimate.of(gap), better))
        return rows


def lineups(agents: int, seats: int) -> list[list[int]]:
    """The seatings of an arena: agents fill the seats in turn, then move on, so that each sits everywhere as often."""
    return [[(seat + turn) % agents for seat in range(seats)] for turn in range(agents)]


@dataclass(frozen=True)
class _Run:
    """What `simulate` and `arena` are asked for, checked."""

    game: str
    rules: RulesBase
    agents: tuple[str | Agent, ...]
    seats: int
    """The seats of the game."""
    deals: int
    seed: int
    threads: int
    progress: Callable[[int], object] | None

    def result(self, points: npt.NDArray[Any]) -> Result:
        """Points by agent, shape (deals, agents), as a result; agents of one name are numbered."""
        names = [agent if isinstance(agent, str) else str(agent.name) for agent in self.agents]
        unique = [f"{n}#{names[:at].count(n) + 1}" if names.count(n) > 1 else n for at, n in enumerate(names)]
        return Result(self.game, tuple(unique), points.astype(np.float64))


def _checked(
    game: str,
    agents: Sequence[str | Agent],
    deals: int,
    seed: int,
    rules: RulesBase | None,
    threads: int,
    progress: Callable[[int], object] | None,
) -> _Run:
    """What is asked for, once it is known that it can be played; how many agents there may be the caller knows.

    Raises:
        PaijuError: unknown agents or rules, wrong numbers.
    """
    rules = rules_or_default(rules, module(game).Rules)
    for name in agents:
        if isinstance(name, str):
            if name == "human":
                raise PaijuError("a human plays with `paiju play`, not in simulations")
            make(name, game, 0)
    seats = _native.describe(game)["seats"]
    deals, threads, seed = whole("deals", deals, 0, DEALS_MAX), threads_of(threads), seed_of(seed)
    return _Run(game, rules, tuple(agents), seats, deals, seed, threads, progress)


def _play(run: _Run, seats: list[int], index: int) -> list[int]:
    """The points of one deal; every agent's randomness follows from the deal, so results do not depend on processes."""
    agents = [
        make(name, run.game, _native.series_seed(run.seed ^ (2**64 - 1), index * 64 + at))
        if isinstance(name, str)
        else name
        for at, name in enumerate(run.agents)
    ]
    deal = run.rules.table.deal(_native.series_seed(run.seed, index))
    while (seat := deal.turn) is not None:
        agent = agents[seats[seat]]
        try:
            choice = agent.choose(deal.view(seat), deal.legal())
            deal = deal.play(choice)
        except Exception as error:
            raise AgentError.of(agent, seat, f"{run.game}, deal {index}", error) from error
    return [int(p) for p in module(run.game).score(deal.tally(), run.rules)[0]]


def _chunk(run: _Run, plans: list[list[int]], span: range) -> Any:
    """Points of some deals under every seating: shape (deals, seatings, seats)."""
    return np.array([[_play(run, seats, index) for seats in plans] for index in span], np.int64)


def _leave_ctrl_c() -> None:
    """Leaves Ctrl-C, which a terminal sends to every process of a run, to the process that started it: a worker that it
    stopped in the middle of a message would leave the pool waiting for the rest."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _points(run: _Run, plans: list[list[int]]) -> npt.NDArray[np.int64]:
    """The points of a run under every seating: shape (deals, seatings, seats)."""
    spans = [range(first, min(first + _CHUNK, run.deals)) for first in range(0, run.deals, _CHUNK)]
    empty = np.zeros((0, len(plans), run.seats), np.int64)
    if run.threads > 1:
        return np.concatenate([empty, *_in_processes(run, plans, spans)])
    parts = []
    for span in spans:
        parts.append(_chunk(run, plans, span))
        if run.progress is not None:
            run.progress(span.stop)
    return np.concatenate([empty, *parts])


def _in_processes(run: _Run, plans: list[list[int]], spans: list[range]) -> list[Any]:
    """The parts of a run, played in processes of their own.

    Few are out at a time, and they come back through a queue: to wait for all futures at once takes the locks of all of
    them, and Ctrl-C in the middle of that would leave some locked, and the pool's own thread waiting for ever.
    """
    if not all(isinstance(name, str) for name in run.agents):
        raise PositionError("agents are sent to other processes by name; give names, or one process")
    play = partial(_chunk, replace(run, progress=None), plans)  # what is called with the progress stays here
    parts: list[Any] = [None] * len(spans)
    ready: SimpleQueue[tuple[int, Future[Any]]] = SimpleQueue()
    waiting, others, out, done = iter(enumerate(spans)), set(active_children()), 0, 0
    with ProcessPoolExecutor(run.threads, mp_context=get_context("spawn"), initializer=_leave_ctrl_c) as pool:
        try:
            while True:
                for at, span in islice(waiting, 2 * run.threads - out):
                    pool.submit(play, span).add_done_callback(partial(_hand_in, ready, at))
                    out += 1
                if out == 0:
                    return parts
                at, future = _next(ready)
                parts[at], out, done = future.result(), out - 1, done + len(spans[at])
                if run.progress is not None:
                    run.progress(done)
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()  # an agent may take minutes over what it has begun
            raise


def _hand_in(ready: SimpleQueue[tuple[int, Future[Any]]], at: int, future: Future[Any]) -> None:
    ready.put((at, future))


def _next(ready: SimpleQueue[tuple[int, Future[Any]]]) -> tuple[int, Future[Any]]:
    while True:
        with suppress(Empty):
            return ready.get(timeout=0.2)  # some systems look at Ctrl-C only when a wait ends


def simulate(
    game: str,
    agents: Sequence[str | Agent],
    *,
    deals: int,
    seed: int = 0,
    rules: RulesBase | None = None,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Plays deals with one agent at each seat.

    Args:
        game: its name.
        agents: one per seat.
        deals: how many; deal k is that of seed ``series_seed(seed, k)``.
        seed: of the series.
        rules: the options.
        threads: how many play at once: threads of the engine when all agents are ``random``, processes otherwise.
        progress: called now and then with the number of deals done.

    Raises:
        PaijuError: unknown agents or rules, wrong numbers; AgentError: an agent failed.
    """
    run = _checked(game, agents, deals, seed, rules, threads, progress)
    if len(agents) != run.seats:
        raise PositionError(f"{game} has {run.seats} seats, {len(agents)} agents are given")
    if all(agent == "random" for agent in agents):
        tallies = playouts(game, run.deals, run.seed, run.rules, threads=run.threads, progress=progress)
        return run.result(module(game).score(tallies, run.rules))
    return run.result(_points(run, [list(range(run.seats))])[:, 0])


def arena(
    game: str,
    agents: Sequence[str | Agent],
    *,
    deals: int,
    seed: int = 0,
    rules: RulesBase | None = None,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Plays every deal once for each rotation of the agents over the seats, so that the luck of the cards cancels.

    Args:
        game: its name.
        agents: two or more, at most one per seat; fewer fill the seats in turn (a b a b).
        deals: how many different deals; each is played as many times as there are agents.
        seed: of the series.
        rules: the options.
        threads: how many processes play at once.
        progress: called now and then with the number of deals done.

    Raises:
        PaijuError: unknown agents or rules, wrong numbers; AgentError: an agent failed.
    """
    run = _checked(game, agents, deals, seed, rules, threads, progress)
    if not 2 <= len(agents) <= run.seats:
        raise PositionError(f"an arena of {game} takes 2 to {run.seats} agents, not {len(agents)}")
    plans = lineups(len(agents), run.seats)
    points = _points(run, plans)
    means = np.zeros((run.deals, len(agents)))
    for agent in range(len(agents)):
        taken = np.array(plans) == agent
        means[:, agent] = points[:, taken].mean(axis=1) if run.deals else 0.0
    return run.result(means)
