"""Checks of numbers that users hand in."""

from __future__ import annotations

import operator
from typing import Any

from ._native import PositionError

SEED_MAX = 2**64 - 1
DEALS_MAX = 2**31
THREADS_MAX = 1024
POINTS_MAX = 10**9


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number within bounds.

    Raises:
        PositionError: something else.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise PositionError(f"{name}: a whole number wanted, not {value!r}") from None
    if number < least or (most is not None and number > most):
        bounds = f"at least {least}" if most is None else f"{least} to {most}"
        raise PositionError(f"{name}: {bounds} wanted, not {number}")
    return number


def seed_of(value: Any) -> int:
    """A seed: a whole number 0 ≤ seed < 2⁶⁴."""
    return whole("seed", value, 0, SEED_MAX)


def points_of(value: Any) -> int:
    """Points of a deal: a whole number, which may be negative."""
    return whole("score", value, -POINTS_MAX, POINTS_MAX)


def threads_of(value: Any) -> int:
    """How many threads or processes work at once: 1 to 1024."""
    return whole("threads", value, 1, THREADS_MAX)
