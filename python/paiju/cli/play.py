"""`paiju play`: a person against agents."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from .._native import Action, Deal, Legal, Shape, View, describe
from ..agents import make
from ..checks import whole
from ..games import module
from ..match import Event, Match
from ..rules import RulesBase
from ..scoring import Score
from .hooks import Wrong
from .human import Control, Human
from .screen import Screen


def writable(screen: Screen, path: Path | None) -> None:
    """Refuses a file that cannot be written, before anything is played.

    Raises:
        Wrong: there is no such folder, or it is a folder itself.
    """
    if path is not None and path.is_dir():
        raise Wrong(screen.t("is_folder", path=path))
    if path is not None and not path.parent.is_dir():
        raise Wrong(screen.t("no_folder", path=path, folder=path.parent))


def opponents_of(screen: Screen, text: str, n: int) -> list[str]:
    """The names of the opponents in turn order behind the person."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise Wrong(screen.t("no_agents", text=text).replace("--agents", "--opponents"))
    if "human" in names:
        raise Wrong(screen.t("no_person"))
    if len(names) not in (1, n):
        raise Wrong(screen.t("opponents", n=n, given=len(names)))
    return names * n if len(names) == 1 else names


def shape_of(deal: Deal, action: Action) -> Shape | None:
    """What the cards of a legal action are."""
    return deal.legal().row_of(action).shape


class Session:
    """A person at a table."""

    def __init__(
        self, screen: Screen, game: str, rules: RulesBase, seat: int, opponents: Sequence[str], seed: int | None
    ) -> None:
        seats = describe(game)["seats"]
        if not 0 <= seat < seats:
            raise Wrong(screen.t("seat_range", last=seats - 1, seat=seat))
        self.screen, self.game, self.seat = screen, game, seat
        self.human = Human(game, screen)
        self.human.commands |= {"undo": lambda view, legal, rest: Control.UNDO, "log": self._show_log}
        self._module = module(game)
        self.seed = secrets.randbits(32) if seed is None else whole("--seed", seed, 0, 2**64 - 1)
        others = [make(name, game, self.seed + at) for at, name in enumerate(opponents, 1)]
        agents = [self.human if at == 0 else others[at - 1] for at in ((s - seat) % seats for s in range(seats))]
        self.match = Match(game, agents, seed=self.seed, rules=rules, watch=self._watch)
        screen.me, screen.names = seat, [str(agent.name) for agent in agents]
        self._log: list[tuple[int, str]] = []

    def run(self, deals: int) -> None:
        """Plays deals to their ends, or until the person leaves."""
        screen = self.screen
        screen.print(screen.t("welcome", game=screen.title(self.game), seed=self.seed, seat=self.seat))
        for at in range(deals):
            if self.match.over:
                screen.print(screen.t("match_over"))
                break
            screen.rule(screen.t("deal_title", at=at + 1, of=deals))
            if not self._deal():
                screen.print(screen.t("left"))
                break

    def _deal(self) -> bool:
        """Plays one deal; False when the person left."""
        self._log = []
        before = self.match.standing.totals
        start = self.match.start()
        if self.match.deal is None:  # over before anyone could act
            self._finish(start, before)
        while (deal := self.match.deal) is not None:
            if deal.turn == self.seat:
                answer = self._ask(deal)
                if answer is Control.QUIT:
                    return False
                if answer is Control.UNDO:
                    self._undo()
                    continue
                self.human.answer = answer
            self.match.step()
        return True

    def _ask(self, deal: Deal) -> Action | Control:
        screen = self.screen
        screen.rule(screen.t("turn_title", phase=screen.text(screen.word(deal.phase))))
        return self.human.ask(deal.view(self.seat), deal.legal())

    def _undo(self) -> None:
        screen = self.screen
        if not self.match.undo(self.seat):
            screen.print(screen.t("no_undo"))
            return
        played = len(self.match.record.deals[-1].actions)
        self._log = [entry for entry in self._log if entry[0] < played]
        screen.print(screen.t("undone"))

    def _watch(self, event: Event) -> None:
        """Writes what the person may see of an action, and the score at the end."""
        screen = self.screen
        seen = event.before.redact(event.action, self.seat)
        if seen is not None:
            shape = shape_of(event.before, event.action) if seen == event.action else None
            line = screen.t("log_line", seat=screen.seat(event.seat), action=screen.action(seen, shape))
            self._log.append((len(self.match.record.deals[-1].actions) - 1, line))
            screen.print(line)
        if event.after.over:
            self._finish(event.after, self.match.standing.totals)

    def _finish(self, deal: Deal, before: Sequence[int]) -> None:
        """Writes how a deal ended; ``before``: the totals without it."""
        screen = self.screen
        screen.rule(screen.t("over"))
        screen.print(*screen.terminal.deal(screen, deal))
        show_score(screen, self._module.explain(deal.tally(), self.match.rules), before)

    def _show_log(self, view: View, legal: Legal, rest: str) -> None:
        self.screen.print(*([line for _, line in self._log] or [self.screen.t("log_empty")]))


def show_score(screen: Screen, score: Score, before: Sequence[int] = ()) -> None:
    """A score: its lines with their rules, and the points by seat, with totals where some came before."""
    screen.table(
        (screen.t("rule"), screen.t("score_line")),
        [(screen.text(line.rule), screen.text(screen.say(line.en, line.zh))) for line in score.lines],
    )
    header = [screen.t("seat_head"), screen.t("points"), *([screen.t("total")] if before else [])]
    rows = []
    for seat, points in enumerate(score.points):
        colour = "green" if points > 0 else "red" if points < 0 else "dim"
        total = [f"{before[seat] + points:+d}"] if before else []
        rows.append([screen.seat(seat), f"[{colour}]{points:+d}[/]", *total])
    screen.table(header, rows, right=(1, 2))


def play(
    screen: Screen,
    game: str,
    rules: RulesBase,
    seat: int,
    opponents: str,
    deals: int,
    seed: int | None,
    record: Path | None,
) -> None:
    """Plays, and in the end writes the record, also when the person left or pressed Ctrl-C."""
    writable(screen, record)
    names = opponents_of(screen, opponents, describe(game)["seats"] - 1)
    session = Session(screen, game, rules, seat, names, seed)
    try:
        session.run(deals)
    finally:
        if record is not None and session.match.record.deals:
            session.match.record.save(record)
            screen.print(screen.t("saved", path=screen.text(record)))
