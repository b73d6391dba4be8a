"""The screen: the two streams, the language, and how cards, seats, tables and progress are written on them."""

from __future__ import annotations

import csv
import importlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from .._native import Action, Card, Cards, Shape
from ..rules import RulesBase
from .hooks import Terminal
from .words import WORDS

_WIDE = 120  # where the output is no terminal, tables should not be squeezed into 80 columns
MARK = "•"


class _Speed(ProgressColumn):
    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0.0:,.0f} {self._unit}/s", style="cyan")


class Screen:
    """Writes for people: results and play on standard output, errors and progress on standard error."""

    def __init__(self, lang: str = "en", terminal: Terminal | None = None) -> None:
        self.lang = lang
        """``en`` or ``zh``."""
        self.terminal = terminal or Terminal()
        """How the game at hand shows itself."""
        self.rules: RulesBase | None = None
        """The options that are in force."""
        self.names: Sequence[str] = ()
        """Who plays, by seat."""
        self.me: int | None = None
        """The seat before the screen, if there is one."""
        self._tty = sys.stdout.isatty()
        self._out = Console(highlight=False, width=None if self._tty else _WIDE, emoji=False)
        self._err = Console(stderr=True, highlight=False, emoji=False)

    def t(self, key: str, **values: Any) -> str:
        """A text of the catalogue in the language of the screen."""
        return WORDS[key][self.lang == "zh"].format(**values)

    def say(self, en: str, zh: str) -> str:
        """One of two texts."""
        return zh if self.lang == "zh" else en

    @staticmethod
    def text(text: object) -> str:
        """Text made safe for markup."""
        return escape(str(text))

    def title(self, game: str) -> str:
        """What the game is called; its own name where nothing is known."""
        return self.say(*self.terminal.title) if self.terminal.title else game

    def word(self, name: str) -> str:
        """What the game calls something."""
        return self.terminal.word(name, self.lang)

    def print(self, *lines: str) -> None:
        """Lines with markup, to standard output."""
        for line in lines:
            self._out.print(line, soft_wrap=not self._tty)  # files get whole lines, terminals break between words

    def rule(self, title: str) -> None:
        """A line across, with a title."""
        self._out.rule(title, align="left", style="dim")

    def note(self, line: str) -> None:
        """A line without markup to standard error."""
        self._err.print(line, markup=False, soft_wrap=True, style="bold red")

    def card(self, card: Card, copies: int = 1, marked: bool = False) -> str:
        """A card, with its copies, and with a dot before it if marked."""
        text, style = self.terminal.card(card, self.lang)
        text = escape(text + (f"x{copies}" if copies > 1 else ""))
        painted = f"[{style}]{text}[/]" if style else text
        return f"[yellow]{MARK}[/yellow]{painted}" if marked else painted

    def cards(self, cards: Cards, marks: int = 0) -> str:
        """Cards in the order of the pack, copies together; a dot before those whose slot is in the bit mask."""
        kinds = dict.fromkeys(cards)
        return " ".join(self.card(card, cards.count(card), bool(marks >> card.slot & 1)) for card in kinds)

    def seat(self, seat: int) -> str:
        """A seat: you, or its number and who sits there."""
        if seat == self.me:
            return f"[bold]{self.t('you')}[/bold]"
        name = f" {escape(self.names[seat])}" if seat < len(self.names) else ""
        return self.t("seat", seat=seat) + name

    def action(self, action: Action, shape: Shape | None = None) -> str:
        """An action in the words of the game."""
        return self.terminal.action(self, action, action.shape if shape is None else shape)

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()) -> None:
        """A table; ``right``: the columns set flush right. Cells have markup."""
        table = Table(box=None, header_style="bold", pad_edge=False, show_header=any(header))
        right = set(right)
        for at, title in enumerate(header):
            table.add_column(title, justify="right" if at in right else "left", overflow="fold")
        for row in rows:
            table.add_row(*row)
        self._out.print(table)

    def json(self, data: Any) -> None:
        """Data as one line of JSON, to standard output."""
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")

    def csv(self, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Rows as CSV, to standard output."""
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)

    def ask(self, prompt: str) -> str | None:
        """A line from standard input; None at its end."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                importlib.import_module("readline")  # editing and history of lines, where the system has it
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt) as end:
            self.print("")  # the prompt's line is still open
            if isinstance(end, KeyboardInterrupt):
                raise
            return None

    @contextmanager
    def progress(self, total: int, unit: str) -> Iterator[Callable[[int], None]]:
        """A bar on standard error with the speed, while a long call runs; give it the number done.

        It shows only on a terminal.
        """
        columns = (BarColumn(), MofNCompleteColumn(), _Speed(unit), TimeRemainingColumn())
        with Progress(*columns, console=self._err, transient=True, disable=not self._err.is_terminal) as bar:
            task = bar.add_task(unit, total=total)
            yield lambda done: bar.update(task, completed=done)
