"""show and verify on sound records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import paiju

from .conftest import Run, seats_of


@pytest.fixture
def saved(game: str, tmp_path: Path) -> tuple[paiju.Record, Path]:
    agents = ["greedy"] + ["random"] * (seats_of(game) - 1)
    match = paiju.Match(game, agents, seed=8)
    match.run(deals=2)
    path = tmp_path / "match.jsonl"
    match.record.save(path)
    return match.record, path


def _actions(lines: list[str]) -> list[str]:
    """The lines of actions: a number, two spaces, and who did what."""
    return [line for line in lines if re.match(r" *\d+  \S", line)]


def test_verify_says_ok(run: Run, saved: tuple[paiju.Record, Path]) -> None:
    record, path = saved
    actions = sum(len(deal.actions) for deal in record.deals)
    assert run("verify", str(path)).out == f"ok: {record.game}, 2 deals, {actions} actions\n"
    assert run("verify", str(path), lang="zh").out.startswith("正确")


def test_show_replays_every_action_and_explains_the_score(run: Run, saved: tuple[paiju.Record, Path]) -> None:
    record, path = saved
    lines = run("show", str(path)).lines()
    assert len(_actions(lines)) == sum(len(deal.actions) for deal in record.deals)
    for index, deal in enumerate(record.deals):
        *_, (end, _) = record.states(index)
        score = paiju.module(record.game).explain(end.tally(), record.rules)
        assert all(any(line.rule in row and line.en in row for row in lines) for line in score.lines)
        assert deal.points is not None
        assert all(any(row.endswith(f"{points:+d}") for row in lines) for points in deal.points)


def test_show_one_deal_in_chinese(run: Run, saved: tuple[paiju.Record, Path]) -> None:
    record, path = saved
    lines = run("show", str(path), "--deal", "1", lang="zh").lines()
    assert len(_actions(lines)) == len(record.deals[1].actions)
    assert any("得分" in line for line in lines)


def test_show_as_a_seat_tells_only_what_it_saw(run: Run, saved: tuple[paiju.Record, Path]) -> None:
    record, path = saved
    open_lines = run("show", str(path), "--deal", "0").lines()
    for seat in range(seats_of(record.game)):
        lines = run("show", str(path), "--deal", "0", "--seat", str(seat)).lines()
        seen = [state.redact(action, seat) for state, action in record.states(0) if action is not None]
        assert len(_actions(lines)) == sum(action is not None for action in seen)
        start = open_lines.index(_actions(open_lines)[0])
        others = [
            line.split(": ", 1)[1]
            for line in open_lines[2:start]
            if line.startswith("seat") and f"seat {seat} " not in line
        ]
        # Where a deal begins with a card or two in hand, those may be played openly later.
        others = [hand for hand in others if len(hand.split()) > 5]
        assert not any(hand in line for hand in others for line in lines)


def test_show_says_when_a_deal_was_left_or_not_finished(run: Run, tmp_path: Path) -> None:
    match = paiju.Match("bigtwo", ["random"] * 4, seed=1)
    match.start()
    match.step()
    path = tmp_path / "record.jsonl"
    match.record.save(path)
    assert "the deal was not finished" in run("show", str(path)).out
    assert run("verify", str(path)).code == 0
    match.disconnect(2)
    match.record.save(path)
    assert "seat 2 left; the deal is void" in run("show", str(path)).out
    assert run("verify", str(path)).code == 0
