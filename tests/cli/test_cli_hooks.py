"""What a game can add: words, looks, short input, questions and commands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest

from paiju import bigtwo
from paiju.cli.hooks import Terminal, Wrong, marks_of, terminal_of
from paiju.cli.words import COMMANDS, HELP, WORDS

from .conftest import Run


def _odds(
    screen: Any,
    rules: Any,
    *,
    samples: Annotated[int, "hands to draw", "抽样手数"] = 0,
    plot: Annotated[Path | None, "a picture"] = None,
    exact: bool = False,
) -> None:
    """How often things happen. ┃ 各种牌型的机会。"""
    if samples < 0:
        raise Wrong("--samples: not negative, please")
    screen.json({"samples": samples, "plot": None if plot is None else str(plot), "exact": exact, "base": rules.base})


def _waits(screen: Any, view: Any, legal: Any, rest: str) -> list[str]:
    """What is waited for. ┃ 听什么。"""
    if rest == "bad":
        raise Wrong("not so")
    return [screen.say(f"waiting for {rest or 'nothing'}", "听牌")]


class Rich(Terminal):
    title = ("The Big Two", "大老二")
    words: ClassVar[Mapping[str, tuple[str, str]]] = {"pass": ("no thanks", "不要")}
    commands: ClassVar[Mapping[str, Any]] = {"odds": _odds}
    questions: ClassVar[Mapping[str, Any]] = {"waits": _waits}

    def card(self, card: Any, lang: str) -> tuple[str, str]:
        return f"<{card}>", "bold"

    def hand(self, screen: Any, view: Any, marks: int) -> list[str]:
        return ["hand " + screen.cards(view.hand, marks)]

    def read(self, text: str, view: Any, legal: Any) -> Any:
        if text == "lowest":
            return legal[0]
        if text == "worst":
            raise Wrong("the worst is not for sale")
        return super().read(text, view, legal)

    def why(self, screen: Any, action: Any, view: Any, legal: Any) -> list[str]:
        return [f"because of [bold]{screen.text(action)}[/bold]"]


@pytest.fixture
def rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bigtwo, "terminal", Rich())


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(bigtwo, "terminal")


PLAY = ("play", "bigtwo", "--seed", "11", "--seat", "1")


@pytest.mark.usefixtures("rich")
def test_a_game_can_have_commands_of_its_own(run: Run) -> None:
    want = {"samples": 5, "plot": "a.svg", "exact": True, "base": 1}
    assert run("odds", "bigtwo", "--samples", "5", "--plot", "a.svg", "--exact").json() == want
    assert run("odds", "bigtwo", "--base", "4").json()["base"] == 4
    assert run("odds", "bigtwo", "--rule", "base=4").json()["base"] == 4
    for lang, words in (("en", ("How often things happen.", "hands to draw")), ("zh", ("各种牌型的机会", "抽样手数"))):
        text = run("odds", "bigtwo", "--help", lang=lang).out
        assert all(word in text for word in words)


@pytest.mark.usefixtures("rich")
def test_commands_of_a_game_refuse_as_all_others(refused: Any) -> None:
    assert refused("odds", "bigtwo", "--samples", "-1") == "--samples: not negative, please"
    assert "COMMAND" in refused("odds")
    assert "nosuch" in refused("odds", "nosuch")
    assert "--samples" in refused("odds", "bigtwo", "--samples", "x")
    assert "rule base" in refused("odds", "bigtwo", "--base", "0")


@pytest.mark.usefixtures("rich")
def test_a_game_can_look_and_speak_as_it_likes(run: Run) -> None:
    ran = run(*PLAY, typed="list\nno such\nlowest\nquit\n")
    assert "The Big Two" in ran.lines()[0]
    assert any(line.startswith("hand •<4h> •<5c>") for line in ran.lines())
    assert "no thanks" in ran.out
    assert "you: <4h>" in ran.out
    assert "不要" in run(*PLAY, typed="list\nquit\n", lang="zh").out
    assert run(*PLAY, typed="不要\nquit\n").out.count("you: no thanks") == 1


@pytest.mark.usefixtures("rich")
def test_a_game_can_refuse_and_explain_in_its_own_words(run: Run) -> None:
    ran = run(*PLAY, typed="worst\n3c\nquit\n")
    assert "✗ the worst is not for sale" in ran.out
    assert "✗ B-000: you do not hold 3c\nbecause of 3c\n" in ran.out


@pytest.mark.usefixtures("rich")
def test_a_game_can_answer_questions_while_playing(run: Run) -> None:
    ran = run(*PLAY, typed="waits 5\nwaits bad\nhelp\nquit\n")
    assert "waiting for 5" in ran.out
    assert "✗ not so" in ran.out
    assert any(line.split() == ["waits", "What", "is", "waited", "for."] for line in ran.lines())
    assert "听什么" in run(*PLAY, typed="help\nquit\n", lang="zh").out


@pytest.mark.usefixtures("plain")
def test_the_defaults_do_for_a_game_without_a_terminal(run: Run) -> None:
    ran = run(*PLAY, typed="#1\n" * 60)
    assert ran.code == 0
    assert "top: 3♣" in ran.out
    assert "4♥ 單張" in ran.out
    assert type(terminal_of(bigtwo)) is Terminal


def test_marks_are_the_cards_of_legal_actions() -> None:
    legal = bigtwo.legal("3c 4d 5h 5s 9d", on="4h")
    assert marks_of(legal) == bigtwo.cards("5h 5s 9d").kinds


def test_french_cards_are_read_as_they_are_shown() -> None:
    terminal = Terminal()
    for card in bigtwo.deal(seed=1).hands[0] + bigtwo.deal(seed=1).hands[1]:
        for lang in ("en", "zh"):
            assert bigtwo.cards(terminal.card(card, lang)[0]) == bigtwo.cards(card)


def test_every_text_has_both_languages_and_the_same_places() -> None:
    import string

    for key, (en, zh) in {**WORDS, **HELP}.items():
        fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (en, zh)]
        assert fields[0] == fields[1], key
        assert en
        assert zh
    assert all(en and zh for _, en, zh in COMMANDS.values())
    aliases = [alias for name, (others, _, _) in COMMANDS.items() for alias in (name, *others)]
    assert len(aliases) == len(set(aliases))
