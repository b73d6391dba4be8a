"""Huapai: cards, sentences, relations, 听牌 and 胡 as the rule book states them (§2, §3, §4)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from paiju import PositionError, huapai
from tests.games.huapai_positions import PACK, characters

NO_MAIN = huapai.Rules(zhu_jing_mode="none")
THREE = huapai.Rules(jing=3, zhu_jing_mode="none")


def name(cards: str) -> str | None:
    shape = huapai.classify(cards)
    return shape and shape.name


def hu(kind: str, cards: str, main: str | None = None, rules: huapai.Rules | None = None) -> int:
    return huapai.group_value(kind, cards, main, rules)  # type: ignore[arg-type]


# --- cards -------------------------------------------------------------------------------


@pytest.mark.rule("H-001", "H-002", "H-040")
def test_the_pack() -> None:
    deal = huapai.deal(seed=1)
    pack = Counter(str(card) for hand in deal.hands for card in hand) + Counter(map(str, deal.stock))
    assert pack == Counter(PACK)
    assert pack.total() == 110
    by_character = Counter(card[0] for card in pack.elements())
    assert len(by_character) == 22
    assert set(by_character.values()) == {5}
    assert {card: n for card, n in pack.items() if "*" in card} == {"乙*": 2, "三*": 2, "五*": 2, "七*": 2, "九*": 2}


@pytest.mark.rule("HA-01")
def test_two_ways_to_write_one() -> None:
    assert huapai.cards("一二三") == huapai.cards("乙二三")
    assert str(huapai.cards("一*")) == "乙*"


@pytest.mark.rule("H-037", "H-041", "H-042", "HA-39", "HA-40")
def test_the_classes_of_characters() -> None:
    """砍 of black count 1, of red 2, of 经 5; by the number of 经 the classes change."""
    for rules, jings in ((NO_MAIN, "乙三五七九"), (THREE, "三五七")):
        worth = {c: hu("砍", f"{c}x3", rules=rules) for c in huapai.CHARACTERS}
        assert {c for c in worth if worth[c] == 5} == set(jings)
        assert {c for c in worth if worth[c] == 2} == set("可知礼上大人")
        assert {c for c in worth if worth[c] == 1} == set(huapai.CHARACTERS) - set(jings) - set("可知礼上大人")
    assert huapai.Rules().jing == 5


# --- sentences and relations -------------------------------------------------------------

RUNS = ["乙二三", "二三四", "三四五", "四五六", "五六七", "六七八", "七八九", "八九十"]
FIXED = ["孔乙己", "化三千", "十七土", "八九子", "可知礼", "上大人"]


@pytest.mark.rule("H-003", "H-004", "H-005", "H-006", "H-007", "H-008", "H-009", "H-010")
def test_the_fourteen_sentences_and_no_others() -> None:
    found = {
        characters(cards)
        for cards in combinations_with_replacement(huapai.CHARACTERS, 3)
        if name("".join(cards)) == "句"
    }
    assert found == {characters(s) for s in RUNS + FIXED}
    assert len(found) == 14


@pytest.mark.rule("H-011", "H-012", "H-013")
def test_equal_characters() -> None:
    for c in huapai.CHARACTERS:
        assert [name(c * n) for n in range(1, 6)] == [None, None, "砍", "统", "统上顶"]
    assert name("九 九* 九") == "砍"
    assert name("五*五*五五五") == "统上顶"
    assert name("孔孔孔己") is None


@pytest.mark.rule("D-01", "HA-02", "HA-03")
def test_related_is_equal_or_in_one_sentence() -> None:
    pairs = {frozenset(pair) for pair in combinations_with_replacement(huapai.CHARACTERS, 2) if huapai.related(*pair)}
    expected = {frozenset(c) for c in huapai.CHARACTERS}
    expected |= {frozenset((a, b)) for s in RUNS + FIXED for a in s for b in s}
    assert pairs == expected
    assert len(pairs) == 56


WAITS_OF_ONE = {
    "乙": "孔乙二三己", "二": "乙二三四", "三": "乙二三四五化千", "四": "二三四五六", "五": "三四五六七",
    "六": "四五六七八", "七": "五六七八九十土", "八": "六七八九十子", "九": "七八九十子", "十": "七八九十土",
    "土": "七十土", "子": "八九子",
    "孔": "孔乙己", "己": "孔乙己", "化": "化三千", "千": "化三千",
}  # fmt: skip
RED_SEVEN = [("对", "上x3"), ("对", "大x3"), ("对", "人x3"), ("对", "可x3"), ("对", "知x3"), ("对", "礼x3")]


@pytest.mark.rule("D-02", "H-019", "H-025")
def test_a_single_waits_for_all_that_is_related() -> None:
    """Eight sentences and one card: six groups of red cards lie on the table, two 砍 that do not matter are in hand."""
    for c, expected in WAITS_OF_ONE.items():
        others = [k for k in "土子孔化乙四二" if not huapai.related(k, c) and k != c]
        first, second = next((a, b) for a in others for b in others if a != b and not huapai.related(a, b))
        found = huapai.waits(f"{first}x3 {second}x3 {c}", RED_SEVEN)
        assert set(expected) <= set(characters(found)), c
        assert huapai.is_ting(f"{first}x3 {second}x3 {c}", RED_SEVEN)


@pytest.mark.rule("D-02", "H-018", "H-023", "H-024")
def test_two_open_pairs_are_completed_one_or_the_other() -> None:
    hand = "上大人上大人可知礼可知礼孔x3己x3土x3"
    assert set(characters(huapai.waits(hand + "化三八九"))) == set("千七十子")
    for card in "千七十子":
        found = huapai.value(hand + "化三八九" + card, rules=NO_MAIN)
        assert found is not None
        assert characters(found.pair) in (characters("化三"), characters("八九"))


@pytest.mark.rule("H-017")
def test_ting_has_these_two_shapes_only() -> None:
    assert huapai.is_ting("上大人上大人可知礼可知礼孔x3己x3土x3化三八九")  # seven sentences and two 口
    assert huapai.is_ting("上大人上大人可知礼可知礼孔x3己x3土x3子x3三")  # eight and one
    assert not huapai.is_ting("上大人可知礼孔x3土x3二x3四x3六x3化子上可")


@pytest.mark.rule("D-04")
def test_a_finished_hand_less_any_card_is_ting() -> None:
    hand = huapai.cards("上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八子")
    for card in set(hand):
        assert huapai.is_ting(hand - card)
        assert str(card)[0] in characters(huapai.waits(hand - card))
    assert huapai.ting_discards(hand) == huapai.cards(str(card) for card in set(hand))


@pytest.mark.rule("H-020", "H-021", "HA-30")
def test_eight_sentences_a_related_pair_and_seventeen() -> None:
    won = huapai.value("上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八子", rules=NO_MAIN)
    short = huapai.value("上大人可知礼二二二四五六七七七九九九孔孔孔化化化子子", rules=NO_MAIN)
    assert (won and won.total, short and short.total) == (17, 16)
    assert won is not None
    assert (len(won.groups), str(won.pair)) == (8, "八 子")
    assert huapai.value("上大人可知礼乙二三四五六七七七九九九孔孔孔土土土化子") is None
    for deal_rules, verbs in ((NO_MAIN, False), (huapai.Rules(zhu_jing_mode="none", min_hu=16), True)):
        legal = huapai.legal("上大人可知礼二二二四五六七七七九九九孔孔孔化化化子子", rules=deal_rules)
        assert ("hu" in legal) is verbs


@pytest.mark.rule("HA-48")
def test_ting_is_structural_and_the_count_apart() -> None:
    hand = "上大人可知礼二二二四五六七七七九九九孔孔孔化化化子"
    assert characters(huapai.waits(hand)) != ""
    drawn, discards = huapai.waits(hand, rules=huapai.Rules(min_hu=60), with_hu=True)
    assert (len(drawn), len(discards)) == (0, 0)


# --- 胡 -----------------------------------------------------------------------------------

TABLE = {
    "砍": (3, 1, 2), "统": (4, 2, 4), "统上顶": (5, 4, 8), "开招": (4, 2, 4), "踏船": (5, 4, 8), "开泛": (5, 4, 8),
    "对": (3, 0, 1),
}  # fmt: skip


@pytest.mark.rule(
    "H-043", "H-044", "H-045", "H-046", "H-047", "H-048", "H-049",
    "H-051", "H-052", "H-053", "H-054", "H-055", "H-056", "H-057",
)  # fmt: skip
def test_black_and_red_groups() -> None:
    for kind, (n, black, red) in TABLE.items():
        for c in "二四六八十子孔己化千土":
            assert hu(kind, f"{c}x{n}") == black
        for c in "可知礼上大人":
            assert hu(kind, f"{c}x{n}") == red


@pytest.mark.rule("H-050", "H-058", "H-059", "H-060")
def test_sentences() -> None:
    assert (hu("句", "上大人"), hu("句", "可知礼")) == (1, 1)
    assert (hu("句", "孔乙己"), hu("句", "孔乙*己"), hu("句", "十七土"), hu("句", "三四五*")) == (1, 2, 1, 3)
    assert [hu("句", s, rules=THREE) for s in ("孔乙己", "八九子", "八九十")] == [0, 0, 0]


@pytest.mark.rule("H-061", "H-062", "H-063", "H-064", "H-065", "H-066", "H-067", "H-068")
def test_groups_of_jing() -> None:
    for c in "乙三五七九":
        assert [hu("砍", f"{c}x3"), hu("砍", f"{c}*{c}x2"), hu("砍", f"{c}*x2{c}")] == [5, 6, 7]
        assert [hu("统", f"{c}*{c}x3"), hu("统", f"{c}*x2{c}x2"), hu("统上顶", f"{c}*x2{c}x3")] == [12, 14, 28]


@pytest.mark.rule("H-071", "H-072", "H-073", "H-074", "HA-24", "HA-25")
def test_exposed_groups_of_jing() -> None:
    for c in "乙三五七九":
        assert [hu("对", f"{c}x3"), hu("对", f"{c}*{c}x2"), hu("对", f"{c}*x2{c}")] == [3, 4, 5]
        assert [hu("开招", f"{c}*{c}x3"), hu("开招", f"{c}*x2{c}x2")] == [12, 14]
        assert hu("踏船", f"{c}*x2{c}x3") == hu("开泛", f"{c}*x2{c}x3") == 28


@pytest.mark.rule("H-069", "H-070")
def test_the_main_jing_counts_double() -> None:
    for kind, cards in (("砍", "三*三三"), ("统", "五*五五五"), ("统上顶", "五*五*五五五"), ("对", "三三*三")):
        assert hu(kind, cards, main=cards[0]) == 2 * hu(kind, cards)
        assert hu(kind, cards, main="九") == hu(kind, cards)
    assert hu("统上顶", "五*五*五五五", main="五") == 56
    assert hu("句", "二三四", main="三") == 2 * hu("句", "二三四")
    assert hu("句", "三四五*", main="五") == 1 + 4
    assert huapai.classify("三*三三", main="三").hu == 12  # type: ignore[union-attr]


@pytest.mark.rule("H-075", "H-076", "H-077", "H-078", "H-079", "H-080", "HA-29")
def test_the_game_of_three_jing() -> None:
    assert [hu("砍", c, rules=THREE) for c in ("乙x3", "乙*乙x2", "乙*x2乙", "九x3", "九*x2九")] == [1, 2, 3, 1, 3]
    assert [hu("统", "九*九x3", rules=THREE), hu("统上顶", "九*x2九x3", rules=THREE)] == [3, 6]
    assert [hu("对", c, rules=THREE) for c in ("乙x3", "乙*乙x2", "乙*x2乙")] == [0, 1, 2]
    assert [hu("句", c, rules=THREE) for c in ("孔乙*己", "七八九*")] == [1, 2]
    hand = "乙乙*乙九九九*上大人可知礼七七七*四五六孔孔孔土土土八子"
    values = [huapai.value(hand, rules=rules) for rules in (NO_MAIN, THREE)]
    assert [value and value.total for value in values] == [23, 15]
    assert huapai.waits(hand[:-1]) == huapai.waits(hand[:-1], rules=THREE)


# --- whole hands -------------------------------------------------------------------------


@pytest.mark.rule("H-038", "HA-26")
def test_which_jing_is_main_under_men() -> None:
    hand = "九九*九*四五六四五六三四五五*六七上大人孔孔孔土土土子子"
    by_count = huapai.value(hand)
    by_total = huapai.value(hand, rules=huapai.Rules(zhu_jing_mode="men_maxhu"))
    assert by_count is not None
    assert by_total is not None
    assert (str(by_count.main), by_count.total, str(by_total.main), by_total.total) == ("五", 22, "九", 24)
    tie = huapai.value("上大人可知礼乙二三四五六七七七*九九九孔孔孔土土土八子")
    assert tie is not None
    assert (str(tie.main), tie.total) == ("七", 24)


@pytest.mark.rule("HA-28")
def test_only_jing_of_the_game_are_main() -> None:
    hand = "乙乙*乙九九九*上大人可知礼七七七*四五六孔孔孔土土土八子"
    found = huapai.value(hand, rules=huapai.Rules(jing=3))
    assert found is not None
    assert (str(found.main), found.total) == ("七", 21)
    with pytest.raises(PositionError, match="H-037"):
        huapai.group_value("砍", "乙x3", "乙", THREE)


@pytest.mark.rule("HA-23")
def test_jing_of_the_final_pair() -> None:
    hand = "上大人可知礼乙二三二二二七七七九九九孔孔孔土土土五五"
    counted = huapai.value(hand, rules=NO_MAIN)
    not_counted = huapai.value(hand, rules=huapai.Rules(zhu_jing_mode="none", pair_jing_counts=False))
    assert counted is not None
    assert not_counted is not None
    assert (counted.total, counted.pair_hu, not_counted.total, not_counted.pair_hu) == (19, 2, 17, 0)


@pytest.mark.rule("HA-23", "D-06")
def test_the_card_won_on_is_tried_in_each_place() -> None:
    """Without 经 of the pair a flower in the pair costs two, a plain card one, and a 砍 from a discard two."""
    rules = huapai.Rules(zhu_jing_mode="none", pair_jing_counts=False)
    hand = "上大人可知礼二二二四四四孔孔孔千千千化化化七七七七*八"
    found = [huapai.value(hand, won_on=card, rules=rules) for card in ("七*", "七", None)]
    assert [value and value.total for value in found] == [12, 13, 13]


@pytest.mark.rule("D-06")
def test_where_flowers_lie_in_free_groups_does_not_matter() -> None:
    """The same characters with the flower anywhere: only its own card counts one more."""
    plain = huapai.value("上大人可知礼乙二三四五六七七七五六七*孔孔孔土土土八子", rules=NO_MAIN)
    flower = huapai.value("上大人可知礼乙二三四五六七七七*五六七*孔孔孔土土土八子", rules=NO_MAIN)
    assert plain is not None
    assert flower is not None
    assert flower.total == plain.total + 1


@pytest.mark.rule("D-07", "HA-22", "HA-41")
def test_what_the_winning_discard_completes() -> None:
    hand = "上上上可知礼二二二四五六七七七九九九孔孔孔化化化子子"
    as_kan = huapai.Rules(zhu_jing_mode="none", discard_kan_scores="kan")
    losses = {"上": 1, "孔": 1, "七": 2, "子": 0, "五": 0, "知": 0}
    for card, loss in losses.items():
        found = huapai.value(hand, won_on=card, rules=NO_MAIN)
        assert found is not None
        assert found.total == 17 - loss
        kinds = [group.kind for group in found.groups if characters(group.cards) == card * 3]
        assert kinds == (["对"] if loss else [])
        kept = huapai.value(hand, won_on=card, rules=as_kan)
        assert kept is not None
        assert kept.total == 17
    main = huapai.value(hand, won_on="七")
    mine = huapai.value(hand)
    assert main is not None
    assert mine is not None
    assert mine.total - main.total <= 4


@pytest.mark.rule("D-07", "HA-38")
def test_the_engine_takes_the_best_partition() -> None:
    """The discard counts in 七八九, so the 砍 七 stays one's own; three 砍, not runs; the pair counts."""
    found = huapai.value("七七七*七*八九上大人可知礼三三三四五六孔孔孔化化化千千", won_on="七", rules=NO_MAIN)
    runs = huapai.value("三三三四四四五五五上大人可知礼孔孔孔七七七己己己千千", rules=NO_MAIN)
    pair = huapai.value("上大人可知礼乙二三四五六七七七九九九孔孔孔土土土五五", rules=NO_MAIN)
    assert [value and value.total for value in (found, runs, pair)] == [19, 20, 21]
    assert pair is not None
    assert characters(pair.pair) == characters("四六")


@pytest.mark.rule("HA-44")
def test_no_bonus_for_how_one_wins() -> None:
    """自摸 and 放冲 on a card that completes no 砍 are worth the same, and so is 撂听."""
    hand = "上上上可知礼二二二四五六七七七九九九孔孔孔化化化子子"
    drawn, discard = huapai.value(hand, rules=NO_MAIN), huapai.value(hand, won_on="五", rules=NO_MAIN)
    assert drawn is not None
    assert discard is not None
    assert drawn.total == discard.total == 17


@pytest.mark.rule("HA-46")
def test_the_fifth_copy_beside_a_declared_tong() -> None:
    hand = "孔乙己上大人可知礼五五五七七七四四四化三千土土"
    found = huapai.value(hand, [("统", "孔x4")], rules=NO_MAIN)
    assert found is not None
    assert found.total == 17
    assert [group.kind for group in found.groups][:1] == ["统"]
