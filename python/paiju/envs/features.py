"""Views as plain vectors of numbers, the same way for every game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import _native
from .._native import Pick, PositionError, View
from ..dtypes import dtype

SLOTS = 64
"""Columns of a card set: how many copies of the card in each slot it holds."""


@dataclass(frozen=True)
class Column:
    """Neighbouring columns that hold one field."""

    name: str
    """The name of the field."""
    doc: str
    """What it says; seats are counted from the viewer (0 = me, 1 = the next to play)."""
    first: int
    """The first column."""
    width: int
    """How many columns."""
    low: int
    """The least value."""
    high: int
    """The greatest value."""
    cards: bool
    """Whether it holds card sets, 64 columns each."""

    @property
    def at(self) -> slice:
        """Where it is in a vector."""
        return slice(self.first, self.first + self.width)


class Features:
    """How a view, and the decision under way, become a vector of whole numbers.

    The columns are the fields of the game's view in their order (`paiju.columns`), and then ``chosen`` and ``head``:
    the cards and the verb chosen so far in a decision that takes several steps. A card set takes 64 columns, copies by
    slot; a number takes one, an array one per element. Nothing but what the seat may know goes in.

    Args:
        game: its name.

    >>> from paiju import bigtwo
    >>> from paiju.envs import Features
    >>> features = Features("bigtwo")
    >>> vector = features.of(bigtwo.deal(seed=7).view(0))
    >>> vector[features["hand"].at].sum()
    np.int64(13)
    """

    def __init__(self, game: str) -> None:
        info = _native.describe(game)
        self.game, self._dtype = game, dtype(game, "view")
        self._planes: int = info["planes"]
        chosen = ("chosen", "cards", self._planes, "The cards chosen so far in this decision.")
        head = ("head", "i1", 1, "The verb chosen so far in this decision, an index into the game's verbs; −1: none.")
        columns, first = [], 0
        for name, code, count, doc in [*info["view"], chosen, head]:
            cards = code == "cards"
            width = count // self._planes * SLOTS if cards else count
            low, high = _bounds(code, self._planes)
            columns.append(Column(name, doc.strip(), first, width, low, high, cards))
            first += width
        self.columns: tuple[Column, ...] = tuple(columns)
        """All columns in order."""
        self.width = first
        """The length of a vector."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields in order."""
        return tuple(column.name for column in self.columns)

    def __getitem__(self, name: str) -> Column:
        """The columns of a field.

        Raises:
            KeyError: there is no such field.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"{self.game} has no column {name!r}; there are {', '.join(self.names)}")

    def bounds(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The least and the greatest value of every column: two int64 arrays of shape (width,)."""
        low = np.concatenate([np.full(c.width, c.low) for c in self.columns])
        high = np.concatenate([np.full(c.width, c.high) for c in self.columns])
        return low, high

    def of(self, view: View, pick: Pick | None = None) -> npt.NDArray[np.int64]:
        """The vector of one view.

        Args:
            view: what the seat knows.
            pick: the decision under way, of the seat to act.

        Returns:
            int64, shape (width,).

        Raises:
            PositionError: a view of another game.
        """
        if view.game != self.game:
            raise PositionError(f"a view of {self.game} wanted, not of {view.game}")
        vector: npt.NDArray[np.int64] = self.many(view.row().view(self._dtype))[0]
        if pick is None:
            return vector
        vector[self["chosen"].at] = pick.chosen.counts()
        vector[self["head"].at] = pick.head
        return vector

    def many(
        self,
        views: npt.NDArray[np.void],
        chosen: npt.NDArray[np.uint64] | None = None,
        head: npt.NDArray[np.int8] | None = None,
    ) -> npt.NDArray[np.int64]:
        """The vectors of many views, as `paiju.Batch` has them.

        Args:
            views: structured, shape (n,): `Batch.views`.
            chosen: uint64, shape (n, planes): `Batch.chosen`; None: nothing is chosen.
            head: int8, shape (n,): `Batch.head`; None: no verb is.

        Returns:
            int64, shape (n, width).

        Raises:
            PositionError: views of another game.
        """
        if views.dtype != self._dtype or views.ndim != 1:
            raise PositionError(f"views of {self.game} wanted, not {views.dtype} {views.shape}")
        out = np.zeros((len(views), self.width), np.int64)
        for column in self.columns[:-2]:
            values = views[column.name]
            out[:, column.at] = (_counts(values) if column.cards else values).reshape(len(views), column.width)
        if chosen is not None:
            out[:, self["chosen"].at] = _counts(chosen)
        out[:, self["head"].at] = -1 if head is None else head[:, None]
        return out


def _bounds(code: str, planes: int) -> tuple[int, int]:
    """The least and the greatest value of a field.

    Unsigned 64-bit numbers are masks; an int64 has their bits, if not their value.
    """
    if code == "cards":
        return 0, planes
    if code == "?":
        return 0, 1
    info = np.iinfo("i8" if code == "u8" else code)
    return int(info.min), int(info.max)


def _counts(planes: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Copies by slot: (…, planes) words → (…, 64). Plane p has a bit where there are more than p copies."""
    words = np.ascontiguousarray(planes, "<u8")
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    counts: npt.NDArray[np.uint8] = bits.reshape(*words.shape, SLOTS).sum(axis=-2, dtype=np.uint8)
    return counts
