"""Whatever is wrong: one clear line and the exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import paiju

from .conftest import Run

Refused = Callable[..., str]

BIG = "9" * 40

CASES = [
    (("nosuch",), "no such command: nosuch"),
    (("--nosuch",), "no such option: --nosuch"),
    (("games", "--nosuch"), "no such option: --nosuch"),
    (("games", "surplus"), "too many arguments: surplus"),
    (("play",), "GAME is missing"),
    (("play", "nosuch"), "game nosuch: no such game"),
    (("rules", "nosuch"), "no such game; allowed: "),
    (("perft", ""), "no such game"),
    (("simulate", "bigtwo", "--rule", "nosuch=1"), "rule nosuch"),
    (("simulate", "bigtwo", "--rule", "base"), "--rule wants name=value"),
    (("simulate", "bigtwo", "--rule", "=1"), "--rule wants name=value"),
    (("simulate", "bigtwo", "--rule", "base=x"), "B-031"),
    (("simulate", "bigtwo", "--rule", "base=0"), "1 to 1000000000"),
    (("simulate", "bigtwo", "--rule", f"base={BIG}"), "1 to 1000000000"),
    (("simulate", "bigtwo", "--rule", "base=1.5"), "1 to 1000000000"),
    (("simulate", "bigtwo", "--rule", "allow_triples=maybe"), "BA-03"),
    (("simulate", "bigtwo", "--rule", "first_card=4c"), "BA-01"),
    (("simulate", "bigtwo", "--rule", "base=1", "--base", "2"), "base is given twice"),
    (("simulate", "bigtwo", "--base"), "rule base"),
    (("simulate", "bigtwo", "--deals"), "--deals needs a value"),
    (("simulate", "bigtwo", "--deals", "-1"), "0 to 2147483648 is wanted, not '-1'"),
    (("simulate", "bigtwo", "--deals", "ten"), "not 'ten'"),
    (("simulate", "bigtwo", "--deals", "1.5"), "not '1.5'"),
    (("simulate", "bigtwo", "--deals", BIG), "0 to 2147483648"),
    (("simulate", "bigtwo", "--seed", "-1"), "--seed"),
    (("simulate", "bigtwo", "--seed", str(2**64)), "0 to 18446744073709551615"),
    (("simulate", "bigtwo", "--threads", "0"), "--threads"),
    (("simulate", "bigtwo", "--agents", "random,random"), "4 seats, 2 agents"),
    (("simulate", "bigtwo", "--agents", "random,,random"), "a name is empty"),
    (("simulate", "bigtwo", "--agents", ""), "a name is empty"),
    (("simulate", "bigtwo", "--agents", "nosuch"), "agent 'nosuch': no such agent"),
    (("simulate", "bigtwo", "--agents", "human"), "paiju play"),
    (("simulate", "bigtwo", "--agents", "nosuch.module:Agent"), "No module named"),
    (("simulate", "bigtwo", "--agents", "json:nosuch"), "nosuch"),
    (("simulate", "bigtwo", "--json", "--csv"), "not both"),
    (("arena", "bigtwo", "--agents", "greedy"), "2 to 4 agents, not 1"),
    (("arena", "bigtwo", "--agents", "a,b,c,d,e"), "agent 'a'"),
    (("classify", "bigtwo"), "CARDS is missing"),
    (("classify", "bigtwo", "3c 3x"), "at position 4"),
    (("classify", "bigtwo", "SJ"), "small joker"),
    (("classify", "bigtwo", "3c 3c"), "at position 3"),
    (("classify", "bigtwo", "3cx5"), "too many copies of 3c"),
    (("classify", "bigtwo", "3c", "--trump", "h"), "no such option: --trump"),
    (("classify", "bigtwo", "3c", "--with", "trump=h"), "no such parameter: trump"),
    (("beats", "bigtwo", "4c"), "ON is missing"),
    (("beats", "bigtwo", "4c", "3c 5d"), "no play"),
    (("beats", "bigtwo", "4c", "3c", "5c"), "too many arguments: 5c"),
    (("legal", "bigtwo", ""), "B-030"),
    (("legal", "bigtwo", "3c 4c", "--on", "3c"), "in the hand"),
    (("legal", "bigtwo", "3c", "--must-contain", "4c"), "B-023"),
    (("legal", "bigtwo", "3c", "--must-contain", "4z"), "at position 1"),
    (("legal", "bigtwo", "3c", "--must-contain"), "position 0"),
    (("legal", "bigtwo", "3c", "--limit", "-1"), "--limit"),
    (("perft", "bigtwo", "--depth", "0"), "--depth"),
    (("perft", "bigtwo", "--depth", "-3"), "--depth"),
    (("play", "bigtwo", "--seat", "4"), "--seat: seats are 0 to 3, not 4"),
    (("play", "bigtwo", "--seat", "-1"), "--seat"),
    (("play", "bigtwo", "--deals", "0"), "--deals"),
    (("play", "bigtwo", "--opponents", "greedy,greedy"), "--opponents: one name, or 3 names, not 2"),
    (("play", "bigtwo", "--opponents", "human"), "one person"),
    (("play", "bigtwo", "--opponents", "greedy,,greedy"), "--opponents: a name is empty"),
    (("play", "bigtwo", "--opponents", "nosuch"), "no such agent"),
    (("play", "bigtwo", "--record", "/nosuch/folder/file"), "there is no folder"),
    (("play", "bigtwo", "--record", "/"), "this is a folder"),
    (("show",), "RECORD is missing"),
    (("show", "/nosuch"), "no such file"),
    (("verify", "/nosuch"), "no such file"),
    (("verify", "/"), "folder"),
]


@pytest.mark.parametrize(("args", "want"), CASES, ids=[" ".join(args) for args, _ in CASES])
def test_refused(refused: Refused, args: tuple[str, ...], want: str) -> None:
    assert want in refused(*args)
    refused(*args, lang="zh")


def test_every_game_refuses_the_same(refused: Refused, game: str) -> None:
    assert "at position 0" in refused("classify", game, "?")
    assert "rule nosuch" in refused("rules", game, "--rule", "nosuch=1")
    refused("play", game, "--seat", "9")
    refused("simulate", game, "--agents", "random,random,random,random,random,random")


def test_chinese_has_messages_of_its_own(refused: Refused) -> None:
    assert refused("play", lang="zh") == "缺少 GAME"
    assert "没有命令" in refused("nosuch", lang="zh")
    assert "整数" in refused("perft", "bigtwo", "--depth", "x", lang="zh")


class Raises:
    """An agent that fails in the middle."""

    name = "raises"

    def choose(self, view: paiju.View, legal: paiju.Legal) -> str:
        raise RuntimeError("out of ideas")


class Nonsense:
    """An agent that answers nonsense."""

    name = "nonsense"

    def choose(self, view: paiju.View, legal: paiju.Legal) -> str:
        return "3c 4c 5c"


@pytest.mark.parametrize(("agent", "want"), [("Raises", "out of ideas"), ("Nonsense", "agent 'nonsense'")])
def test_agents_that_fail(refused: Refused, agent: str, want: str) -> None:
    name = f"{__name__}:{agent}"
    assert want in refused("simulate", "bigtwo", "--deals", "2", "--agents", name)
    assert want in refused("arena", "bigtwo", "--deals", "2", "--agents", f"{name},random")


def test_an_agent_that_fails_while_a_person_plays_leaves_the_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    opponents = f"greedy,{__name__}:Raises,greedy"
    args = ("play", "bigtwo", "--seed", "11", "--seat", "1", "--opponents", opponents, "--record", str(path))
    ran = run(*args, typed="#1\n" * 60)
    assert ran.code == 2
    assert ran.err.startswith("paiju: agent 'raises' at seat 3 (bigtwo, deal 0, action ")
    assert ran.err.count("\n") == 1
    record = paiju.Record.load(path)
    assert record.verify() is None
    assert len(record.deals[0].actions) >= 2
    assert "out of ideas" in (record.stopped or "")


def test_records_that_are_broken(refused: Refused, record: Path, tmp_path: Path) -> None:
    text, broken = record.read_text("utf-8"), tmp_path / "broken.jsonl"
    lines = text.splitlines()

    def wrong(content: str | bytes, want: str, *commands: str) -> None:
        broken.write_bytes(content if isinstance(content, bytes) else content.encode())
        for command in commands or ("verify", "show"):
            answer = refused(command, str(broken))
            assert want in answer
            assert str(broken) in answer

    wrong("", "empty")
    wrong("\x00\x01", "no JSON")
    wrong(b"\xff\xfe\x00", "no text file")
    wrong("[1]", "JSON object")
    wrong(text[: len(text) // 2], "cut short")
    wrong("\n".join(lines[:-1]), "cut short")
    wrong(text.replace('"paiju":1', '"paiju":77'), "version 77 is unknown")
    wrong(text.replace('"game":"bigtwo"', '"game":"nosuch"'), "no such game")
    wrong(text.replace('"base":1', '"base":0'), "rule base")
    wrong(text.replace('"points":[', '"points":[9,'), "points", "verify")


def test_an_edited_action_is_named_with_its_rule(run: Run, refused: Refused, record: Path, tmp_path: Path) -> None:
    loaded = paiju.Record.load(record)
    loaded.deals[1].actions[4] = "2s 2h 2d 2c 3c"
    edited = tmp_path / "edited.jsonl"
    loaded.save(edited)
    answer = refused("verify", str(edited))
    assert "deal 1, action 4 (seat " in answer
    assert "B-0" in answer
    shown = run("show", str(edited), "--deal", "1")  # shows what is sound, and then says the same
    assert (shown.code, shown.err) == (2, f"paiju: {answer}\n")
    assert len([line for line in shown.lines() if line.lstrip()[:1].isdigit()]) == 4


def test_deals_and_seats_that_a_record_does_not_have(refused: Refused, record: Path) -> None:
    assert "deals 0 to 1, not 2" in refused("show", str(record), "--deal", "2")
    assert "seats are 0 to 3, not 4" in refused("show", str(record), "--seat", "4")
    assert "--deal" in refused("show", str(record), "--deal", "-1")
