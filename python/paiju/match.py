"""Matches: many deals, with what carries over from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Action, Deal, PositionError
from .agents import Agent, AgentError, make
from .checks import seed_of, whole
from .games import module
from .progress import Standing
from .records import DealRecord, Record
from .rules import RulesBase, rules_or_default


@dataclass(frozen=True)
class Event:
    """One action of a match."""

    before: Deal
    """The deal in which it was taken."""
    seat: int
    """Who took it."""
    action: Action
    """What it was."""
    after: Deal
    """The deal that it made."""


class Match:
    """Many deals between the same players.

    Args:
        game: its name.
        agents: one per seat: agents, or names as `paiju.agents.make` knows them.
        seed: deal k of the match is that of seed ``series_seed(seed, k)``.
        rules: the options.
        score: a scoring function to use instead of the game's: tallies, rules → int array (k, seats).
        watch: called after every action.

    >>> import paiju
    >>> match = paiju.Match("bigtwo", agents=["greedy", "random", "random", "random"], seed=3)
    >>> sum(match.run(deals=2).totals)
    0
    >>> match.record.verify() is None
    True
    """

    def __init__(
        self,
        game: str,
        agents: Sequence[Agent | str],
        *,
        seed: int = 0,
        rules: RulesBase | None = None,
        score: Callable[[npt.NDArray[np.void], Any], npt.NDArray[np.int64]] | None = None,
        watch: Callable[[Event], object] | None = None,
    ) -> None:
        play = module(game)
        self.rules: RulesBase = rules_or_default(rules, play.Rules)
        self._table = self.rules.table
        seats = _native.describe(game)["seats"]
        if len(agents) != seats:
            raise PositionError(f"{game} has {seats} seats, {len(agents)} agents are given")
        self.game, self.seed = game, seed_of(seed)
        seeds = [_native.series_seed(self.seed ^ (2**64 - 1), seat) for seat in range(seats)]
        self.agents: list[Agent] = [
            make(agent, game, seed) if isinstance(agent, str) else agent
            for agent, seed in zip(agents, seeds, strict=True)
        ]
        self.progress = play.progress(self.rules)
        self.record = Record(game, self.rules, [str(agent.name) for agent in self.agents])
        self.deal: Deal | None = None
        self._score, self._watch = score or play.score, watch
        self._trail: list[Deal] = []

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        return self.progress.standing()  # type: ignore[no-any-return]

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return bool(self.progress.over)

    def start(self) -> Deal:
        """Deals the next deal."""
        if self.over:
            raise PositionError("the match is over")
        if self.deal is not None:
            raise PositionError("a deal is in progress")
        setup, seed = dict(self.progress.setup()), _native.series_seed(self.seed, len(self.record.deals))
        self.deal, self._trail = self._table.deal(seed, setup), []
        self.record.deals.append(DealRecord(setup, {"seed": seed}))
        self.record.stopped = "in progress"
        self._close()
        return self.deal or self._table.deal(seed, setup)

    def step(self) -> Event:
        """Asks the agent to act, and plays what it chose.

        Raises:
            AgentError: the agent raised, or chose what is not legal. The match is as before, its record kept.
        """
        if self.deal is None:
            self.start()
        before = self.deal
        if before is None or before.turn is None:
            raise PositionError("the deal ended before anyone could act")
        seat, legal = before.turn, before.legal()
        agent = self.agents[seat]
        try:
            action = self._action(agent.choose(before.view(seat), legal))
            after = before.play(action)
        except Exception as error:
            where = f"deal {len(self.record.deals) - 1}, action {len(self._trail)}"
            problem = AgentError.of(agent, seat, f"{self.game}, {where}", error)
            self.record.stopped = str(problem)
            raise problem from error
        self._trail.append(before)
        self.record.deals[-1].actions.append(str(action))
        self.deal = after
        event = Event(before, seat, action, after)
        if self._watch is not None:
            self._watch(event)
        self._close()
        return event

    def _action(self, choice: Any) -> Action:
        return choice if isinstance(choice, Action) else Action(self.game, choice)

    def _close(self) -> None:
        """Settles the deal if it is over."""
        deal = self.deal
        if deal is None or not deal.over:
            return
        points = [int(p) for p in np.asarray(self._score(np.asarray(deal.tally()).reshape(1), self.rules)).reshape(-1)]
        self.record.deals[-1].finish(deal, points)
        self.record.stopped = None
        self.progress.settle(deal.tally(), points)
        self.deal, self._trail = None, []

    def play_deal(self) -> DealRecord:
        """Plays the deal in progress, or the next one, to its end."""
        if self.deal is None:
            self.start()
        while self.deal is not None:
            self.step()
        return self.record.deals[-1]

    def run(self, deals: int | None = None) -> Standing:
        """Plays on, until the match is decided or so many more deals are finished.

        Args:
            deals: how many; None: to the end, in games whose matches have one.
        """
        if deals is None:
            if not self.progress.ends:
                raise PositionError(f"a match of {self.game} has no end of its own: say how many deals")
        else:
            deals = whole("deals", deals, 0)
        while not self.over and (deals is None or deals > 0):
            self.play_deal()
            deals = None if deals is None else deals - 1
        return self.standing

    def undo(self, seat: int | None = None) -> bool:
        """Takes back the last action of the deal in progress, or all down to the last one of a seat. A deal that is
        over is settled and stays.

        Returns:
            whether there was one.
        """
        for back in range(len(self._trail) - 1, -1, -1):
            if seat is None or self._trail[back].turn == seat:
                self.deal = self._trail[back]
                del self._trail[back:], self.record.deals[-1].actions[back:]
                return True
        return False

    def disconnect(self, seat: int) -> None:
        """A player leaves in the middle of a deal: what that costs is the game's to say, and the deal is void.

        Raises:
            PositionError: no such seat, or no deal is in progress.
        """
        seat = whole("seat", seat, 0, len(self.agents) - 1)
        if self.deal is None:
            raise PositionError("no deal is in progress")
        self.progress.leave(seat, self.deal)
        self.record.deals[-1].left = seat
        self.record.stopped = None
        self.deal, self._trail = None, []
