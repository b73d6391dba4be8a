"""Records: what was played replays to the same bytes; what was not played is found out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import paiju
from paiju import IllegalAction, Match, PaijuError, PositionError, Record, RecordError, _native

from .support import random_dealt, random_rules, walk


def match(game: str, seed: int, deals: int = 2) -> Match:
    """A match of random players under random rules."""
    rules = random_rules(game, random.Random(f"{game} {seed}"))
    match = Match(game, ["random"] * _native.describe(game)["seats"], seed=seed, rules=rules)
    match.run(deals=deals)
    return match


def test_record_save_load_replay(game: str, tmp_path: Path) -> None:
    """The same bytes after every way round, and the same deals."""
    for seed in range(5):
        record = match(game, seed).record
        path = tmp_path / f"{seed}.jsonl"
        record.save(path)
        loaded = Record.load(path)
        assert loaded == record
        assert loaded.text().encode() == path.read_bytes()
        assert Record.parse(loaded.text()).text() == record.text()
        assert loaded.verify() is None
        for index, deal in enumerate(loaded.deals):
            *_, (end, none) = loaded.states(index)
            assert none is None
            assert end.over
            assert deal.outcome == paiju.records.outcome_of(end)
            assert deal.points == paiju.module(game).score(end.tally(), loaded.rules)[0].tolist()


def test_a_record_played_again_is_the_same(game: str) -> None:
    """A match depends on nothing but its seed and its players."""
    assert match(game, 3).record.text() == match(game, 3).record.text()
    assert match(game, 3).record.text() != match(game, 4).record.text()


def test_standing_is_what_was_won(game: str) -> None:
    """Totals of a match are at least told for every seat, and the record holds each deal's points."""
    played = match(game, 5, deals=3)
    seats = _native.describe(game)["seats"]
    assert len(played.standing.totals) == seats
    assert all(deal.points is not None and len(deal.points) == seats for deal in played.record.deals)


def test_actions_replay(game: str) -> None:
    """Seed and actions, as actions or as text, lead to the very same deal."""
    for seed in range(10):
        dealt = random_dealt(game, seed)
        *path, (end, _) = walk(dealt.deal(), random.Random(seed))
        actions = [action for _, action in path]
        for form in (actions, [str(action) for action in actions]):
            deal, fault = dealt.rules.table.replay(form, seed=dealt.seed, setup=dealt.setup)
            assert fault is None
            assert deal == end
        half, fault = dealt.rules.table.replay(actions[: len(actions) // 2], seed=dealt.seed, setup=dealt.setup)
        assert fault is None
        assert half == [*path, (end, None)][len(actions) // 2][0]


def test_the_first_illegal_action_is_found(game: str) -> None:
    for seed in range(10):
        dealt = random_dealt(game, seed)
        *path, (_, _) = walk(dealt.deal(), random.Random(seed))
        actions = [str(action) for _, action in path]
        table = dealt.rules.table
        _, fault = table.replay([*actions, actions[-1]], seed=dealt.seed, setup=dealt.setup)
        assert fault is not None
        assert fault[:2] == (len(actions), None)
        at = len(path) // 2
        before = path[at][0]
        wrong = next(action for action in actions if action not in before.legal())
        _, fault = table.replay([*actions[:at], wrong, *actions[at:]], seed=dealt.seed, setup=dealt.setup)
        assert fault is not None
        assert fault[:2] == (at, before.turn)
        assert isinstance(fault[2], IllegalAction)
        _, fault = table.replay([*actions[:at], "no action", *actions[at:]], seed=dealt.seed, setup=dealt.setup)
        assert fault is not None
        assert fault[0] == at


def test_edited_records_are_found_out(game: str) -> None:
    """A changed action, outcome, point or set-up is named with the deal it is in."""
    text = match(game, 7).record.text()

    def fault_after(edit: str, value: object, deal: int = 1) -> paiju.records.Fault | None:
        lines = [json.loads(line) for line in text.splitlines()]
        lines[1 + deal][edit] = value
        return Record.parse("\n".join(map(json.dumps, lines))).verify()

    last = json.loads(text.splitlines()[2])
    for edit, value in (
        ("actions", last["actions"][:-1]),
        ("actions", [*last["actions"], last["actions"][-1]]),
        ("points", [point + 1 for point in last["points"]]),
        ("outcome", None),
        ("seed", last["seed"] ^ 1),
    ):
        fault = fault_after(edit, value)
        assert fault is not None, edit
        assert fault.deal == 1
        assert "deal 1" in str(fault)


def test_records_cut_short_or_unknown(game: str) -> None:
    text = match(game, 9).record.text()
    lines = text.splitlines(keepends=True)
    header = json.loads(lines[0])
    broken = [
        "",
        "".join(lines[:-1]),
        text[: len(text) // 2],
        "".join([lines[0], *lines[2:]]),
        "[1]\n" + text,
        "{\n" + text,
        *(
            json.dumps({**header, name: "?"}) + "\n" + "".join(lines[1:])
            for name in ("paiju", "shuffle", "game", "rules")
        ),
    ]
    for bad in broken:
        with pytest.raises(RecordError) as error:
            Record.parse(bad)
        assert error.value.line >= 1
        assert f"line {error.value.line}" in str(error.value)


def test_files_that_are_no_records(game: str, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError):
        Record.load(path)
    with pytest.raises(OSError, match="missing"):
        Record.load(tmp_path / "missing")


def test_replaying_needs_one_source(game: str) -> None:
    table = paiju.module(game).Rules().table
    hands = table.deal(1).hands
    with pytest.raises(PositionError):
        table.replay([])
    with pytest.raises(PositionError):
        table.replay([], seed=1, hands=hands)


def test_agents_that_fail_keep_the_record(game: str) -> None:
    """A player that raises or answers nonsense stops the match with a clear error; what was played stays on record."""

    class Failing:
        name = "failing"

        def __init__(self, answer: object) -> None:
            self.answer, self.left = answer, 3

        def choose(self, view: paiju.View, legal: paiju.Legal) -> object:
            self.left -= 1
            if self.left >= 0:
                return legal[0]
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer

    seats = _native.describe(game)["seats"]
    for answer in (KeyError("oops"), None, 3.5, "no such action", legal_elsewhere(game)):
        broken = Match(game, [Failing(answer), *["random"] * (seats - 1)], seed=1)  # type: ignore[list-item]
        with pytest.raises(PaijuError) as error:
            broken.run(deals=50)
        assert "failing" in str(error.value)
        assert broken.record.stopped == str(error.value)
        assert Record.parse(broken.record.text()).verify() is None
        assert sum(len(deal.actions) for deal in broken.record.deals) >= 3


def legal_elsewhere(game: str) -> paiju.Cards:
    """All cards of the pack at once, which nobody may play."""
    deal = paiju.module(game).deal(seed=0)
    return paiju.Cards(game, [card for hand in deal.hands for card in hand] + list(deal.stock))
