"""How every game begins a deal: from a shuffle, or from given cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._native import Deal, PositionError, Table
from .typing import CardsLike, Rng


def dealt(table: Table, seed: Rng, hands: Sequence[CardsLike] | None, setup: Mapping[str, Any], **lying: Any) -> Deal:
    """A deal at its first decision.

    Args:
        table: the game under its rules.
        seed: of the shuffle, where no hands are given.
        hands: the hands by seat; None: they are dealt.
        setup: set-up parameters; those that are None are not given.
        lying: how else given cards lie, as `Table.arrange` takes it.

    Raises:
        PositionError: both a seed and hands, or cards that cannot lie so.
    """
    given = {name: value for name, value in setup.items() if value is not None}
    if hands is None:
        return table.deal(seed, given)
    if seed is not None:
        raise PositionError("give either a seed or hands")
    return table.arrange(hands, setup=given, **lying)
