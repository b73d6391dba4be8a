"""Wuxi in the terminal: short texts for plays, the hand by rank, the answer to "why not?", the odds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")

import paiju
from paiju import Deal, wuxi
from paiju.cli import main
from paiju.cli.human import Human
from paiju.cli.screen import Screen

HAND = "3c 3d 4h 4s 5s 5cx2 5hx4 6sx3 7sx3 8sx3 9dx2 9s Ac w Wx2"


def deal(hand: str = HAND, lead: str | None = None, hou: bool = False) -> Deal:
    """Seat 0 to lead, or with the play of seat 3 to answer."""
    if lead is None:
        return wuxi.deal(hands=[hand, "Kc", "Kd", "Kh"], leader=0, partial=True)
    start = wuxi.deal(hands=[hand, "Kc", "Kd", f"{lead} Kh"], leader=3, partial=True)
    return start.play(lead)


def meant(text: str, at: Deal) -> str:
    read = wuxi.terminal.read(text, at.view(0), at.legal())
    return str(paiju.Action("wuxi", read) if isinstance(read, str) else read)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("七只5", "5cx2 5hx4 5s"),
        ("5x7", "5cx2 5hx4 5s"),
        ("5 x 3", "5cx2 5h"),
        ("5x3响", "5cx2 5s"),
        ("响三只5", "5cx2 5s"),
        ("花豹5", "5hx4"),
        ("花花儿 5h", "5hx4"),
        ("飞龙 8s", "6sx3 7sx3 8sx3"),
        ("飞龙8", "6sx3 7sx3 8sx3"),
        ("对子 10", None),
        ("对子9", "9dx2"),
        ("响对9", "9d 9s"),
        ("双虎", "w W"),
        ("双虎 W", "w W"),
        ("单虎w", "w"),
        ("三虎", "w Wx2"),
        ("3-5", "3c 4h 5c"),
        ("3-5响", "3c 4h 5s"),
        ("连对 3-5", "3c 3d 4h 4s 5cx2"),
        ("3-5x2", "3c 3d 4h 4s 5cx2"),
        ("3-9", "3c 4h 5c 6s 7s 8s 9d"),
        ("A", None),
        ("单只A", "Ac"),
        ("5套7", None),
        ("5hx4", "5hx4"),
        ("3-5x3", None),
    ],
)
def test_short_texts_mean_plays(text: str, action: str | None) -> None:
    if action is None:
        with pytest.raises(paiju.PaijuError):
            meant(text, deal())
    else:
        assert meant(text, deal()) == action
        assert action in deal().legal()


def test_short_texts_on_a_play() -> None:
    follow = deal(lead="2c")
    assert meant("不出", follow) == meant("过", follow) == "pass"
    assert meant("三只5", follow) == "5cx2 5h"
    grab = deal(lead="9c")
    assert grab.phase == "hou"
    assert meant("伙", grab) == "grab 9dx2"
    assert meant("不伙", grab) == "pass"


def run(capsys: pytest.CaptureFixture[str], at: Deal, lines: list[str], lang: str = "en") -> str:
    """What a person sees who types these lines."""
    screen = Screen(lang, wuxi.terminal)
    human = Human("wuxi", screen)
    answers = iter(lines)
    screen.ask = lambda prompt: next(answers, None)  # type: ignore[method-assign]
    human.ask(at.view(0), at.legal())
    return capsys.readouterr().out


def test_a_hand_of_54_cards_is_readable(capsys: pytest.CaptureFixture[str]) -> None:
    start = wuxi.deal(seed=3, leader=0)
    out = run(capsys, start, ["quit"])
    rows = [line for line in out.splitlines() if "×" in line]
    assert len(rows) <= 14
    assert sum(int(line.split("×")[1].split()[0]) for line in rows) == 54
    assert max(len(line) for line in rows) <= 79


def test_why_not_names_level_and_rule(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, deal(lead="2c"), ["连子 3-5", "对子9", "5x2", "quit"])
    assert "WA-01" in out
    assert out.count("level 1") >= 2
    assert "you could play" in out
    out = run(capsys, deal("3c 3d 4c", lead="2c 2d 2h"), ["3x2", "quit"])
    assert "W-019" in out
    assert "level 2" in out
    assert "nothing you hold can be played here" in out
    out = run(capsys, deal(lead="2c"), ["why 七只5", "飞龙9", "quit"], "zh")
    assert "10 级" in out
    assert "飞龙9" in out


def test_odds_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["odds", "wuxi", "--samples", "2000"]) == 0
    out = capsys.readouterr().out
    assert "21.99%" in out
    assert out.count("*") == 10, "nine marks and their meaning"
    assert main(["odds", "wuxi", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data) == 24
    assert data[0]["expected"] == str(wuxi.odds()[0].expected)
    pytest.importorskip("matplotlib")
    path = tmp_path / "odds.svg"
    assert main(["odds", "wuxi", "--plot", str(path), "--lang", "zh"]) == 0
    assert path.stat().st_size > 1000
    for wrong in (["--samples", "-1"], ["--samples", "many"], ["--plot", "odds.doc"], ["--seed", "-1"], ["--colour"]):
        assert main(["odds", "wuxi", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_whole_deal_by_a_person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt="": "#1")
    assert main(["play", "wuxi", "--seed", "5", "--seat", "0"]) == 0
    out = capsys.readouterr().out
    assert "W-044" in out
    assert "WA-25" in out
