"""Records: what was played, as JSON lines that replay to the same bytes.

The first line is the header: schema version, shuffle, game, rules, agents. Then one line per deal: its set-up, its seed
or cards, its actions, its outcome. The last line says how many deals there were, so that a file cut short is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import _native
from ._native import Deal, PaijuError
from .games import module
from .rules import RulesBase

SCHEMA = 1
"""The version of the schema; a file of another version is refused."""


class RecordError(PaijuError):
    """A record that cannot be read; ``.line`` counts from 1."""

    line: int


def _record_error(line: int, text: str) -> RecordError:
    error = RecordError(f"line {line}: {text}")
    error.line = line
    return error


@dataclass(frozen=True)
class Fault:
    """Where a record does not replay."""

    deal: int
    """The deal, counted from 0."""
    action: int | None
    """The action in it, counted from 0; None: it is not about one action."""
    seat: int | None
    """Who took it."""
    error: Exception
    """What is wrong; an IllegalAction names the rule."""

    def __str__(self) -> str:
        where = f"deal {self.deal}" + ("" if self.action is None else f", action {self.action}")
        who = "" if self.seat is None else f" (seat {self.seat})"
        return f"{where}{who}: {self.error}"


@dataclass
class DealRecord:
    """One deal."""

    setup: Mapping[str, Any]
    """The set-up parameters."""
    source: Mapping[str, Any]
    """``{"seed": …}``, or ``{"hands": […]}`` with ``stock``, ``melds``, ``partial`` where there are any."""
    actions: list[str] = field(default_factory=list)
    """The actions as text."""
    outcome: dict[str, Any] | None = None
    """The tally's fields; None: the deal was not finished."""
    points: list[int] | None = None
    """Points by seat."""
    left: int | None = None
    """The seat that left, which made the deal void."""

    def finish(self, deal: Deal, points: list[int]) -> None:
        """Takes in the outcome."""
        self.outcome, self.points = outcome_of(deal), points

    def line(self) -> dict[str, Any]:
        """The deal as JSON-able data."""
        end = {"outcome": self.outcome, "points": self.points}
        return {"setup": dict(self.setup), **self.source, "actions": self.actions, **end, **_given(left=self.left)}


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def outcome_of(deal: Deal) -> dict[str, Any]:
    """The facts of a finished deal as plain data."""
    tally = deal.tally()
    return {name: np.asarray(tally[name]).tolist() for name in tally.dtype.names or ()}


