"""Big Two: matches, what becomes of agents that fail, and records."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from paiju import AgentError, IllegalAction, Match, PaijuError, PositionError, Record, RecordError, bigtwo, series_seed
from paiju._native import Action, Legal, View
from paiju.match import Event


class Scripted:
    """An agent that does the first legal thing, except for one decision."""

    def __init__(self, at: int, what: Callable[[Legal], Any]) -> None:
        self.name, self.left, self.what = "scripted", at, what

    def choose(self, view: View, legal: Legal) -> Action | str:
        self.left -= 1
        return self.what(legal) if self.left == -1 else legal[0]


def match(**options: Any) -> Match:
    return Match("bigtwo", ["random"] * 4, seed=9, **options)


# --- coins, leads, void deals ----------------------------------------------------------------------------------------


def test_coins_add_up_over_the_deals() -> None:
    one = match(rules=bigtwo.Rules(base=10))
    one.run(8)
    points = [deal.points for deal in one.record.deals]
    assert len(points) == 8
    assert one.standing.totals == tuple(map(sum, zip(*points, strict=True)))
    assert sum(one.standing.totals) == 0
    assert all(sum(deal) == 0 and any(deal) for deal in points)


def test_a_match_goes_on_with_other_cards_and_the_winner_leads() -> None:
    one = match()
    one.run(5)
    deals = one.record.deals
    assert [deal.source["seed"] for deal in deals] == [series_seed(9, k) for k in range(5)]
    for before, after in pairwise(deals):
        assert dict(after.setup) == {"leader": before.outcome["winner"]}
        start = one.record.start(deals.index(after))
        assert (start.turn, str(start.view(start.turn).must)) == (before.outcome["winner"], "")


def test_a_void_deal_in_the_middle() -> None:
    one = match(rules=bigtwo.Rules(base=2))
    one.run(2)
    totals = list(one.standing.totals)
    one.start()
    one.step()
    one.disconnect(3)
    totals[3] -= 10
    assert one.standing.totals == tuple(totals)
    one.run(2)
    assert dict(one.record.deals[3].setup) == {}  # led as a first deal (BA-20)
    assert dict(one.record.deals[4].setup) == {"leader": one.record.deals[3].outcome["winner"]}
    assert one.record.verify() is None
    assert sum(one.standing.totals) == -10


def test_who_may_leave_when() -> None:
    one = match()
    with pytest.raises(PositionError, match="no deal is in progress"):
        one.disconnect(0)
    one.start()
    for seat in (-1, 4, "0"):
        with pytest.raises(PositionError, match="seat"):
            one.disconnect(seat)
    with pytest.raises(PositionError, match="in progress"):
        one.start()


def test_how_many_deals() -> None:
    with pytest.raises(PositionError, match="no end of its own"):
        match().run()
    with pytest.raises(PositionError, match="deals"):
        match().run(-1)
    assert match().run(0).totals == (0, 0, 0, 0)
    with pytest.raises(PositionError, match="4 seats"):
        Match("bigtwo", ["random"] * 3)


def test_watchers_see_every_action() -> None:
    seen: list[Event] = []
    one = match(watch=seen.append)
    one.run(1)
    assert [str(event.action) for event in seen] == one.record.deals[0].actions
    assert all(event.before.turn == event.seat and event.before.play(event.action) == event.after for event in seen)
    assert seen[-1].after.over


def test_a_scoring_function_of_ones_own() -> None:
    one = match(score=lambda tallies, rules: bigtwo.score(tallies, rules) * 3)
    one.run(1)
    assert one.standing.totals == tuple(3 * point for point in match().run(1).totals)


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_actions_one_by_one() -> None:
    one = match()
    first, states = one.start(), []
    for _ in range(6):
        states.append(one.deal)
        one.step()
    for state in reversed(states):
        assert one.undo()
        assert one.deal == state
    assert not one.undo()
    assert (one.deal, one.record.deals[0].actions) == (first, [])
    one.play_deal()
    assert one.record.verify() is None
    assert not one.undo()  # a finished deal is settled
    one.start()
    one.step()
    one.disconnect(0)
    assert not one.undo()  # and so is a void one
    assert one.deal is None


def test_undo_down_to_a_seat() -> None:
    one = match()
    one.start()
    for _ in range(7):
        one.step()
    seat = (one.deal.turn + 1) % 4  # acted three actions ago
    assert one.undo(seat)
    assert one.deal.turn == seat
    assert len(one.record.deals[0].actions) == 4
    only = bigtwo.deal(seed=series_seed(9, 0)).turn
    while one.undo():
        pass
    assert not one.undo((only + 2) % 4)


# --- agents that fail ------------------------------------------------------------------------------------------------


def raising(_: Legal) -> Any:
    raise ZeroDivisionError("a bug in the agent")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (raising, "ZeroDivisionError: a bug in the agent"),
        (lambda legal: "nonsense", "ParseError"),
        (lambda legal: None, "TypeError"),
        (lambda legal: 7, "TypeError"),
        (lambda legal: legal, "TypeError"),
        (lambda legal: "2c 2d", "IllegalAction"),
        (lambda legal: Action("bigtwo", "3c 4c"), "IllegalAction"),
    ],
)
def test_a_failing_agent_stops_the_match_and_the_record_is_kept(
    what: Callable[[Legal], Any], words: str, tmp_path: Path
) -> None:
    agents: list[Any] = ["random", "random", Scripted(20, what), "random"]
    one = Match("bigtwo", agents, seed=4)
    with pytest.raises(AgentError) as caught:
        one.run(50)
    assert (caught.value.seat, caught.value.agent) == (2, "scripted")
    assert words in str(caught.value)
    assert caught.value.__cause__ is not None
    deals = one.record.deals
    assert len(deals) > 1
    assert deals[-1].outcome is None
    assert one.deal is not None
    assert one.deal.turn == 2
    # the record says why, replays to where the match stands, and can be kept
    assert one.record.stopped == str(caught.value)
    one.record.save(tmp_path / "stopped.jsonl")
    loaded = Record.load(tmp_path / "stopped.jsonl")
    assert loaded.verify() is None
    assert list(loaded.states(len(deals) - 1))[-1][0] == one.deal
    # and the match can go on: the agent decides once more
    one.play_deal()
    assert one.record.stopped is None
    assert one.record.verify() is None


# --- records ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text() -> str:
    one = match(rules=bigtwo.Rules(allow_triples=True, base=5))
    one.run(3)
    return one.record.text()


def test_a_record_is_read_back_to_the_same_bytes(text: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(text, encoding="utf-8")
    record = Record.load(path)
    assert record.text() == text
    assert record.rules == bigtwo.Rules(allow_triples=True, base=5)
    assert record.verify() is None
    state, action = list(record.states(2))[-1]
    assert (state.over, action) == (True, None)


def test_the_same_match_is_recorded_the_same(text: str) -> None:
    one = match(rules=bigtwo.Rules(allow_triples=True, base=5))
    one.run(3)
    assert one.record.text() == text


def parsed(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def reread(lines: list[dict[str, Any]]) -> Record:
    return Record.parse("\n".join(json.dumps(line) for line in lines))


def test_a_record_cut_at_any_character_is_refused_or_says_that_it_is_cut(text: str) -> None:
    for at in range(0, len(text) - 1, 97):
        with pytest.raises(RecordError) as caught:
            Record.parse(text[:at])
        assert 1 <= caught.value.line <= len(text.splitlines()) + 1
    for lines in range(len(text.splitlines())):
        with pytest.raises(RecordError):
            Record.parse("".join(line + "\n" for line in text.splitlines()[:lines]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"paiju": 99}, "schema version 99 is unknown"),
        ({"paiju": None}, "schema version"),
        ({"shuffle": "deal v0"}, "shuffle 'deal v0' is unknown"),
        ({"game": "bigtwoo"}, "no such game"),
        ({"rules": {"first_card": "3h"}}, "not allowed"),
        ({"rules": {"no_such_rule": 1}}, "no such rule"),
        ({"rules": 3}, "mapping"),
    ],
)
def test_headers_that_cannot_be_read(text: str, change: dict[str, Any], words: str) -> None:
    lines = parsed(text)
    lines[0].update(change)
    with pytest.raises(RecordError, match=words) as caught:
        reread(lines)
    assert caught.value.line == 1


def test_an_edited_action_is_found(text: str) -> None:
    lines = parsed(text)
    actions = lines[2]["actions"]
    at = next(i for i, action in enumerate(actions) if action == "pass" and i > 4)
    actions[at] = lines[2]["actions"][0]  # cards that were played long ago
    fault = reread(lines).verify()
    assert (fault.deal, fault.action) == (1, at)
    assert isinstance(fault.error, IllegalAction)
    assert fault.error.rule == "B-000"
    assert fault.seat in range(4)
    assert str(fault).startswith(f"deal 1, action {at} (seat {fault.seat}): B-000")


@pytest.mark.parametrize(
    ("edit", "deal"),
    [
        (lambda lines: lines[1]["actions"].pop(), 0),
        (lambda lines: lines[1]["actions"].append("pass"), 0),
        (lambda lines: lines[1]["actions"].__setitem__(0, "fold"), 0),
        (lambda lines: lines[2].update(points=[0, 0, 0, 0]), 1),
        (lambda lines: lines[2]["outcome"].update(winner=(lines[2]["outcome"]["winner"] + 1) % 4), 1),
        (lambda lines: lines[3].update(setup={}), 2),
        (lambda lines: lines[3].update(setup={"leader": 9}), 2),
        (lambda lines: lines[3].update(seed=lines[3]["seed"] ^ 1), 2),
    ],
)
def test_an_edited_record_is_found(text: str, edit: Callable[[list[dict[str, Any]]], object], deal: int) -> None:
    lines = parsed(text)
    edit(lines)
    fault = reread(lines).verify()
    assert fault is not None
    assert fault.deal == deal
    assert isinstance(fault.error, PaijuError)


def test_a_record_of_given_hands(tmp_path: Path) -> None:
    hands = ["3c 4d", "5h", "6s", "7c"]
    record = {
        "setup": {},
        "hands": hands,
        "partial": True,
        "actions": ["3c", "5h", "pass", "pass"],
        "outcome": None,
        "points": None,
    }
    deal = bigtwo.deal(hands=hands, partial=True).play("3c").play("5h")
    record["actions"] = ["3c", "5h"]
    record["outcome"] = {name: deal.tally()[name].tolist() for name in deal.tally().dtype.names}
    record["points"] = bigtwo.score(deal.tally())[0].tolist()
    header = {"paiju": 1, "shuffle": "deal v1", "game": "bigtwo", "rules": {}, "agents": [], "match": False}
    assert reread([header, record, {"deals": 1}]).verify() is None
    record["actions"] = ["4d", "5h"]
    fault = reread([header, record, {"deals": 1}]).verify()
    assert (fault.action, fault.error.rule) == (0, "B-023")
