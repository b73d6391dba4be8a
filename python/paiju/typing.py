"""Types for annotations: what is accepted wherever cards, actions or randomness are wanted."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from ._native import Action, Card, Cards

__all__ = ["ActionLike", "CardsLike", "Rng"]

CardsLike: TypeAlias = "Cards | Card | str | Iterable[CardsLike]"
"""Cards, one card, text such as ``"3sx2 5h"``, or an iterable of those."""

ActionLike: TypeAlias = "Action | CardsLike"
"""An action, its text such as ``"pass"`` or ``"3c 3d"``, or the cards of an ordinary play."""

Rng: TypeAlias = "int | random.Random | np.random.Generator | None"
"""A seed 0 ≤ n < 2⁶⁴, a generator from which one is drawn, or None for the system's randomness."""
