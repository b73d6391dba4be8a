"""All seats of a table as a PettingZoo AEC environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .. import _native
from .._native import Action, Deal, PaijuError, Pick
from ..batch import WIDTH
from ..games import module
from ..rules import RulesBase, rules_or_default
from .features import Features

Observation = dict[str, npt.NDArray[Any]]
Scoring = Callable[[npt.NDArray[np.void], Any], npt.NDArray[np.int64]]

TRIES = 1000
"""So many deals in a row may be over before a decision; more means that the set-up leaves none to take."""


class Desk:
    """One deal that is played id by id: what both environments share.

    Args:
        game: its name.
        rules: the options.
        score: a scoring function to use instead of the game's: tallies, rules → int array (n, seats).
        setup: set-up parameters of every deal, as the game's `deal` takes them.
    """

    def __init__(self, game: str, rules: RulesBase | None, score: Scoring | None, setup: dict[str, Any]) -> None:
        play = module(game)
        self.rules: RulesBase = rules_or_default(rules, play.Rules)
        self._table, self._setup = self.rules.table, setup
        self._table.deal(0, setup)  # refuses a wrong set-up now, not at the first reset
        self._score = score or play.score
        self.seats: int = _native.describe(game)["seats"]
        self.features = Features(game)

    def spaces(self) -> tuple[spaces.Space[Observation], spaces.Discrete[np.int64]]:
        """The space of observations and that of actions."""
        low, high = self.features.bounds()
        mask = spaces.Box(0, 1, (WIDTH,), np.int8)
        seen = spaces.Box(low, high, dtype=np.int64)
        both: spaces.Space[Any] = spaces.Dict({"observation": seen, "action_mask": mask})
        return both, spaces.Discrete(WIDTH)

    def start(self, rng: np.random.Generator) -> None:
        """Deals; again, if a deal is over as soon as it is dealt.

        Raises:
            PaijuError: all deals are.
        """
        for _ in range(TRIES):
            self.begin(self._table.deal(int(rng.integers(2**64, dtype=np.uint64)), self._setup))
            if not self.deal.over:
                return
        raise PaijuError(f"{TRIES} deals in a row were over as soon as they were dealt")

    def begin(self, deal: Deal) -> None:
        """Goes on with a deal, at the start of a decision."""
        self.deal: Deal = deal
        self.pick: Pick = deal.pick()

    def choose(self, action: Any) -> bool:
        """Takes an id for the seat to act; whether that completed its action.

        Raises:
            IndexError: the id is not open.
        """
        taken = self.pick.choose(int(action))
        if isinstance(taken, Action):
            self.begin(self.deal.play(taken))
            return True
        self.pick = taken
        return False

    def observe(self, seat: int) -> Observation:
        """What a seat sees. The mask is all 0 and nothing is chosen, except for the seat to act."""
        acting = self.deal.turn == seat
        seen = self.features.of(self.deal.view(seat), self.pick if acting else None)
        mask = self.pick.mask if acting else np.zeros(WIDTH, np.bool_)
        return {"observation": seen, "action_mask": mask.astype(np.int8)}

    def points(self) -> list[int]:
        """The points of the finished deal by seat."""
        points = np.asarray(self._score(np.atleast_1d(self.deal.tally()), self.rules)).reshape(-1)
        return [int(p) for p in points]

    def text(self) -> str:
        """The deal as text, all hands open."""
        deal = self.deal
        hands = [f"{'>' if deal.turn == seat else ' '} seat {seat}: {hand}" for seat, hand in enumerate(deal.hands)]
        return "\n".join([f"{deal.game}: {deal.phase}", *hands])


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo has no types
    """All seats of a table; see `aec`."""

    def __init__(
        self,
        game: str,
        *,
        rules: RulesBase | None = None,
        score: Scoring | None = None,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        super().__init__()
        self.desk = Desk(game, rules, score, setup)
        self.metadata = {"name": f"paiju_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.desk.seats)]
        both = {agent: self.desk.spaces() for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in both.items()}
        self.action_spaces = {agent: ids for agent, (_, ids) in both.items()}
        self._rng: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The space of the 96 ids, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals. The deals of a seed are always the same; without one the series goes on."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self.desk.start(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.desk.deal.turn
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees; only that of the agent to act has open ids."""
        return self.desk.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Takes one id for the agent to act.

        Raises:
            IndexError: the id is not open, and nothing has changed.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self.desk.choose(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.desk.deal.over:
            self.rewards = dict(zip(self.possible_agents, self.desk.points(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """With ``render_mode="ansi"`` the deal as text, all hands open."""
        return self.desk.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to free."""


def aec(
    game: str,
    *,
    rules: RulesBase | None = None,
    score: Scoring | None = None,
    render_mode: str | None = None,
    **setup: Any,
) -> OrderEnforcingWrapper[str, Observation, int]:
    """A table as a PettingZoo AEC environment; an episode is a deal, the agents are ``seat_0``, ``seat_1`` ….

    An action is put together id by id (see `paiju.Batch`, ``mode="picks"``): the agent to act stays the same until its
    action is complete. An observation is a dict of ``observation``, int64 (see `Features`), with seats counted from the
    agent and nothing that it may not know; and ``action_mask``, int8 of shape (96,), 1 for the ids that are open.
    Rewards are the points at the end of the deal.

    Args:
        game: its name.
        rules: the options.
        score: a scoring function to use instead of the game's: tallies, rules → int array (n, seats).
        render_mode: ``"ansi"`` or None.
        setup: set-up parameters of every deal, as the game's `deal` takes them.

    Raises:
        RulesError: an unknown game or set-up parameter, rules of another game.

    >>> import paiju.envs
    >>> env = paiju.envs.aec("bigtwo")
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     seen, reward, over, _, _ = env.last()
    ...     env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    >>> env.agents
    []
    """
    return OrderEnforcingWrapper(TableEnv(game, rules=rules, score=score, render_mode=render_mode, **setup))
