"""`paiju show` and `paiju verify`: records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .._native import Action, Deal, PaijuError, describe
from ..games import module
from ..records import DealRecord, Record, RecordError
from .hooks import Wrong
from .play import shape_of, show_score
from .screen import Screen


def load(screen: Screen, path: Path) -> Record:
    """Reads a record.

    Raises:
        Wrong: no such file, a folder, or a file that is no record.
    """
    try:
        return Record.load(path)
    except RecordError as error:
        raise Wrong(screen.t("file", path=path, problem=error)) from None
    except FileNotFoundError:
        raise Wrong(screen.t("no_file", path=path)) from None
    except IsADirectoryError:
        raise Wrong(screen.t("is_folder", path=path)) from None
    except OSError as error:
        raise Wrong(screen.t("file", path=path, problem=error.strerror)) from None


def verify(screen: Screen, path: Path) -> None:
    """Replays a record: one line when all is well.

    Raises:
        Wrong: the first fault, with its rule.
    """
    record = load(screen, path)
    fault = record.verify()
    if fault is None:
        actions = sum(len(deal.actions) for deal in record.deals)
        screen.print(screen.t("verified", game=record.game, deals=len(record.deals), actions=actions))
    elif fault.action is None:
        raise Wrong(screen.t("fault_deal", path=path, deal=fault.deal, error=fault.error))
    else:
        seat = "-" if fault.seat is None else fault.seat
        raise Wrong(screen.t("fault", path=path, deal=fault.deal, action=fault.action, seat=seat, error=fault.error))


def show(screen: Screen, record: Record, path: Path, only: int | None, seat: int | None) -> None:
    """Replays a record readably: all deals or one, with open hands or as one seat saw it."""
    seats = describe(record.game)["seats"]
    if seat is not None and not 0 <= seat < seats:
        raise Wrong(screen.t("seat_range", last=seats - 1, seat=seat))
    if not record.deals:
        raise Wrong(screen.t("no_deals"))
    if only is not None and not 0 <= only < len(record.deals):
        raise Wrong(screen.t("deal_range", last=len(record.deals) - 1, deal=only))
    screen.names, screen.me = record.agents, seat
    agents = screen.text(", ".join(record.agents) or "-")
    screen.print(screen.t("show_title", game=screen.title(record.game), deals=len(record.deals), agents=agents))
    for at in range(len(record.deals)) if only is None else (only,):
        screen.rule(screen.t("show_deal", at=at))
        _show_deal(screen, record, path, at, seat)


def _states(screen: Screen, record: Record, path: Path, at: int) -> Iterator[tuple[Deal, str | None]]:
    """The states of a deal with the action taken in each.

    Raises:
        Wrong: an action that does not replay, with its place.
    """
    try:
        state = record.start(at)
    except (PaijuError, TypeError) as error:
        raise Wrong(screen.t("fault_deal", path=path, deal=at, error=error)) from None
    for number, action in enumerate(record.deals[at].actions):
        try:
            following = state.play(action)
        except PaijuError as error:
            text = screen.t("fault", path=path, deal=at, action=number, seat=state.turn, error=error)
            raise Wrong(text) from None
        yield state, action
        state = following
    yield state, None


def _show_deal(screen: Screen, record: Record, path: Path, at: int, seat: int | None) -> None:
    deal = record.deals[at]
    if deal.setup:
        screen.print(screen.t("setup", text=screen.text(_facts(screen, deal))))
    last = None
    for number, (state, action) in enumerate(_states(screen, record, path, at)):
        if number == 0:
            _show_start(screen, state, seat)
        last = state
        if action is not None and (line := _line(screen, state, action, seat)):
            screen.print(f"[dim]{number:>4}[/dim]  {line}")
    if deal.left is not None:
        screen.print(screen.t("void", seat=deal.left))
    elif last is not None and last.over:
        show_score(screen, module(record.game).explain(last.tally(), record.rules))
    else:
        screen.print(screen.t("unfinished"))


def _facts(screen: Screen, deal: DealRecord) -> str:
    return ", ".join(f"{screen.word(name)} {value}" for name, value in deal.setup.items())


def _show_start(screen: Screen, state: Deal, seat: int | None) -> None:
    if seat is None:
        screen.print(*screen.terminal.deal(screen, state))
        return
    view = state.view(seat)
    screen.print(*screen.terminal.table(screen, view), *screen.terminal.hand(screen, view, 0))


def _line(screen: Screen, state: Deal, text: str, seat: int | None) -> str:
    """An action as a line, empty where the seat saw nothing of it."""
    action = Action(state.game, text)
    seen = action if seat is None else state.redact(action, seat)
    if seen is None or state.turn is None:
        return ""
    shape = shape_of(state, action) if seen == action else None
    return screen.t("log_line", seat=screen.seat(state.turn), action=screen.action(seen, shape))
