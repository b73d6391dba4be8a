"""Huapai: bad input, each refused with the error and the rule that says why; and what is asked of single decisions."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiju
from paiju import IllegalAction, PaijuError, ParseError, PositionError, RulesError, dtypes, huapai
from tests.games.huapai_positions import PACK, position, split

FULL = "上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八子"


@pytest.mark.parametrize(
    ("text", "position"),
    [("孔x6", 0), ("三x4", 0), ("三*x3", 0), ("孔*", 1), ("士", 0), ("孔 丘", 2), ("As", 0), ("七七七七", 3)],
)
def test_text_that_is_no_card(text: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        huapai.cards(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("jing", 4), ("min_hu", -1), ("discard_pays", 3), ("zhu_jing_mode", "best"), ("pass_lock", True),
        ("settlement", "tier6"), ("tong_hidden", "yes"), ("hai_di", True),
    ],
)  # fmt: skip
def test_options_that_there_are_not(field: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        huapai.Rules(**{field: value})
    assert caught.value.field == field


def hands(*sizes: int) -> list[list[str]]:
    rest, out = list(PACK), []
    for size in sizes:
        out.append(rest[:size])
        del rest[:size]
    return out


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: huapai.deal(hands=hands(25, 25)), "2 hands given"),
        (lambda: huapai.deal(hands=hands(25, 25, 25)), "missing"),
        (lambda: huapai.deal(hands=hands(25, 25, 24), partial=True), "D-03: the hand of seat 2 has 24"),
        (lambda: huapai.deal(hands=hands(26, 26, 25), partial=True), "D-03: the hand of seat 1 has 26"),
        (lambda: huapai.deal(hands=hands(25, 25, 27), partial=True), "D-03"),
        (lambda: huapai.deal(hands=hands(25, 25, 24), melds=[[], [], [("对", "人x3")]], partial=True), "D-03"),
        (lambda: huapai.deal(hands=hands(22, 25, 25), melds=[[("对", "上x3")] * 2], partial=True), "6 copies|D-03"),
        (lambda: huapai.deal(hands=hands(22, 25, 25), melds=[[("对", "人x4")]], partial=True), "H-013"),
        (lambda: huapai.deal(hands=hands(22, 25, 25), melds=[[("对", "上大人")]], partial=True), "H-013"),
        (lambda: huapai.deal(hands=hands(22, 25, 25), melds=[[("砍", "人x3")]], partial=True), "H-012"),
        (lambda: huapai.deal(hands=hands(25, 25, 25), stock=PACK[75:], seed=1), "either a seed or hands"),
        (lambda: huapai.deal(seed=1, melds=[]), "go with hands"),
        (lambda: huapai.deal(hands=["孔x5", "孔", ""], partial=True), "6 copies of 孔"),
        (lambda: huapai.legal(FULL[:-1]), "D-03"),
        (lambda: huapai.legal(FULL, on="孔"), "D-03"),
        (lambda: huapai.legal("孔x5己x5化x5千x5土x5", on="孔"), "H-001: .* a sixth"),
        (lambda: huapai.legal(FULL[:-1], on="孔己"), "D-03"),
        (lambda: huapai.legal(FULL, called="三"), "HA-26"),
        (lambda: huapai.waits(FULL), "D-03"),
        (lambda: huapai.waits(FULL[:-1], [("对", "人x3")]), "D-03"),
        (lambda: huapai.waits(FULL[:22], [("统", "孔x4")]), "H-001: 7 copies of 孔|D-03"),
        (lambda: huapai.ting_discards(FULL[:-1]), "D-03"),
        (lambda: huapai.value(FULL, won_on="土"), "H-022"),
        (lambda: huapai.value(FULL, [("统", "孔x4")]), "H-001: 7 copies"),
        (lambda: huapai.group_value("砍", "孔孔"), "H-003"),
        (lambda: huapai.group_value("句", "孔x3"), "H-003"),
        (lambda: huapai.group_value("杠", "孔x3"), "H-003"),  # type: ignore[arg-type]
        (lambda: huapai.group_value("砍", "孔x3", "孔"), "H-037"),
        (lambda: huapai.related("孔己", "乙"), "one card"),
        (lambda: huapai.beats("孔", "己"), "no play beats another"),
        (lambda: huapai.deal(seed=-1), "seed"),
        (lambda: huapai.score(np.zeros(3)), "tallies of huapai wanted"),
    ],
)
def test_positions_that_cannot_be(make: Callable[[], object], text: str) -> None:
    with pytest.raises(PositionError, match=text):
        make()


def test_a_sixth_copy_between_hands_and_wall() -> None:
    with pytest.raises(PaijuError):
        huapai.deal(hands=hands(25, 25, 25), stock=["人"] * 6, partial=True)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("pass", "H-015"), ("dui", "H-026"), ("kai_zhao", "H-028"), ("kai_fan", "HA-49"), ("hu", "H-021"),
        ("call_jing 三", "HA-27"), ("tong 孔x4", "H-032"), ("tong_shang_ding 孔", "H-034"), ("ta_chuan 孔", "H-030"),
        ("己x2", "H-015"), ("人", "H-015"),
    ],
)  # fmt: skip
def test_what_is_not_done_on_ones_turn(action: str, rule: str) -> None:
    deal = position("孔x3己x2", drawn=0, keep="孔己人")
    with pytest.raises(IllegalAction) as caught:
        deal.play(action)
    assert caught.value.rule == rule
    assert str(caught.value).startswith(f"{rule}: ")
    assert caught.value.reason


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("孔", "H-015"), ("tong 孔x4", "HA-11"), ("tong_shang_ding 孔", "HA-49"), ("ta_chuan 孔", "HA-15"),
        ("call_jing 三", "HA-27"), ("kai_zhao", "H-028"), ("kai_fan", "H-036"), ("hu", "H-021"),
    ],
)  # fmt: skip
def test_what_is_not_done_with_an_offered_discard(action: str, rule: str) -> None:
    deal = position("孔", "孔x2", drawn=0, keep="孔").play("孔")
    assert deal.turn == 1
    with pytest.raises(IllegalAction) as caught:
        deal.play(action)
    assert caught.value.rule == rule


def test_nobody_claims_out_of_turn_or_his_own_discard() -> None:
    """The seat to act is asked and no other: an action belongs to it. The discarder is never asked."""
    deal = position("孔x3", "孔x2", drawn=0, keep="孔").play("孔")
    asked = []
    while deal.phase == "claim":
        asked.append(deal.turn)
        deal = deal.play("pass")
    assert asked == [1]


def test_an_action_names_no_cards_where_the_discard_says_which() -> None:
    deal = position("孔", "孔x2", drawn=0, keep="孔").play("孔")
    with pytest.raises(ParseError):
        deal.play("dui 孔x2")


def test_a_finished_hand_of_another_size_has_no_value() -> None:
    """X-145: four equal cards that were never declared are one card too many."""
    assert huapai.value("上大人可知礼乙二三四五六七七七九九九孔孔孔土土土土八子") is None
    assert huapai.value("") is None


def test_calls_of_another_kind() -> None:
    with pytest.raises(TypeError):
        huapai.waits(3)  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        huapai.value(FULL, rules=paiju.bigtwo.Rules())  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        huapai.waits(paiju.bigtwo.cards("3c"))


@given(st.lists(st.sampled_from(PACK), max_size=30))
def test_any_cards_are_valued_or_refused(cards: list[str]) -> None:
    for ask in (huapai.value, huapai.waits, huapai.is_ting, huapai.ting_discards, huapai.classify, huapai.legal):
        with suppress(PaijuError):
            ask(cards)  # type: ignore[operator]


def test_classify_many_is_classify() -> None:
    sets = ["孔乙己", "九九九*九*", "孔", "上x3", "孔孔己", "五x3五*x2"]
    planes = np.stack([huapai.cards(text).planes() for text in sets])
    found = huapai.classify_many(planes)
    assert found.dtype == dtypes.dtype("huapai", "shape")
    for record, text in zip(found, sets, strict=True):
        shape = huapai.classify(text)
        assert record["kind"] == (-1 if shape is None else huapai.KINDS.index(shape.name))
        assert shape is None or (record["hu"], record["count"]) == (shape.hu, shape.count)


def test_actions_have_the_shape_of_the_group_they_lay_down() -> None:
    deal = position("七", "七*x2七", drawn=0, keep="七").play("七")
    shapes = {action.verb: action.shape for action in deal.legal()}
    assert shapes["pass"] is None
    assert (shapes["dui"].name, shapes["dui"].hu) == ("对", 5)  # type: ignore[union-attr]
    assert (shapes["kai_zhao"].name, shapes["kai_zhao"].hu) == ("开招", 14)  # type: ignore[union-attr]
    own = position("五*x2五x3", drawn=0, keep="五")
    tong = next(action for action in own.legal() if action.verb == "tong")
    assert (tong.shape.name, tong.shape.hu) == ("统", 14)  # type: ignore[union-attr]


def test_deals_with_groups_are_pickled_and_recorded() -> None:
    deal = position("五*x2五x3", drawn=0, keep="五").play("tong 五x2 五*x2")
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert pickle.loads(pickle.dumps(deal.view(1))) == deal.view(1)
    assert split(str(deal.melds[0][0][1])) == ["五", "五", "五*", "五*"]
