"""A person at the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum

from .._native import Action, IllegalAction, Legal, PaijuError, ParseError, View, describe
from ..games import module
from .hooks import Question, marks_of, terminal_of
from .screen import Screen
from .words import COMMANDS

PAGE = 60
"""Rows of a list shown at once."""


class Control(Enum):
    """What a person may want beside an action."""

    UNDO = "undo"
    QUIT = "quit"


Command = Callable[[View, Legal, str], Control | None]


class Human:
    """A person who types actions; an agent like any other.

    Args:
        game: the game's name.
        screen: where to write; None: a screen of its own, in the language of ``PAIJU_LANG``.
    """

    def __init__(self, game: str, screen: Screen | None = None) -> None:
        self.name = "human"
        self.game = game
        self._module = module(game)
        lang = "zh" if os.environ.get("PAIJU_LANG") == "zh" else "en"
        self.screen = screen or Screen(lang, terminal_of(self._module))
        self.answer: Action | None = None
        """An action already decided on, which the next `choose` returns."""
        self.commands: dict[str, Command] = {
            "help": self._help,
            "hint": self._hint,
            "why": self._why,
            "list": self._list,
            "more": self._more,
            "hand": self._hand,
            "quit": lambda view, legal, rest: Control.QUIT,
        }
        """The commands by name; a table around this player may add its own."""

    def choose(self, view: View, legal: Legal) -> Action:
        """Asks until the person has given a legal action.

        Raises:
            PaijuError: the person left.
        """
        answer, self.answer = self.answer, None
        if answer is None:
            asked = self.ask(view, legal)
            if isinstance(asked, Control):
                raise PaijuError(self.screen.t("bye"))
            answer = asked
        return answer

    def ask(self, view: View, legal: Legal) -> Action | Control:
        """Shows the table and asks until there is a legal action, or something that only the table can do."""
        self._hand(view, legal, "")
        while True:
            line = self.screen.ask("> ")
            if line is None:
                return Control.QUIT
            line = line.strip()
            if not line:
                if len(legal) == 1:
                    return legal[0]
                self.screen.print(self.screen.t("nothing_typed"))
                continue
            command, rest = self._command(line, legal)
            answer = command(view, legal, rest) if command else self._action(line, view, legal)
            if answer is not None:
                return answer

    def _command(self, line: str, legal: Legal) -> tuple[Command | None, str]:
        """The command that a line is, if it is one; where a verb of the game is called the same, the verb is meant,
        and a slash before the command helps."""
        word, _, rest = line.partition(" ")
        if word in {verb.split()[0] for verb, _ in describe(self.game)["heads"]}:
            return None, ""
        word = word.removeprefix("/")
        names = {alias: name for name, (aliases, _, _) in COMMANDS.items() for alias in aliases}
        name = names.get(word, word)
        questions = self.screen.terminal.questions
        if name in questions:
            return self._question(questions[name]), rest.strip()
        return self.commands.get(name), rest.strip()

    def _question(self, question: Question) -> Command:
        def ask(view: View, legal: Legal, rest: str) -> None:
            try:
                self.screen.print(*question(self.screen, view, legal, rest))
            except PaijuError as error:
                self._refuse(rest, error, view, legal)

        return ask

    def _action(self, line: str, view: View, legal: Legal) -> Action | None:
        """The legal action that a line means; None, with the reason printed, when it is none."""
        text = line
        try:
            meant = self._meaning(line, view, legal)
            text = str(meant)
            action = meant if isinstance(meant, Action) else Action(self.game, meant)
            legal.check(action)
            return action
        except PaijuError as error:
            self._refuse(text, error, view, legal)
            return None

    def _meaning(self, line: str, view: View, legal: Legal) -> Action | str:
        """The action of a number in the list, or what the game takes the line for."""
        if not line.startswith("#"):
            return self.screen.terminal.read(line, view, legal)
        number = line[1:].strip()
        if not number.isdecimal() or not 1 <= int(number) <= len(legal):
            raise PaijuError(self.screen.t("no_row", text=number, n=len(legal)))
        return legal[int(number) - 1]

    def _refuse(self, text: str, error: PaijuError, view: View, legal: Legal) -> None:
        """Says why not: with the place in the text, or with the rule."""
        screen = self.screen
        if isinstance(error, ParseError):
            shown = text[: error.position] + "▸" + text[error.position :]
            screen.print(f"[dim]{screen.text(shown)}[/dim]")
        screen.print(f"[red]{screen.text(screen.t('refused', text=error))}[/red]")
        if isinstance(error, IllegalAction) and isinstance(error.action, Action):
            screen.print(*screen.terminal.why(screen, error.action, view, legal))

    def _help(self, view: View, legal: Legal, rest: str) -> None:
        zh = self.screen.lang == "zh"
        rows = [
            [f"[bold]{' '.join((name, *COMMANDS[name][0]))}[/bold]", self.screen.text(COMMANDS[name][1 + zh])]
            for name in COMMANDS
            if name in self.commands
        ]
        for name, question in self.screen.terminal.questions.items():
            rows.append([f"[bold]{name}[/bold]", self.screen.text(said(question.__doc__, self.screen.lang))])
        self.screen.table(("", ""), rows)

    def _hint(self, view: View, legal: Legal, rest: str) -> None:
        choice = self._module.greedy(view, legal)
        action = choice if isinstance(choice, Action) else Action(self.game, choice)
        self.screen.print(self.screen.t("hint", action=self.screen.action(action)))

    def _why(self, view: View, legal: Legal, rest: str) -> None:
        screen = self.screen
        if not rest:
            screen.print(screen.t("why_what"))
        elif action := self._action(rest, view, legal):
            shape = legal.row_of(action).shape
            screen.print(f"[green]{screen.t('why_legal', action=screen.action(action, shape))}[/green]")

    def _list(self, view: View, legal: Legal, rest: str) -> None:
        screen, n = self.screen, len(legal)
        if rest and not (rest.isdecimal() and 1 <= int(rest) <= n):
            screen.print(screen.t("list_from", n=n))
            return
        first = int(rest or 1) - 1
        groups: dict[str, list[str]] = {}
        for at in range(first, min(first + PAGE, n)):
            action = legal[at]
            kind = screen.word(action.shape.name if action.shape else action.verb)
            text = screen.cards(action.cards) if action.cards else screen.action(action)
            groups.setdefault(kind, []).append(f"[cyan]#{at + 1}[/cyan] {text}")
        for kind, items in groups.items():
            screen.print(f"[bold]{screen.text(kind)}[/bold]  " + "   ".join(items))
        if first + PAGE < n:
            screen.print(screen.t("list_rest", n=n - first - PAGE, next=first + PAGE + 1))

    def _more(self, view: View, legal: Legal, rest: str) -> None:
        screen = self.screen
        try:
            cards = self._module.cards(rest)
        except PaijuError as error:
            self._refuse(rest, error, view, legal)
            return
        verbs = {name for name, with_cards in describe(self.game)["heads"] if with_cards}
        for verb in (verb for verb in legal.verbs if verb in verbs):
            name = screen.text(screen.word(verb))
            try:
                picks = legal.picks(cards, verb)
            except PaijuError:
                screen.print(screen.t("more_none", verb=name, cards=screen.cards(cards)))
                continue
            if picks.complete:
                screen.print(screen.t("more_done", verb=name))
            if picks.more:
                screen.print(screen.t("more_add", verb=name, cards=screen.cards(picks.more)))

    def _hand(self, view: View, legal: Legal, rest: str) -> None:
        screen = self.screen
        seats = len(view.left)
        order = sorted(range(seats), key=lambda relative: (view.seat + relative) % seats)
        names = [screen.seat((view.seat + relative) % seats) for relative in order]
        left = [screen.t("cards_left", seat=name, n=view.left[at]) for name, at in zip(names, order, strict=True)]
        screen.print("[dim] · [/dim]".join(left))
        screen.print(*screen.terminal.table(screen, view))
        screen.print(f"[dim]{screen.t('hand', n=len(view.hand))}[/dim]")
        screen.print(*screen.terminal.hand(screen, view, marks_of(legal)))
        if len(legal) == 1:
            screen.print(f"[dim]{screen.t('only', action=screen.action(legal[0]))}[/dim]")


def said(doc: str | None, lang: str) -> str:
    """The first line of a docstring in one of its two languages, which ┃ divides."""
    line = (doc or "").strip().split("\n")[0]
    en, _, zh = line.partition("┃")
    return (zh or en).strip() if lang == "zh" else en.strip()
