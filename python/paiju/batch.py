"""Many deals in lockstep on numpy arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Action, Deal, PositionError
from .checks import seed_of, threads_of, whole
from .dtypes import dtype, row_dtype, tallies
from .games import module
from .rules import RulesBase, rules_or_default

WIDTH = 96
"""The number of ids in picks mode, the same for every game."""
HEAD = 64
"""Picks mode: id ``HEAD + h`` takes head (verb) h; ids below add one copy of the card in that slot."""
DONE = 95
"""Picks mode: commits the cards chosen so far, where more could follow."""


@dataclass(frozen=True)
class Finished:
    """The deals that ended in one step."""

    envs: npt.NDArray[np.int64]
    """In which envs, shape (k,)."""
    tallies: npt.NDArray[np.void]
    """Their facts, shape (k,)."""
    points: npt.NDArray[np.int64]
    """What they are worth by seat of the table, shape (k, seats)."""


class Batch:
    """N deals in lockstep. The arrays are made once and filled anew at every step; copy what you keep.

    Deal number k of the batch is that of seed ``series_seed(seed, k)``: env i starts with k = i and goes on to k + n
    when its deal ends (auto-reset in the same step, so that every env always shows a decision).

    Args:
        game: its name.
        n: the number of envs.
        seed: of the series of deals.
        rules: the options.
        mode: what a choice is. ``"menu"``: the number of a legal row of that env. ``"picks"``: an id of a fixed
            discrete space of 96, the same for every game: a card slot 0..63, a verb 64 + h, or 95 "done"; an action
            takes one or more steps, and `mask` says which ids are open.
        threads: how many threads work on a step; the GIL is released.
        score: a scoring function to use instead of the game's: tallies, rules → int array (k, seats).
        setup: set-up parameters of every deal, as `deal` takes them.

    Attributes:
        turn: int8 (n,), the seat to act.
        done: bool (n,), whether the last step ended a deal in this env.
        views: structured (n,), what the seat to act knows, seats counted from it; see `columns`.
        offsets: int64 (n + 1,), menu mode: the legal rows of env i are ``rows[offsets[i]:offsets[i + 1]]``.
        rewards: int64 (n, seats), points of the deals that ended in the last step, 0 elsewhere; by seat of the table.
        mask: bool (n, 96), picks mode: the open ids.
        chosen: uint64 (n, planes), picks mode: the cards chosen so far.
        head: int8 (n,), picks mode: the verb taken so far, −1 for none.

    >>> import numpy as np, paiju
    >>> batch = paiju.Batch("bigtwo", n=8, seed=1)
    >>> for _ in range(100):
    ...     counts = np.diff(batch.offsets)
    ...     finished = batch.step(np.zeros(8, np.int64))  # always the first legal row
    >>> batch.decisions
    800
    """

    def __init__(
        self,
        game: str,
        n: int,
        seed: int = 0,
        rules: RulesBase | None = None,
        *,
        mode: Literal["menu", "picks"] = "menu",
        threads: int = 1,
        score: Callable[[npt.NDArray[np.void], Any], npt.NDArray[np.int64]] | None = None,
        **setup: Any,
    ) -> None:
        self.game, self.mode = game, mode
        self.n = whole("n", n, 1, 2**22)
        self.rules: RulesBase = rules_or_default(rules, module(game).Rules)
        table = self.rules.table
        self._score = score or module(game).score
        self._native = _native.Batch(table, self.n, seed_of(seed), threads=threads_of(threads), mode=mode, setup=setup)
        self._row = row_dtype(game)
        self.turn = self._native.turn
        self.done = self._native.done
        self.offsets = self._native.offsets
        self.views: npt.NDArray[np.void] = self._native.views.view(dtype(game, "view"))
        self.mask = self._native.mask.reshape(-1, WIDTH)
        self.chosen = self._native.chosen.view("<u8").reshape(len(self._native.head), -1) if mode == "picks" else None
        self.head = self._native.head
        self.rewards = np.zeros((self.n, _native.describe(game)["seats"]), np.int64)
        self._rewarded: npt.NDArray[np.int64] = np.zeros(0, np.int64)

    @property
    def rows(self) -> npt.NDArray[np.void]:
        """Menu mode: the legal rows of all envs (dtype `dtypes.row_dtype`), in the order of the envs and menus."""
        native = self._native
        return native.rows[: native.rows_bytes].view(self._row)

    def step(self, choices: npt.ArrayLike) -> Finished:
        """Takes one choice for each env.

        Args:
            choices: whole numbers, shape (n,).

        Returns:
            the deals that ended; empty arrays when none did.

        Raises:
            PositionError: another shape or dtype. IndexError: a choice that is not open, naming env and choices;
                nothing has changed anywhere.
        """
        array = np.asarray(choices)
        if array.dtype.kind not in "iu" or array.shape != (self.n,):
            raise PositionError(f"choices: whole numbers of shape ({self.n},) wanted, not {array.dtype} {array.shape}")
        self._native.step(np.ascontiguousarray(array, np.int64))
        return self._finish()

    def reset(self, seed: int) -> None:
        """Starts again with the deals of another seed."""
        self._native.reset(seed_of(seed))
        self._finish()

    def _finish(self) -> Finished:
        envs, raw = self._native.finished()
        facts = tallies(self.game, raw)
        if len(self._rewarded):
            self.rewards[self._rewarded] = 0
        points = self._score(facts, self.rules) if len(envs) else self.rewards[:0]
        self.rewards[envs] = points
        self._rewarded = envs
        return Finished(envs, facts, points)

    def action(self, env: int, row: int) -> Action:
        """The action of a legal row of an env (menu mode)."""
        return self.deal(env).legal()[row]

    def deal(self, env: int) -> Deal:
        """The deal of an env, as it stands."""
        return self._native.deal(env)

    @property
    def deals(self) -> int:
        """The deals that ended since the start or the last reset."""
        return self._native.deals

    @property
    def decisions(self) -> int:
        """The actions played since the start or the last reset."""
        return self._native.decisions

    def __len__(self) -> int:
        return self.n


def columns(game: str) -> dict[str, str]:
    """The fields of `Batch.views` with what they say."""
    return {name: doc.strip() for name, _code, _count, doc in _native.describe(game)["view"]}
