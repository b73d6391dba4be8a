"""Checks of arrays that users hand in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import PositionError, Table
from .dtypes import dtype


def as_tallies(game: str, tallies: npt.NDArray[np.void] | np.void) -> npt.NDArray[np.void]:
    """One or many tallies as a structured array of shape (n,).

    Raises:
        PositionError: the tallies of another game, or something that is no tallies.
    """
    array = np.atleast_1d(np.asarray(tallies))
    if array.dtype != dtype(game, "tally") or array.ndim != 1:
        raise PositionError(
            f"tallies of {game} wanted (deal.tally() or paiju.playouts), not {array.dtype} {array.shape}"
        )
    return array


def as_tally(game: str, tally: npt.NDArray[np.void] | np.void) -> np.void:
    """One tally, given as such or as an array of one.

    Raises:
        PositionError: none or many, the tally of another game, or something that is no tally.
    """
    facts = as_tallies(game, tally)
    if len(facts) != 1:
        raise PositionError(f"one tally of {game} wanted, not {len(facts)}")
    one: np.void = facts[0]
    return one


def classify_planes(
    table: Table,
    planes: npt.NDArray[np.uint64],
    out: npt.NDArray[np.void] | None = None,
    ask: Mapping[str, Any] | None = None,
) -> npt.NDArray[np.void]:
    """The shapes of many card sets; see `classify_many` of the games; ``ask`` as `Table.classify` takes it.

    Raises:
        PositionError: another dtype or shape than uint64 (n, planes), or an ``out`` that does not fit.
    """
    width = _native.describe(table.game)["planes"]
    if not isinstance(planes, np.ndarray) or planes.dtype != np.uint64:
        kind = planes.dtype if isinstance(planes, np.ndarray) else type(planes).__name__
        raise PositionError(f"planes: a uint64 array wanted, not {kind}")
    if width == 1 and planes.ndim == 1:
        planes = planes[:, None]
    if planes.ndim != 2 or planes.shape[1] != width:
        raise PositionError(f"planes: shape (n, {width}) wanted, not {planes.shape}")
    record = dtype(table.game, "shape")
    if out is None:
        out = np.empty(len(planes), record)
    elif (
        not isinstance(out, np.ndarray)
        or out.dtype != record
        or out.shape != (len(planes),)
        or not out.flags.c_contiguous
    ):
        raise PositionError(f"out: a contiguous array of {record} and shape ({len(planes)},) wanted")
    table.classify_many(np.ascontiguousarray(planes), out.view(np.uint8), ask)
    return out
