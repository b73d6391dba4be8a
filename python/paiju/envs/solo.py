"""One seat of a table, against agents, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from .._native import PaijuError, PositionError
from ..agents import Agent, AgentError, make
from ..checks import whole
from ..rules import RulesBase
from .table import TRIES, Desk, Observation, Scoring


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table, against agents; an episode is a deal.

    Observations, masks and ids are those of `paiju.envs.aec`; the reward is the seat's points at the end of the deal.
    It is registered as ``paiju/<game>-v0`` when `paiju.envs` is imported.

    Args:
        game: its name.
        opponents: a name as `paiju.agents.make` knows it or an agent, for all other seats; or one for each, in the
            order in which they sit behind the learner.
        seat: the learner's; None: another one by chance in every deal.
        rules: the options.
        score: a scoring function to use instead of the game's: tallies, rules → int array (n, seats).
        illegal: an id that is not open ends the episode with this reward (points; choose less than the worst loss), and
            ``info["illegal"]`` says why; None: it raises IndexError.
        render_mode: ``"ansi"`` or None.
        setup: set-up parameters of every deal, as the game's `deal` takes them.

    Raises:
        RulesError: an unknown game or set-up parameter, rules of another game; PositionError: a wrong seat or number of
            opponents; PaijuError: an unknown agent.

    >>> import paiju.envs
    >>> env = paiju.envs.solo("bigtwo", opponents="greedy")
    >>> seen, info = env.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as in Env)

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Agent | Sequence[str | Agent] = "random",
        seat: int | None = 0,
        rules: RulesBase | None = None,
        score: Scoring | None = None,
        illegal: float | None = -1000.0,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.desk = Desk(game, rules, score, setup)
        others = self.desk.seats - 1
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents] * others
        if len(opponents) != others:
            raise PositionError(f"{game} has {others} seats for opponents, {len(opponents)} are given")
        for opponent in opponents:
            if isinstance(opponent, str):
                make(opponent, game, 0)
        self._game, self._opponents = game, list(opponents)
        self._fixed = None if seat is None else whole("seat", seat, 0, others)
        self._illegal, self.render_mode = illegal, render_mode
        self.observation_space, self.action_space = self.desk.spaces()
        self.seat = self._fixed or 0
        """The learner's seat in this deal."""
        self._agents: dict[int, Agent] = {}
        self._live = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals, and plays on to the learner's first decision. The deals of a seed are always the same.

        Raises:
            AgentError: an opponent raised, or chose what is not legal. PaijuError: deal after deal leaves the learner
                nothing to decide.
        """
        super().reset(seed=seed)
        self._live = False
        for _ in range(TRIES):  # a deal that ends before the learner could decide anything teaches nothing
            self._sit()
            self.desk.start(self.np_random)
            self._go_on()
            if not self.desk.deal.over:
                self._live = True
                return self.desk.observe(self.seat), {"seat": self.seat}
        raise PaijuError(f"{TRIES} deals in a row left the learner nothing to decide")

    def _sit(self) -> None:
        seats = self.desk.seats
        self.seat = int(self.np_random.integers(seats)) if self._fixed is None else self._fixed
        self._agents = {}
        for behind, opponent in enumerate(self._opponents, 1):
            seed = int(self.np_random.integers(2**63))
            agent = make(opponent, self._game, seed) if isinstance(opponent, str) else opponent
            self._agents[(self.seat + behind) % seats] = agent

    def _go_on(self) -> None:
        """Lets the opponents act until the learner is to act or the deal is over."""
        while (seat := self.desk.deal.turn) is not None and seat != self.seat:
            agent, deal = self._agents[seat], self.desk.deal
            try:
                self.desk.begin(deal.play(agent.choose(deal.view(seat), deal.legal())))
            except Exception as error:
                raise AgentError.of(agent, seat, self._game, error) from error

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes one id for the learner, and, where that completes its action, lets the others act.

        Returns:
            observation, reward (points), whether the deal is over, False, info: the seat; at the end the points of all
            seats.

        Raises:
            IndexError: an id that is not open, where ``illegal`` is None. AgentError: an opponent failed.
            PaijuError: the episode is over.
        """
        if not self._live:
            raise PaijuError("the episode is over: call reset()")
        info: dict[str, Any] = {"seat": self.seat}
        try:
            if self.desk.choose(action):
                self._go_on()
        except IndexError as error:
            if self._illegal is None:
                raise
            self._live = False
            return self.desk.observe(self.seat), self._illegal, True, False, {**info, "illegal": str(error)}
        reward = 0.0
        if self.desk.deal.over:
            self._live = False
            info["points"] = self.desk.points()
            reward = float(info["points"][self.seat])
        return self.desk.observe(self.seat), reward, not self._live, False, info

    def render(self) -> str | None:
        """With ``render_mode="ansi"`` the deal as text, all hands open."""
        return self.desk.text() if self.render_mode == "ansi" else None
