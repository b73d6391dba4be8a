"""classify, beats, legal, perft, games, rules and the top level."""

from __future__ import annotations

import json

import pytest

import paiju
from paiju.rules import option_docs

from .conftest import Run, seats_of


def test_version_and_help(run: Run) -> None:
    assert run("--version").out == f"paiju {paiju.__version__}\n"
    for lang, word in (("en", "Replay a record readably"), ("zh", "复盘一份记录")):
        for args in ((), ("--help",), ("-h",)):
            ran = run(*args, lang=lang)
            assert ran.code == 0
            assert word in ran.out
            assert "--lang" in ran.out


def test_help_of_a_command_is_in_one_language(run: Run) -> None:
    english, chinese = (run("arena", "--help", lang=lang).out for lang in ("en", "zh"))
    for word in ("Arguments", "Options", "[required]", "[default: greedy,random]", "print this and stop"):
        assert word in english
        assert word not in chinese
    for word in ("参数", "选项", "[必填]", "显示本帮助"):
        assert word in chinese


def test_games_lists_every_game(run: Run) -> None:
    listed = run("games", "--json").json()
    assert [row["game"] for row in listed] == list(paiju.games())
    assert [row["seats"] for row in listed] == [seats_of(game) for game in paiju.games()]
    shown = run("games").out
    assert all(game in shown for game in paiju.games())


def test_rules_lists_every_option_with_rule_and_default(run: Run, game: str) -> None:
    options = {row["option"]: row for row in run("rules", game, "--json").json()["options"]}
    docs, defaults = option_docs(game), json.loads(json.dumps(paiju.module(game).Rules().as_dict()))
    assert set(options) == set(docs) == set(defaults)
    for name, row in options.items():
        assert (row["default"], row["rule"]) == (defaults[name], docs[name][1])
        assert row["meaning"]
    assert all(name in run("rules", game).out for name in docs)


def test_rules_shows_what_was_changed(run: Run) -> None:
    assert "false → true" in run("rules", "bigtwo", "--allow-triples").out
    assert "1 → 7" in run("rules", "bigtwo", "--base=7").out
    assert "持此牌者" in run("rules", "bigtwo", lang="zh").out


@pytest.mark.parametrize(
    "args",
    [
        ("--rule", "allow_triples=true"),
        ("--rule", "allow-triples=yes"),
        ("--allow-triples",),
        ("--allow-triples", "on"),
        ("--allow_triples=1",),
    ],
)
def test_an_option_of_the_rules_can_be_written_in_many_ways(run: Run, args: tuple[str, ...]) -> None:
    assert run("classify", "bigtwo", "3c 3d 3h").out == "3♣ 3♦ 3♥: no shape\n"
    assert "triple" in run("classify", "bigtwo", "3c 3d 3h", *args).out
    assert "triple" in run("classify", *args, "bigtwo", "3c 3d 3h").out


def test_a_truth_value_without_a_value_leaves_the_next_argument_alone(run: Run) -> None:
    assert "triple" in run("classify", "bigtwo", "--allow-triples", "3c 3d 3h").out
    assert run("classify", "bigtwo", "--allow-triples", "no", "3c 3d 3h").out.endswith("no shape\n")


def test_classify_names_the_shape_and_its_fields(run: Run) -> None:
    data = run("classify", "bigtwo", "9s 9h 9d 5c 5d", "--json").json()
    shape = paiju.bigtwo.classify("9s 9h 9d 5c 5d")
    assert shape is not None
    assert data["shape"] == "葫蘆"
    assert data["key"] == shape.key
    assert run("classify", "bigtwo", "3c 4d", "--json").json()["shape"] is None
    assert "full house" in run("classify", "bigtwo", "9s", "9h", "9d", "5c 5d").out  # no quotes needed
    assert "葫蘆" in run("classify", "bigtwo", "9s 9h 9d 5c 5d", lang="zh").out


def test_beats_says_yes_or_no(run: Run) -> None:
    assert run("beats", "bigtwo", "4c", "3s").out == "yes\n"
    assert run("beats", "bigtwo", "3s", "4c").out == "no\n"
    assert run("beats", "bigtwo", "3s", "4c", lang="zh").out == "否\n"
    assert run("beats", "bigtwo", "3s", "4c", "--json").json()["beats"] is False
    monster = ("beats", "bigtwo", "3s 3h 3d 3c 4d", "2s")
    assert run(*monster).out == "no\n"
    assert run(*monster, "--monsters-beat-any").out == "yes\n"


def test_legal_lists_what_a_hand_may_do(run: Run) -> None:
    want = [str(action) for action in paiju.bigtwo.legal("3c 3d 4h 7c 7h", on="6s")]
    assert run("legal", "bigtwo", "3c 3d 4h 7c 7h", "--on", "6s", "--json").json()["actions"] == want
    shown = run("legal", "bigtwo", "3c 3d 4h 7c 7h", "--on", "6s").lines()
    assert shown == ["7♣ single", "7♥ single", "pass", "3 rows, 3 concrete actions"]


def test_legal_takes_the_parameters_of_the_question(run: Run) -> None:
    for args in (("--must-contain", "3c"), ("--must-contain=3c",), ("--with", "must_contain=3c")):
        data = run("legal", "bigtwo", "3c 3d 4h", *args, "--json").json()
        assert data["actions"] == ["3c", "3c 3d"]


def test_legal_stops_at_the_limit(run: Run) -> None:
    lines = run("legal", "bigtwo", "3c 4d 5h 6s 7c 8d", "--limit", "2").lines()
    assert len(lines) == 4
    assert lines[2].startswith("… ")
    every = run("legal", "bigtwo", "3c 4d 5h 6s 7c 8d", "--limit", "0", "--expand", "--json").json()
    assert len(every["actions"]) == every["count"]


def test_perft_counts_every_depth(run: Run, game: str) -> None:
    deal = paiju.module(game).deal(seed=1)
    rows = run("perft", game, "--depth", "2", "--seed", "1", "--json").json()["depths"]
    assert [row["nodes"] for row in rows] == [deal.perft(1), deal.perft(2)]
    assert f"{deal.perft(2):,}" in run("perft", game, "--depth", "2", "--seed", "1").out
