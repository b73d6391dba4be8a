"""Records of the engine as numpy structured dtypes: tallies, views, shapes, and the legal rows of a batch."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _native

Record = Literal["tally", "view", "shape"]
_CODES = {
    "?": "?",
    "u1": "u1",
    "i1": "i1",
    "u2": "<u2",
    "i2": "<i2",
    "u4": "<u4",
    "i4": "<i4",
    "u8": "<u8",
    "i8": "<i8",
}


@cache
def dtype(game: str, record: Record) -> np.dtype[np.void]:
    """The dtype of a game's tallies, views or shapes: little-endian, packed, one named field per fact.

    A card set is a field of ``planes`` words (uint64); bit k of plane p is set iff there are more than p copies of
    slot k.
    """
    planes = _native.describe(game)["planes"]
    fields: list[tuple[Any, ...]] = []
    for name, code, count, _doc in _native.describe(game)[record]:
        if code == "cards":
            sets = count // planes
            fields.append((name, "<u8", (sets, planes) if sets > 1 else (planes,)))
        elif count > 1:
            fields.append((name, _CODES[code], (count,)))
        else:
            fields.append((name, _CODES[code]))
    return np.dtype(fields)


@cache
def row_dtype(game: str) -> np.dtype[np.void]:
    """The dtype of a legal row of a batch: ``cards``, uint64 (planes,), and ``head``, uint64, the index of the verb."""
    return np.dtype([("cards", "<u8", (_native.describe(game)["planes"],)), ("head", "<u8")])


def tallies(game: str, raw: npt.NDArray[np.uint8]) -> npt.NDArray[np.void]:
    """Raw bytes of tallies as a structured array of shape (n,)."""
    return raw.view(dtype(game, "tally"))