@dataclass
class Record:
    """What was played: a match, or single deals."""

    game: str
    """The game."""
    rules: RulesBase
    """The options."""
    agents: list[str] = field(default_factory=list)
    """Who played, by seat."""
    match: bool = True
    """Whether each deal carries on from the one before."""
    deals: list[DealRecord] = field(default_factory=list)
    """The deals in order."""
    stopped: str | None = None
    """Why it ended early, if it did."""

    def lines(self) -> Iterator[str]:
        """The record as lines of JSON."""
        header = {"paiju": SCHEMA, "shuffle": _native.SHUFFLE, "game": self.game, "rules": self.rules.as_dict()}
        yield _json({**header, "agents": self.agents, "match": self.match})
        for deal in self.deals:
            yield _json(deal.line())
        yield _json({"deals": len(self.deals), **_given(stopped=self.stopped)})

    def text(self) -> str:
        """The record as the text of a file."""
        return "".join(line + "\n" for line in self.lines())

    def save(self, path: str | Path) -> None:
        """Writes the record to a file."""
        Path(path).write_text(self.text(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Reads a record from a file.

        Raises:
            RecordError: a file that is no record, is cut short, or has another schema version; OSError: no such file.
        """
        try:
            return cls.parse(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise _record_error(1, f"no text file: {error.reason}") from None

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a record from the text of a file."""
        lines = [(number, _parse(number, line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            raise _record_error(1, "the record is empty")
        record = cls._header(lines[0][1])
        if len(lines) < 2 or "deals" not in lines[-1][1]:
            raise _record_error(
                lines[-1][0], "the record is cut short: its last line must say how many deals there are"
            )
        record.deals = [_deal(number, line) for number, line in lines[1:-1]]
        number, end = lines[-1]
        if end["deals"] != len(record.deals):
            raise _record_error(number, f"the record is cut short: {end['deals']} deals, {len(record.deals)} are here")
        record.stopped = end.get("stopped")
        return record

    @classmethod
    def _header(cls, header: dict[str, Any]) -> Record:
        if header.get("paiju") != SCHEMA:
            raise _record_error(1, f"schema version {header.get('paiju')!r} is unknown; this release reads {SCHEMA}")
        if header.get("shuffle") != _native.SHUFFLE:
            raise _record_error(
                1, f"shuffle {header.get('shuffle')!r} is unknown; this release has {_native.SHUFFLE!r}"
            )
        try:
            game = header["game"]
            rules = module(game).Rules(**header["rules"])
            return cls(game, rules, [str(name) for name in header["agents"]], bool(header["match"]))
        except KeyError as error:
            raise _record_error(1, f"the header lacks {error}") from None
        except (TypeError, PaijuError) as error:
            raise _record_error(1, str(error)) from None

    def start(self, index: int) -> Deal:
        """A deal as it was dealt."""
        deal = self.deals[index]
        source = dict(deal.source)
        if "seed" in source:
            return self.rules.table.deal(source["seed"], dict(deal.setup))
        return self.rules.table.arrange(**source, setup=dict(deal.setup))

    def states(self, index: int) -> Iterator[tuple[Deal, str | None]]:
        """Every state of a deal with the action taken in it; None behind the last one.

        Raises:
            IllegalAction: an action that the rules forbid.
        """
        state = self.start(index)
        for action in self.deals[index].actions:
            yield state, action
            state = state.play(action)
        yield state, None

    def verify(self) -> Fault | None:
        """Replays everything: the first fault, or None.

        Checked are every action by the rules, outcomes and points, and in a match that each deal carries on from the
        one before.
        """
        progress = module(self.game).progress(self.rules) if self.match else None
        for index, deal in enumerate(self.deals):
            fault = self._verify_deal(index, deal, progress)
            if fault is not None:
                return fault
        return None

    def _verify_deal(self, index: int, deal: DealRecord, progress: Any) -> Fault | None:
        def wrong(text: str) -> Fault:
            return Fault(index, None, None, PaijuError(text))

        if progress is not None and dict(deal.setup) != dict(progress.setup()):
            return wrong(f"set-up {dict(deal.setup)} does not carry on from the deal before: {dict(progress.setup())}")
        try:
            state, fault = self.rules.table.replay(deal.actions, setup=dict(deal.setup), **deal.source)
        except (PaijuError, TypeError) as error:
            return Fault(index, None, None, error)
        if fault is not None or state is None:
            at, seat, problem = fault or (0, None, PaijuError("it does not replay"))
            return Fault(index, at if deal.actions else None, seat, problem)
        if deal.left is not None:
            if progress is not None:
                progress.leave(deal.left, state)
            return None if deal.outcome is None else wrong("a void deal has no outcome")
        if not state.over:
            stopped = self.stopped is not None and index == len(self.deals) - 1 and deal.outcome is None
            return None if stopped else wrong("the deal is not finished")
        if deal.outcome != outcome_of(state):
            return wrong(f"the outcome is {outcome_of(state)}, recorded is {deal.outcome}")
        points = module(self.game).score(state.tally(), self.rules)[0].tolist()
        if deal.points != points:
            return wrong(f"the points are {points}, recorded are {deal.points}")
        if progress is not None:
            progress.settle(state.tally(), points)
        return None


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _parse(number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise _record_error(
            number, f"no JSON: {error.msg} at column {error.colno}; the record may be cut short"
        ) from None
    except RecursionError:
        raise _record_error(number, "no record: nested too deeply") from None
    if not isinstance(data, dict):
        raise _record_error(number, "a JSON object is wanted")
    return data


_SOURCE = {"seed": int, "hands": list, "stock": str, "melds": list, "partial": bool}
_REST = {"setup": dict, "actions": list, "outcome": (dict, type(None)), "points": (list, type(None)), "left": int}


def _deal(number: int, line: dict[str, Any]) -> DealRecord:
    for name, value in line.items():
        wanted = {**_SOURCE, **_REST}.get(name)
        if wanted is None or not isinstance(value, wanted):  # type: ignore[arg-type]
            raise _record_error(number, f"{name!r} does not belong there, or not with such a value")
    if missing := [name for name in ("setup", "actions", "outcome", "points") if name not in line]:
        raise _record_error(number, f"the deal lacks {missing[0]!r}")
    if ("seed" in line) == ("hands" in line):
        raise _record_error(number, "a deal has either a seed or hands")
    source = {name: line[name] for name in _SOURCE if name in line}
    actions = [str(action) for action in line["actions"]]
    return DealRecord(line["setup"], source, actions, line["outcome"], line["points"], line.get("left"))
