"""Huapai: the rule-of-thumb player, and how the game shows itself in the terminal."""

from __future__ import annotations

import random

import pytest

import paiju
from paiju import Deal, Legal, View, _native, huapai
from paiju.cli.screen import Screen
from tests.games.huapai_positions import play, position

WAITING = "上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八"


def choice(deal: Deal) -> str:
    """What greedy does in a deal."""
    assert deal.turn is not None
    return str(huapai.greedy(deal.view(deal.turn), deal.legal()))


def test_it_wins_when_it_can() -> None:
    assert choice(position(WAITING + "子", drawn=0)) == "hu"
    assert choice(position("子", WAITING, drawn=0, keep="子").play("子")) == "hu"


@pytest.mark.parametrize(
    ("hand", "discard", "expected"),
    [("七*x2七", "七", "kai_zhao"), ("孔x4", "孔", "kai_fan"), ("三x2", "三", "dui")],
)
def test_it_claims(hand: str, discard: str, expected: str) -> None:
    deal = position(discard, hand, drawn=0, keep=discard, rules=huapai.Rules(min_hu=60)).play(discard)
    assert choice(deal) == expected


def test_it_does_not_break_up_what_it_waits_with() -> None:
    """The hand waits for 化 and 子; a 对 with the 子 would leave it no wait."""
    hand = "上大人可知礼乙二三四五六七七七九九九孔孔孔化化子子"
    deal = position("子", hand, drawn=0, keep="子化", rules=huapai.Rules(min_hu=60)).play("子")
    assert [str(action) for action in deal.legal()] == ["pass", "dui"]
    assert choice(deal) == "pass"


def test_it_declares_and_calls() -> None:
    assert choice(position("知x4", drawn=0, keep="知")) == "tong 知x4"
    table = [[("开招", "七*x2七x2")], [], []]
    assert choice(position("七", melds=table, drawn=0, keep="七")) == "ta_chuan 七"
    rules = huapai.Rules(zhu_jing_mode="jiao")
    assert choice(position("五x3", dealer=0, keep="乙三五七九", rules=rules)) == "call_jing 五"
    assert choice(position("", dealer=0, keep="", rules=rules)) == "pass"


def test_it_keeps_the_widest_wait() -> None:
    """With 26 cards that wait once the 千 or the 化 is gone, the discard leaves 听牌."""
    deal = position("上大人上大人可知礼可知礼孔孔孔己己己土土土化三八九四", drawn=0)
    action = choice(deal)
    assert huapai.is_ting(deal.hands[0] - huapai.cards(action))
    leaving = huapai.ting_discards(deal.hands[0])
    unseen = deal.view(0).unseen

    def width(card: str) -> tuple[int, int]:
        rest = deal.hands[0] - huapai.cards(card)
        hu = huapai.waits(rest, with_hu=True)
        return sum(unseen.count(c) for faces in hu for c in faces), sum(unseen.count(c) for c in huapai.waits(rest))

    assert width(action) == max(width(str(card)) for card in set(leaving))


def test_it_never_fails_under_any_options() -> None:
    for seed in range(25):
        rng = random.Random(seed)
        options = {
            name: rng.choice(allowed) if isinstance(allowed, list) else rng.choice([allowed[0], 2])
            for name, allowed, _rule, _doc in _native.describe("huapai")["rules"]
        }
        rules = huapai.Rules(**options)
        deal = huapai.deal(seed=seed, rules=rules)
        while not deal.over:
            action = huapai.greedy(deal.view(deal.turn or 0), deal.legal())
            assert action in deal.legal()
            deal = deal.play(action)


def test_it_does_better_than_chance() -> None:
    result = paiju.arena("huapai", ["greedy", "random", "random"], deals=40, seed=7)
    (_, mean), *others = result.table()
    assert mean.low > 0
    assert all(other.high < 0 for _, other in others)


# --- the terminal ----------------------------------------------------------------------------------------------------


def screen(lang: str) -> Screen:
    made = Screen(lang, huapai.terminal)
    made.rules = huapai.Rules()
    return made


def ask(deal: Deal, lang: str = "en") -> list[str]:
    assert deal.turn is not None
    view, legal = deal.view(deal.turn), deal.legal()
    return huapai.terminal.questions["waits"](screen(lang), view, legal, "")


def test_everything_has_words_in_both_languages() -> None:
    described = _native.describe("huapai")
    for name in [verb for verb, _ in described["heads"]] + list(described["phases"]):
        assert all(huapai.terminal.words[name])
    for name, _allowed, _rule, _doc in described["rules"]:
        assert huapai.terminal.words[f"rule:{name}"][1]


def test_the_hand_is_drawn_in_large_characters() -> None:
    deal = position("三*三x2孔", drawn=0, keep="三孔")
    lines = huapai.terminal.hand(screen("en"), deal.view(0), -1)
    assert len(lines) % 4 == 0
    assert "│[bold yellow]三[/]│" in lines[1]
    assert "✿" in "".join(lines)
    assert "[bold red]" in "".join(lines)
    drawn = sum(line.count("╭──╮") for line in lines)
    assert drawn == len(set(deal.hands[0]))


def test_the_waits_are_shown_on_request() -> None:
    (line,) = ask(position("孔", WAITING, drawn=0, keep="孔").play("孔"))
    assert line.startswith("waits for")
    assert "子" in line
    assert "wins on" in line
    turn = ask(position(WAITING + "人", drawn=0), "zh")
    assert any(line.startswith("打 ") and "听" in line for line in turn)
    assert ask(position("孔二四六", drawn=0, keep="孔", rules=huapai.Rules(min_hu=60))) != []


def test_the_table_shows_groups_and_hides_a_tong() -> None:
    deal = play(position("孔x4", "知x2", "", drawn=0, keep="孔知"), "tong 孔x4")
    view: View = deal.view(1)
    text = "\n".join(huapai.terminal.table(screen("en"), view))
    assert "统 ▒▒▒▒" in text
    assert "孔" not in text
    mine = "\n".join(huapai.terminal.table(screen("zh"), deal.view(0)))
    assert "统 " in mine
    assert "孔" in mine
    assert "牌墙" in mine


def test_verbs_may_be_typed_in_chinese() -> None:
    deal = position("知x4", drawn=0, keep="知")
    legal: Legal = deal.legal()
    assert huapai.terminal.read("统 知x4", deal.view(0), legal) == "tong 知x4"
    offered = position("孔", "孔x2", drawn=0, keep="孔").play("孔")
    assert huapai.terminal.read("对", offered.view(1), offered.legal()) == "dui"
    assert huapai.terminal.read("过", offered.view(1), offered.legal()) == "pass"
