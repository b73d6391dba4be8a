"""Huapai: the readings of what the book leaves open (§9), each value of each option, settlement and matches."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

import paiju
from paiju import IllegalAction, PositionError, huapai
from tests.games.huapai_positions import groups, play, position, surplus, verbs

LOW = huapai.Rules(min_hu=0)
HAND = "上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八"
"""Waits for 子, with 17 胡 without 主经 and 22 with."""


# --- the deal ----------------------------------------------------------------------------


@pytest.mark.rule("HA-04")
def test_the_first_dealer() -> None:
    by_seed = Counter(huapai.deal(seed=seed).turn for seed in range(300))
    assert set(by_seed) == {0, 1, 2}
    assert min(by_seed.values()) > 60
    seat0 = huapai.Rules(first_dealer="seat0")
    assert {huapai.deal(seed=seed, rules=seat0).turn for seed in range(30)} == {0}
    assert {huapai.deal(seed=seed, rules=seat0, dealer=2).turn for seed in range(30)} == {2}


@pytest.mark.rule("H-039", "HA-27")
def test_the_call_round() -> None:
    rules = huapai.Rules(zhu_jing_mode="jiao")
    deal = huapai.deal(seed=3, rules=rules, dealer=1)
    assert (deal.phase, deal.turn) == ("call_jing", 1)
    assert [str(action) for action in deal.legal()] == ["pass", *(f"call_jing {c}" for c in "乙三五七九")]
    passed = play(deal, "pass")
    assert passed.turn == 2
    called = passed.play("call_jing 三")
    assert (called.phase, called.turn) == ("act", 1)  # the first call decides; the dealer draws
    assert [called.view(seat).called for seat in range(3)] == [huapai.CHARACTERS.index("三")] * 3
    assert play(passed, "pass", "pass").view(0).called == -1
    for wrong, rule in (("call_jing 二", "H-037"), ("call_jing 三*", "H-037"), ("hu", "HA-27"), ("孔", "HA-27")):
        with pytest.raises(IllegalAction) as caught:
            deal.play(wrong)
        assert caught.value.rule == rule
    three = huapai.deal(seed=3, rules=rules.replace(jing=3), dealer=1)
    assert [str(action) for action in three.legal()][1:] == [f"call_jing {c}" for c in "三五七"]


@pytest.mark.rule("HA-27")
def test_what_holds_when_somebody_called_and_when_nobody_did() -> None:
    hand = "九九*九*四五六四五六三四五五*六七上大人孔孔孔土土土子子"
    jiao = huapai.Rules(zhu_jing_mode="jiao")
    men = huapai.Rules(zhu_jing_mode="jiao", jiao_jing_fallback="men")
    found = [
        huapai.value(hand, rules=jiao, called="三"), huapai.value(hand, rules=jiao), huapai.value(hand, rules=men)
    ]  # fmt: skip
    assert [value and value.total for value in found] == [18, 17, 22]
    assert [value and value.main and str(value.main) for value in found] == ["三", None, "五"]


@pytest.mark.rule("HA-11")
def test_the_round_of_tong_before_the_first_draw() -> None:
    """Last seat, second seat, dealer; a seat goes on until it passes, one without a 统 is skipped."""
    rules = huapai.Rules(initial_tong_phase=True)
    deal = position("孔x4", "己x5", "", keep="孔己", dealer=0, rules=rules)
    assert (deal.phase, deal.turn, verbs(deal)) == ("initial_tong", 1, {"pass", "tong"})
    deal = deal.play("tong 己x4")
    assert (deal.turn, verbs(deal), surplus(deal)) == (1, {"pass", "tong_shang_ding"}, [0, 0, 0])
    deal = deal.play("tong_shang_ding 己")
    assert (deal.phase, deal.turn, surplus(deal)) == ("initial_tong", 0, [0, 0, 0])
    deal = deal.play("pass")
    assert (deal.phase, deal.turn) == ("act", 0)
    assert "tong 孔x4" in deal.legal()
    off = position("孔x4", "己x5", "", keep="孔己", dealer=0)
    assert (off.phase, off.turn) == ("act", 0)
    with pytest.raises(IllegalAction) as caught:
        position("", "己x4", "", keep="己", dealer=0, rules=rules).play("hu")
    assert caught.value.rule == "HA-11"


# --- what others see ---------------------------------------------------------------------


@pytest.mark.rule("HA-18")
def test_a_tong_is_hidden() -> None:
    for hidden in (True, False):
        rules = huapai.Rules(tong_hidden=hidden)
        before = position("孔x4", drawn=0, keep="孔", rules=rules)
        seen = before.redact("tong 孔x4", 1)
        assert seen is not None
        assert (seen.verb, str(seen.cards)) == ("tong", "" if hidden else "孔x4")
        deal = before.play("tong 孔x4")
        at = huapai.CHARACTERS.index("孔")
        mine, theirs = deal.view(0), deal.view(1)
        assert huapai.KINDS[mine.group_kind[at]] == "统"
        assert theirs.tongs == ((0, 0, 1) if hidden else (0, 0, 0))
        assert (theirs.group_kind[at] > 0) is not hidden
        assert theirs.unseen.count("孔") == (5 if hidden else 1)
        drawn = {str(kind_cards[1]) for seed in range(60) for kind_cards in theirs.resample(seed).melds[0]}
        assert (len(drawn) > 5) is hidden


@pytest.mark.rule("HA-18", "HA-49")
def test_which_tong_grew_does_not_show() -> None:
    table = [[("统", "孔x4"), ("统", "子x4")], [], []]
    one = position("孔", "己", "", melds=table, drawn=0, keep="孔子").play("tong_shang_ding 孔")
    assert one.view(2).tongs == (0, 1, 0)
    assert one.view(2).tops == (0, 1, 0)
    assert set(one.view(2).group_kind) == {0}


@pytest.mark.rule("HA-20")
def test_a_pass_is_not_public() -> None:
    """A seat that passed and one that was skipped look the same to those who wait."""
    passed = position("孔", "孔x2", "孔x2", drawn=0, keep="孔").play("孔")
    assert passed.redact("pass", 0) is None
    assert passed.redact("pass", 2) is None
    assert passed.redact("dui", 2) is not None
    after = passed.play("pass")
    assert (after.view(0).answer, after.view(0).card) == (1, huapai.CHARACTERS.index("孔"))
    for other in (after.view(0).resample(seed) for seed in range(20)):
        assert other.view(0) == after.view(0)


# --- claims and wins ---------------------------------------------------------------------


@pytest.mark.rule("HA-35")
def test_pass_lock() -> None:
    """Who passed a win may not win on a discard until he has drawn; 自摸 is never barred."""
    for lock in ("none", "until_own_turn"):
        rules = huapai.Rules(pass_lock=lock)
        deal = position("子", "子", HAND, wall="己土", drawn=0, keep="子", rules=rules)
        deal = deal.play("子")
        assert (deal.turn, "hu" in deal.legal()) == (2, True)
        deal = deal.play("pass")
        assert (deal.turn, deal.view(2).locked) == (1, lock == "until_own_turn")
        deal = deal.play("子")
        if lock == "none":
            assert (deal.turn, "hu" in deal.legal()) == (2, True)
            continue
        assert (deal.turn, deal.phase) == (2, "act")  # not asked, but has drawn now
        assert not deal.view(2).locked


@pytest.mark.rule("HA-35")
def test_a_locked_seat_is_refused_by_its_rule() -> None:
    """The seat passes a win; the next discard is one with which it could win and make a 对."""
    rules = huapai.Rules(pass_lock="until_own_turn", min_hu=0)
    hand = "上大人可知礼乙二三四五六七七七九九九孔孔孔化化子子"
    deal = position("化", "子", hand, wall="己", drawn=0, keep="化子", rules=rules).play("化").play("pass")
    assert (deal.turn, deal.view(2).locked) == (1, True)
    deal = deal.play("子")
    assert (deal.turn, verbs(deal)) == (2, {"pass", "dui"})
    with pytest.raises(IllegalAction) as caught:
        deal.play("hu")
    assert caught.value.rule == "HA-35"


@pytest.mark.rule("HA-22")
def test_discard_kan_scores_decides_who_may_win() -> None:
    hand = "上上上可知礼二二二四五六七七七九九九孔孔化化化子子"
    for scores, wins in (("dui", False), ("kan", True)):
        rules = huapai.Rules(zhu_jing_mode="none", discard_kan_scores=scores)
        assert ("hu" in huapai.legal(hand, on="孔", rules=rules)) is wins


@pytest.mark.rule("HA-30")
def test_the_minimum_is_an_option() -> None:
    for minimum, wins in ((0, True), (22, True), (23, False), (10**6, False), (2**62, False)):
        rules = huapai.Rules(min_hu=minimum)
        assert ("hu" in huapai.legal(HAND + "子", rules=rules)) is wins


# --- settlement and matches --------------------------------------------------------------


def tally_of(hu: int, winner: int, discarder: int, dealer: int = 0) -> object:
    """A tally of a finished deal with some facts changed."""
    end = huapai.deal(seed=1).rollout(1).tally()
    end["won"], end["hu"] = [seat == winner for seat in range(3)], [hu if seat == winner else 0 for seat in range(3)]
    end["winner"], end["discarder"], end["dealer"] = winner, discarder, dealer
    return end


@pytest.mark.rule("HA-33")
def test_settlement() -> None:
    """X-169: tiers of five, and who pays."""
    tiers = {17: 1, 21: 1, 22: 2, 26: 2, 27: 3, 31: 3, 56: 8}
    for hu, points in tiers.items():
        assert huapai.score(tally_of(hu, 1, -1))[0].tolist() == [-points, 2 * points, -points]
        assert huapai.score(tally_of(hu, 1, 0))[0].tolist() == [-2 * points, 2 * points, 0]
    single = huapai.Rules(discard_pays=1)
    assert huapai.score(tally_of(22, 2, 1), single)[0].tolist() == [0, -2, 2]
    assert huapai.score(tally_of(17, 0, 2), huapai.Rules(settlement="hu"))[0].tolist() == [34, 0, -34]
    assert huapai.score(tally_of(17, 0, 2), huapai.Rules(settlement="none"))[0].tolist() == [0, 0, 0]


@pytest.mark.rule("HA-33", "HA-21")
def test_several_winners_are_paid_apart() -> None:
    tally = tally_of(17, 1, 0)
    tally["won"], tally["hu"] = [False, True, True], [0, 17, 27]  # type: ignore[index]
    assert huapai.score(tally)[0].tolist() == [-8, 2, 6]  # type: ignore[arg-type]


@pytest.mark.rule("HA-34")
def test_who_deals_next() -> None:
    expected = {
        "winner": {(0, 2): 2, (0, 0): 0, (1, -1): 1},
        "stay_or_next": {(0, 2): 1, (0, 0): 0, (1, -1): 2},
        "next": {(0, 2): 1, (0, 0): 1, (2, -1): 0},
    }
    for rotation, cases in expected.items():
        for (dealer, winner), after in cases.items():
            progress = huapai.progress(huapai.Rules(dealer_rotation=rotation))
            assert progress.setup() == {}
            tally = tally_of(17, winner, -1, dealer)
            progress.settle(tally, [0, 0, 0])  # type: ignore[arg-type]
            assert progress.setup() == {"dealer": after}


@pytest.mark.rule("HA-34", "HA-21")
def test_the_dealer_stays_as_soon_as_he_is_one_of_the_winners() -> None:
    tally = tally_of(17, 0, 1, dealer=2)
    tally["won"], tally["hu"] = [True, False, True], [17, 0, 17]  # type: ignore[index]
    for rotation, after in (("winner", 0), ("stay_or_next", 2), ("next", 0)):
        progress = huapai.progress(huapai.Rules(dealer_rotation=rotation))
        progress.settle(tally, [0, 0, 0])  # type: ignore[arg-type]
        assert progress.setup() == {"dealer": after}


def test_a_match_carries_the_dealer_on() -> None:
    match = paiju.Match("huapai", agents=["greedy"] * 3, seed=5)
    match.run(deals=12)
    deals = match.record.deals
    for before, after in pairwise(deals):
        winner, dealer = before.outcome["winner"], before.outcome["dealer"]
        assert after.setup == {"dealer": winner if winner >= 0 else dealer}
    assert sum(match.standing.totals) == 0
    assert any(deal.outcome["winner"] >= 0 for deal in deals)
    assert match.record.verify() is None
    totals = match.standing.totals
    match.start()
    match.disconnect(1)
    assert match.standing.totals == totals


# --- explanations ------------------------------------------------------------------------


def test_an_explanation_shows_the_count_group_by_group() -> None:
    deal = (
        position("孔", "上大人可知礼乙二三四五六七七七九九九化化化八子孔孔", drawn=0, keep="孔").play("孔").play("hu")
    )
    score = huapai.explain(deal.tally())
    lines = [(line.rule, line.amount) for line in score.lines]
    assert ("D-07", 0) in lines
    assert lines[0] == ("H-038", 2)
    assert score.points == tuple(huapai.score(deal.tally())[0])
    counted = [line for line in score.lines if line.seat == 1 and line.rule not in ("H-038", "H-020", "HA-33")]
    total = next(line for line in score.lines if line.rule == "H-020")
    assert len(counted) == 9
    assert sum(line.amount for line in counted) == total.amount == deal.tally()["hu"][1]
    assert "胡" in score.text("zh")
    draw = huapai.explain(position(wall_left=0, drawn=0).rollout(1).tally())
    assert draw.points == (0, 0, 0)
    assert "HA-31" in [line.rule for line in draw.lines]


def test_the_rules_by_which_groups_count() -> None:
    rules = {
        ("砍", "孔x3"): "H-043", ("统", "孔x4"): "H-044", ("统上顶", "孔x5"): "H-045", ("开招", "孔x4"): "H-046",
        ("踏船", "孔x5"): "H-047", ("开泛", "孔x5"): "H-048", ("对", "孔x3"): "H-049", ("砍", "上x3"): "H-051",
        ("对", "上x3"): "H-057", ("句", "上大人"): "H-058", ("句", "孔乙己"): "H-060", ("句", "孔乙*己"): "H-059",
        ("砍", "三x3"): "H-061", ("统", "三x3三*"): "H-065", ("开泛", "三x3三*x2"): "HA-24",
    }  # fmt: skip
    for (kind, cards), rule in rules.items():
        assert huapai.group_rule(kind, huapai.cards(cards)) == rule  # type: ignore[arg-type]
    assert huapai.group_rule("句", huapai.cards("八九子"), 3) == "H-050"
    assert huapai.group_rule("砍", huapai.cards("乙*乙x2"), 3) == "H-077"


def test_seats_after_dealing_with_groups() -> None:
    deal = position("", "七", melds=[[], [("开招", "七*x2七x2")], []], drawn=1, keep="七")
    assert groups(deal, 1) == [("开招", "七x2 七*x2")]
    assert json.dumps([str(hand) for hand in deal.hands])
    with pytest.raises(PositionError, match="HA-26"):
        huapai.deal(hands=deal.hands, melds=deal.melds, stock=deal.stock, partial=True, called="三")
