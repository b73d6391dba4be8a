"""How a game shows itself in the terminal: the one class that a game may extend, and nothing of it must.

A game's module that wants more than the defaults ends with ``terminal = MyTerminal()``, an instance of a subclass of
`Terminal`. Neither typer nor rich is imported here, so games stay importable without the `[cli]` extra. Lines are
given as text with rich's markup (``[red]…[/]``); what may contain brackets goes through ``screen.text``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from .._native import Action, Card, Cards, Deal, Legal, PaijuError, Shape, View

if TYPE_CHECKING:
    from types import ModuleType

    from .screen import Screen

__all__ = ["Question", "Terminal", "Wrong", "marks_of", "terminal_of"]

Question = Callable[["Screen", View, Legal, str], "list[str]"]
"""An extra command while playing: screen, view, what is legal, the words behind the command → lines."""

_SUITS = {"c": ("♣", "green"), "d": ("♦", "bright_blue"), "h": ("♥", "red"), "s": ("♠", "bold")}
_JOKERS = {"w": ("w", "bold cyan"), "W": ("W", "bold magenta")}


class Wrong(PaijuError):
    """A wrong input; the command line prints the text as one line and ends with code 2."""


class Terminal:
    """How a game shows itself in the terminal; every method here is a default that fits any game."""

    title: ClassVar[tuple[str, str] | None] = None
    """The game's name in English and Chinese."""

    words: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """English and Chinese for what the engine names: verbs (``pass``), phases (``lead``), shapes, fields of views and
    set-up parameters; ``rule:NAME`` is the meaning of an option (an empty text keeps the engine's own). The Chinese of
    a verb is also understood as input."""

    commands: ClassVar[Mapping[str, Callable[..., None]]] = {}
    """Extra commands, run as ``paiju NAME GAME``: functions of (screen, rules, keyword-only options). An option is
    annotated ``Annotated[int, "English help", "Chinese help"]`` and has a default; ``rules`` are the game's options
    as given on the command line. To refuse an input, raise `Wrong`."""

    questions: ClassVar[Mapping[str, Question]] = {}
    """Extra commands while playing, by name."""

    def word(self, name: str, lang: str) -> str:
        """What to call something in a language; the name itself where nothing is known."""
        pair = self.words.get(name, ("", ""))
        return pair[lang == "zh"] or name

    def card(self, card: Card, lang: str) -> tuple[str, str]:
        """The text of a card, which should be readable as input, and its style in rich's words."""
        text = str(card)
        if text in _JOKERS:
            return ({"w": "小王", "W": "大王"}[text] if lang == "zh" else text), _JOKERS[text][1]
        sign, style = _SUITS.get(text[-1], (text[-1], ""))
        return text[:-1] + sign, style

    def hand(self, screen: Screen, view: View, marks: int) -> list[str]:
        """The viewer's hand. ``marks``: bit k is set iff some legal action holds the card of slot k."""
        return [screen.cards(view.hand, marks)]

    def table(self, screen: Screen, view: View) -> list[str]:
        """What lies on the table: every non-empty card field of the view but the hand and the unseen cards."""
        lines = []
        for name in view.fields:
            value = getattr(view, name)
            if name not in ("hand", "unseen") and isinstance(value, Cards) and value:
                lines.append(f"{screen.text(self.word(name, screen.lang))}: {screen.cards(value)}")
        return lines

    def action(self, screen: Screen, action: Action, shape: Shape | None) -> str:
        """An action, as it appears in logs and lists. ``shape`` is None where the cards are hidden or are none."""
        parts = []
        if not action.cards or str(action).startswith(action.verb):
            parts.append(screen.text(self.word(action.verb, screen.lang)))
        if action.cards:
            parts.append(screen.cards(action.cards))
        if shape is not None:
            parts.append(f"[dim]{screen.text(self.word(shape.name, screen.lang))}[/dim]")
        return " ".join(parts)

    def read(self, text: str, view: View, legal: Legal) -> Action | str:
        """What the player means by a text: an action, or text that the engine's parser reads.

        Raises:
            PaijuError: the text means nothing; the player is told, and asked again.
        """
        for name, (_, zh) in self.words.items():
            verb = any(name == verb or name == verb.split()[0] for verb in legal.verbs)
            if verb and zh and re.match(re.escape(zh) + r"(\s|$)", text):
                return name + text[len(zh) :]
        return text

    def why(self, screen: Screen, action: Action, view: View, legal: Legal) -> list[str]:
        """Lines to add when an action was refused."""
        return []

    def deal(self, screen: Screen, deal: Deal) -> list[str]:
        """All there is to see of a deal when nothing is hidden, as in a replay: every hand."""
        return [f"{screen.seat(seat)}: {screen.cards(hand)}" for seat, hand in enumerate(deal.hands)]


def terminal_of(module: ModuleType) -> Terminal:
    """The terminal of a game's module, the default one where it has none of its own."""
    terminal = getattr(module, "terminal", None)
    return terminal if isinstance(terminal, Terminal) else Terminal()


def marks_of(legal: Legal) -> int:
    """The slots of the cards that some legal action holds, as a bit mask."""
    marks = 0
    for verb in legal.verbs:
        try:
            marks |= legal.picks("", verb).more.kinds
        except PaijuError:  # a verb without cards
            continue
    return marks
