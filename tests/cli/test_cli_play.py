"""A person at the terminal, typing from a script."""

from __future__ import annotations

from pathlib import Path

import pytest

import paiju
from paiju.cli.human import Human
from paiju.cli.screen import Screen

from .conftest import Ran, Run, seats_of

PLAY = ("play", "bigtwo", "--seed", "11", "--seat", "1")
"""The first decision of this seat: follow 3♣ with 4♥ 5♣ 6♥ 7♦ 7♠ 9♦ 9♠ J♦ J♠ Q♦ K♦ A♣ 2♥."""


def answers(ran: Ran) -> list[str]:
    """What was printed behind the prompts."""
    return [part.split("\n")[0] for part in ran.out.split("> ")[1:]]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_whole_deal_of_every_game(run: Run, game: str, lang: str, tmp_path: Path) -> None:
    path = tmp_path / "played.jsonl"
    ran = run("play", game, "--seed", "4", "--record", str(path), typed="#1\n" * 500, lang=lang)
    assert ran.code == 0, ran.err
    record = paiju.Record.load(path)
    assert record.verify() is None
    (deal,) = record.deals
    *_, (end, _) = record.states(0)
    score = paiju.module(game).explain(end.tally(), record.rules)
    for line in score.lines:
        assert line.rule in ran.out
        assert (line.en if lang == "en" else line.zh) in ran.out
    assert deal.points is not None
    tail = ran.lines()[-seats_of(game) - 1 : -1]
    assert [int(row.split()[-1]) for row in tail] == deal.points  # totals of the first deal
    assert {"human", "greedy"} == set(record.agents)


def test_the_table_shows_what_is_legal_and_nothing_hidden(run: Run) -> None:
    ran = run(*PLAY, typed="quit\n")
    assert "to beat: 3♣  single  (seat 0 greedy)" in ran.out
    assert "•4♥ •5♣ •6♥ •7♦ •7♠ •9♦ •9♠ •J♦ •J♠ •Q♦ •K♦ •A♣ •2♥" in ran.lines()
    assert "seat 0 greedy 12 · you 13 · seat 2 greedy 13 · seat 3 greedy 13" in ran.lines()
    assert "8♦" not in ran.out  # somebody else's
    follow = run(*PLAY, typed="7d\nquit\n")
    assert any("•" in line and "♥ •" not in line for line in follow.lines())


