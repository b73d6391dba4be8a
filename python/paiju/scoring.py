"""The form in which every game explains its score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]


@dataclass(frozen=True)
class Line:
    """One line of a score."""

    rule: str
    """The rule that it follows from, as an id of the rule book."""
    seat: int | None
    """The seat it concerns; None: the whole table."""
    amount: int
    """What the line counts; its unit is in the words."""
    en: str
    """The line in English."""
    zh: str
    """The line in Chinese."""


@dataclass(frozen=True)
class Score:
    """What a finished deal is worth, and how it came about."""

    points: tuple[int, ...]
    """Points by seat, the same numbers as `score` gives."""
    lines: tuple[Line, ...]
    """How they came about."""

    def text(self, lang: Language = "en") -> str:
        """The lines and the points as text."""
        rows = [f"{line.rule}: {line.en if lang == 'en' else line.zh}" for line in self.lines]
        head = "points" if lang == "en" else "得分"
        return "\n".join([*rows, f"{head}: " + " ".join(f"{p:+d}" for p in self.points)])

    def __str__(self) -> str:
        return self.text()
