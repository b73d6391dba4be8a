"""Random play of many deals inside the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .checks import DEALS_MAX, seed_of, threads_of, whole
from .dtypes import tallies
from .games import module
from .rules import RulesBase, table_of


def playouts(
    game: str,
    n: int,
    seed: int = 0,
    rules: RulesBase | None = None,
    *,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    **setup: Any,
) -> npt.NDArray[np.void]:
    """Plays deals to their ends, every action drawn uniformly from the menu.

    Args:
        game: its name.
        n: the number of deals.
        seed: deal i is that of seed ``series_seed(seed, i)``; the result does not depend on ``threads``.
        rules: the options.
        threads: how many threads play; the GIL is released.
        progress: called now and then with the number of deals done.
        setup: set-up parameters of every deal, as `deal` takes them.

    Returns:
        the tallies, a structured array of shape (n,).

    Raises:
        PositionError: a negative number, no thread; RulesError: an unknown game or parameter.

    >>> import paiju
    >>> paiju.playouts("bigtwo", n=3, seed=1)["winner"].shape
    (3,)
    """
    table = table_of(rules, module(game).Rules)
    n, threads = whole("n", n, 0, DEALS_MAX), threads_of(threads)
    raw, _ = table.playouts(n, seed_of(seed), threads=threads, setup=setup, progress=progress)
    return tallies(game, raw)