def test_seed_seat_and_opponents(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    run("play", "bigtwo", "--seat", "2", "--opponents", "random,greedy,random", "--record", str(path), typed="quit\n")
    assert paiju.Record.load(path).agents == ["greedy", "random", "human", "random"]  # from the seat behind the person
    same = [run(*PLAY, typed="#1\nquit\n").out for _ in range(2)]
    assert same[0] == same[1]
    assert (
        run("play", "bigtwo", typed="q\n").out != run("play", "bigtwo", typed="q\n").out
    )  # a seed is drawn, and shown


def test_several_deals_carry_totals_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ran = run(*PLAY, "--deals", "2", "--base", "3", "--record", str(path), typed="#1\n" * 200)
    record = paiju.Record.load(path)
    assert len(record.deals) == 2
    assert record.rules.as_dict()["base"] == 3
    assert "deal 2 of 2" in ran.out
    points = [deal.points or [] for deal in record.deals]
    totals = [int(row.split()[-1]) for row in ran.lines()[-5:-1]]
    assert totals == [a + b for a, b in zip(*points, strict=True)]


@pytest.mark.parametrize(
    ("typed", "want"),
    [
        ("3c", "✗ B-000: you do not hold 3c"),
        ("2h 2h", "2h ▸2h"),
        ("9x", "9▸x"),
        ("4h 5c", "✗ B-"),
        ("#99", "✗ #99: the list has #1 to #14"),
        ("#", "the list has #1"),
        ("#0", "the list has #1"),
        ("nonsense", "✗ "),
        ("", "type an action, or `help`"),
        ("why", "why what?"),
        ("why 3c", "✗ B-000"),
        ("why 4h", "✓ 4♥ single is allowed here"),
        ("why pass", "✓ pass is allowed here"),
        ("why xx", "✗ "),
        ("hint", "greedy would play: 4♥ single"),
        ("h", "greedy would play: 4♥ single"),
        ("提示", "greedy would play: 4♥ single"),
        ("/hint", "greedy would play: 4♥ single"),
        ("list", "#1 4♥   #2 5♣"),
        ("list 13", "#13 2♥"),
        ("list 99", "N from 1 to 14"),
        ("list x", "N from 1 to 14"),
        ("more", "play: may be added: 4♥ 5♣"),
        ("more 4h", "play: complete as it is"),
        ("more 4h 5c", "play: no legal action holds 4♥ 5♣"),
        ("more zz", "✗ "),
        ("hand", "seat 0 greedy 12"),
        ("log", "seat 0 greedy: 3♣ single"),
        ("undo", "there is nothing to take back"),
        ("quit", "you left; the deal was not finished"),
    ],
)
def test_every_command_and_every_refusal(run: Run, typed: str, want: str) -> None:
    ran = run(*PLAY, typed=f"{typed}\nquit\n")
    assert ran.code == 0
    assert want in ran.out.split("> ", 1)[1]


def test_a_refusal_changes_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    run(*PLAY, "--record", str(path), typed="3c\nwhy 4h\n#77\nlist\nquit\n")
    assert paiju.Record.load(path).deals[0].actions == ["3c"]


def test_help_lists_every_command(run: Run) -> None:
    ran = run(*PLAY, typed="help\nquit\n")
    for name in ("hint", "why", "list", "more", "hand", "undo", "log", "quit"):
        assert any(line.startswith(name) for line in ran.lines())
    assert "悔牌" in run(*PLAY, typed="help\nquit\n", lang="zh").out


def test_undo_takes_back_ones_own_last_action(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ran = run(*PLAY, "--record", str(path), typed="4h\nundo\nlog\n2h\nquit\n")
    assert answers(ran)[1] == "taken back"
    record = paiju.Record.load(path)
    assert record.deals[0].actions[:2] == ["3c", "2h"]
    assert record.verify() is None
    after = ran.out.split("taken back")[1]
    log = after.split("> ")[1]
    assert log.startswith("seat 0 greedy: 3♣ single\n")  # and no longer what was taken back
    assert "4♥" not in log


def test_a_pass_is_understood_in_both_languages(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    for word in ("pass", "過", "过"):
        run(*PLAY, "--record", str(path), typed=f"{word}\nquit\n")
        assert paiju.Record.load(path).deals[0].actions[1] == "pass"


def test_enter_takes_the_only_action(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ran = run("play", "bigtwo", "--seed", "7", "--seat", "2", "--record", str(path), typed="\nquit\n")
    assert "only pass is possible: Enter" in ran.out
    assert paiju.Record.load(path).deals[0].actions[2] == "pass"


def test_the_end_of_input_is_a_quit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ran = run(*PLAY, "--record", str(path))
    assert ran.code == 0
    assert f"record written to {path}" in ran.out
    assert paiju.Record.load(path).verify() is None


def test_a_person_can_sit_in_a_match_of_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["hint", "#1"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    match = paiju.Match("bigtwo", ["human", "random", "random", "random"], seed=2)
    match.start()
    while match.deal is not None and match.deal.turn != 0:
        match.step()
    event = match.step()
    assert event.seat == 0
    assert event.action == event.before.legal()[0]
    assert "greedy would play" in capsys.readouterr().out


def test_a_person_who_leaves_stops_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    match = paiju.Match("bigtwo", [Human("bigtwo", Screen("zh"))] + ["random"] * 3, seed=2)
    with pytest.raises(paiju.AgentError, match="玩家离开了"):
        match.run(deals=1)
    assert match.record.stopped is not None
    assert match.record.verify() is None


def test_a_command_named_like_a_verb_needs_a_slash(run: Run) -> None:
    ran = run(*PLAY, typed="pass now\nquit\n")
    assert 'nothing may follow "pass"' in ran.out
