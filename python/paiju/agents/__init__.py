"""Players: what an agent is, and the agents that come with paiju."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from .._native import Action, Legal, PaijuError, View
from ..batch import Batch
from ..games import module

__all__ = ["Agent", "AgentError", "BatchAgent", "Greedy", "Random", "make", "names"]


class AgentError(PaijuError):
    """An agent raised, or returned what is no legal action; ``.seat`` and ``.agent`` say whose it was."""

    seat: int
    agent: str

    @classmethod
    def of(cls, agent: Agent, seat: int, where: str, error: Exception) -> AgentError:
        """What went wrong when an agent at a seat was asked, and in which deal."""
        problem = cls(f"agent {agent.name!r} at seat {seat} ({where}): {type(error).__name__}: {error}")
        problem.seat, problem.agent = seat, str(agent.name)
        return problem


class Agent(Protocol):
    """A player. Any object with these two will do."""

    name: str

    def choose(self, view: View, legal: Legal) -> Action | str:
        """One legal action, given what the seat knows; ``legal.deal`` is out of bounds for an honest agent."""
        ...


@runtime_checkable
class BatchAgent(Protocol):
    """A player that can also decide for many deals at once."""

    def choose_rows(self, batch: Batch) -> npt.NDArray[np.int64]:
        """The number of a legal row for every env: int64, shape (n,)."""
        ...


class Random:
    """Draws uniformly from the menu."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)
        self._rng = np.random.default_rng(seed)

    def choose(self, view: View, legal: Legal) -> Action:
        """A uniformly drawn row of the menu."""
        return legal[int(self._random.random() * len(legal))]

    def choose_rows(self, batch: Batch) -> npt.NDArray[np.int64]:
        """A uniformly drawn row for every env."""
        counts = np.diff(batch.offsets)
        return (self._rng.random(batch.n) * counts).astype(np.int64)


class Greedy:
    """The rule-of-thumb player of a game; see the game's `greedy` for the rules of thumb."""

    def __init__(self, game: str) -> None:
        self.name = "greedy"
        self._greedy: Callable[[View, Legal], Action] = module(game).greedy

    def choose(self, view: View, legal: Legal) -> Action:
        """What the rules of thumb say."""
        return self._greedy(view, legal)


def names() -> tuple[str, ...]:
    """The names that `make` knows; beside them it takes ``module:Class``."""
    return ("greedy", "human", "random")


def make(name: str, game: str, seed: int | None = None) -> Agent:
    """An agent by name.

    Args:
        name: ``random``, ``greedy``, ``human``, or ``package.module:Class``, which is called without arguments.
        game: the game it plays.
        seed: of its randomness, where it has any.

    Raises:
        PaijuError: there is no such agent.
    """
    if name == "random":
        return Random(seed)
    if name == "greedy":
        return Greedy(game)
    if name == "human":
        try:
            from ..cli.human import Human
        except ModuleNotFoundError as error:  # the terminal is an extra
            raise PaijuError(f"agent 'human' needs {error.name}: pip install 'paiju[cli]'") from None
        return Human(game)
    path, _, attribute = name.partition(":")
    if not attribute:
        raise PaijuError(f"agent {name!r}: no such agent; there are {', '.join(names())}, or package.module:Class")
    try:
        agent: Agent = getattr(importlib.import_module(path), attribute)()
    except Exception as error:
        raise PaijuError(f"agent {name!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(agent, "choose", None)):
        raise PaijuError(f"agent {name!r}: it has no choose(view, legal)")
    if not hasattr(agent, "name"):
        agent.name = attribute
    return agent
