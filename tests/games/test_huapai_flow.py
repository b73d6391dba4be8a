"""Huapai: the course of a deal as the rule book states it (§2.3 … §2.5, §5, §6)."""

from __future__ import annotations

import pytest

from paiju import Deal, IllegalAction, huapai
from tests.games.huapai_positions import characters, groups, play, position, surplus, total, verbs

LOW = huapai.Rules(min_hu=0)


def refused(deal: Deal, action: str) -> str:
    """The rule by which an action is refused; the deal is as it was."""
    assert action not in deal.legal()
    with pytest.raises(IllegalAction) as caught:
        deal.play(action)
    return caught.value.rule


# --- the deal and its turns --------------------------------------------------------------


@pytest.mark.rule("H-014", "HA-05", "HA-06")
def test_twenty_five_each_and_the_dealer_draws() -> None:
    for seed in range(9):
        deal = huapai.deal(seed=seed, dealer=seed % 3)
        assert deal.turn == seed % 3
        assert [len(hand) for hand in deal.hands] == [25 + (seat == seed % 3) for seat in range(3)]
        assert len(deal.stock) == 34
        assert surplus(deal) == [0, 0, 0]


@pytest.mark.rule("H-015", "HA-06")
def test_draw_one_discard_one_and_the_next_seat() -> None:
    deal = position(wall="化", drawn=2, keep="化")
    deal = deal.play(next(str(card) for card in deal.hands[2] if deal.hands[2].count(card) == 1))
    while deal.phase == "claim":
        deal = deal.play("pass")
    assert (deal.turn, deal.phase) == (0, "act")
    assert deal.hands[0].count("化") == 1
    assert [len(hand) for hand in deal.hands] == [26, 25, 25]
    assert refused(deal, "pass") == "H-015"


@pytest.mark.rule("H-022", "HA-43")
def test_one_wins_on_a_draw_or_on_a_discard_or_not_at_all() -> None:
    hand = "上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八"
    drawn = position(hand + "子", drawn=0)
    assert {"hu", "play"} <= verbs(drawn)
    won = drawn.play("hu").tally()
    assert (won["winner"], won["discarder"], won["hu"].tolist()) == (0, -1, [22, 0, 0])
    offered = position(hand, "子", drawn=1, keep="子").play("子")
    assert (offered.turn, "hu" in offered.legal()) == (0, True)
    won = offered.play("hu").tally()
    assert (won["winner"], won["discarder"], won["won_on"]) == (0, 1, huapai.CHARACTERS.index("子"))
    assert offered.play("pass").phase == "act"


# --- claims ------------------------------------------------------------------------------


@pytest.mark.rule("H-026", "HA-07", "HA-42", "HA-45", "D-03")
def test_dui() -> None:
    """X-146: two of one's own and the discard; no draw, then a discard and nothing else."""
    deal = position("孔", "己", "孔x2", wall_left=30, drawn=0, keep="孔己").play("孔")
    assert (deal.turn, verbs(deal)) == (2, {"pass", "dui"})
    deal = deal.play("dui")
    assert groups(deal, 2) == [("对", "孔x3")]
    assert (deal.turn, deal.phase, len(deal.hands[2]), total(deal, 2), len(deal.stock)) == (2, "act", 23, 26, 30)
    assert verbs(deal) == {"play"}
    assert refused(deal, "hu") == "HA-42"
    deal = deal.play(str(next(iter(deal.hands[2]))))
    while deal.phase == "claim":
        deal = deal.play("pass")
    assert (deal.turn, surplus(deal)) == (0, [0, 0, 0])  # seat 0 is next after the claimant; seat 1 was skipped
    three = position("九", "九*x2九", drawn=0, keep="九", rules=huapai.Rules(min_hu=60)).play("九")
    assert verbs(three) == {"pass", "dui", "kai_zhao"}
    assert str(three.play("dui").hands[1]).count("九") == 1


@pytest.mark.rule("H-027", "D-05", "HA-20")
def test_the_next_seat_goes_first_with_dui() -> None:
    """X-155, X-156."""
    deal = position("孔", "孔x2", "孔x2", drawn=0, keep="孔").play("孔")
    assert deal.turn == 1
    taken = deal.play("dui")
    assert (taken.turn, groups(taken, 1)) == (1, [("对", "孔x3")])
    passed = deal.play("pass")
    assert passed.turn == 2
    assert groups(passed.play("dui"), 2) == [("对", "孔x3")]
    assert passed.play("pass").phase == "act"


@pytest.mark.rule("H-028", "HA-08", "HA-09", "HA-47", "D-03")
def test_kai_zhao() -> None:
    """X-147: three of one's own and the discard; one card is drawn; flowers go first."""
    for end, wall in (("front", "化"), ("end", "化己")):
        rules = huapai.Rules(replacement_from=end)
        deal = position("七", "七*x2七", wall=wall, wall_left=2, drawn=0, keep="七化己", rules=rules).play("七")
        last = str(deal.stock[-1])
        deal = deal.play("kai_zhao")
        assert groups(deal, 1) == [("开招", "七x2 七*x2")]
        assert (total(deal, 1), len(deal.stock), surplus(deal)) == (27, 1, [0, 0, 0])
        assert deal.hands[1].count("化" if end == "front" else last) >= 1
        assert (deal.turn, "play" in verbs(deal)) == (1, True)


@pytest.mark.rule("H-029", "HA-14")
def test_a_dui_never_grows() -> None:
    """X-161, X-162."""
    table = [[], [("对", "九x3")], []]
    deal = position("九*", "九*", melds=table, drawn=0, keep="九").play("九*")
    assert deal.phase == "act" or deal.turn != 1
    own = position("", "九*", melds=table, drawn=1, keep="九")
    assert refused(own, "ta_chuan 九*") == "H-030"
    assert "九*" in own.legal()


@pytest.mark.rule("H-029")
def test_kai_zhao_on_ones_own_dui_is_refused_by_its_rule() -> None:
    """The seat is asked because it can win; the claim is refused all the same."""
    hand = "九*上大人可知礼二x3四x3六x3孔x3土x3"
    deal = position("九*", hand, melds=[[], [("对", "九x3")], []], drawn=0, keep="九", rules=LOW).play("九*")
    assert (deal.turn, verbs(deal)) == (1, {"pass", "hu"})
    assert refused(deal, "kai_zhao") == "H-029"


@pytest.mark.rule("H-030", "H-031", "HA-15", "HA-16")
def test_ta_chuan() -> None:
    """X-150: the fifth copy, drawn or kept, is added on one's own turn; one card is drawn. Not from a discard."""
    table = [[], [("开招", "七*x2七x2")], []]
    deal = position("", "七", melds=table, drawn=1, keep="七")
    before = len(deal.stock)
    assert "ta_chuan 七" in deal.legal()
    deal = deal.play("ta_chuan 七")
    assert groups(deal, 1) == [("踏船", "七x3 七*x2")]
    assert (total(deal, 1), before - len(deal.stock), surplus(deal)) == (28, 1, [0, 0, 0])
    discard = position("七", "", melds=table, drawn=0, keep="七").play("七")
    assert discard.phase == "act"
    kept = position("", "七", melds=table, drawn=1, keep="七")
    kept = kept.play(str(next(card for card in kept.hands[1] if str(card) != "七" and kept.hands[1].count(card) == 1)))
    while not (kept.turn == 1 and kept.phase == "act"):
        kept = kept.play("pass" if kept.phase == "claim" else str(next(iter(kept.hands[kept.turn or 0]))))
    assert "ta_chuan 七" in kept.legal()
    asked = position("七", "孔x2", melds=table, drawn=0, keep="七孔")
    with pytest.raises(IllegalAction):
        asked.play("ta_chuan 七")


# --- 统 -----------------------------------------------------------------------------------


@pytest.mark.rule("H-032", "H-033", "HA-10", "HA-47", "D-03")
def test_tong_draws_from_the_end_and_the_turn_goes_on() -> None:
    """X-148."""
    deal = position("知x4", wall="己土子", wall_left=3, drawn=0, keep="知子")
    deal = deal.play("tong 知x4")
    assert (deal.turn, deal.phase, total(deal, 0), surplus(deal)) == (0, "act", 27, [0, 0, 0])
    assert (deal.hands[0].count("子"), "".join(map(str, deal.stock))) == (1, "己土")
    assert groups(deal, 0) == [("统", "知x4")]
    assert "play" in verbs(deal)
    flowers = position("五*x2五x3", drawn=0, keep="五")
    assert "tong 五x2 五*x2" in flowers.legal()
    assert refused(flowers, "tong 五x3 五*") == "HA-47"
    optional = position("知x4", drawn=0, keep="知")
    assert "知" in optional.legal()


@pytest.mark.rule("H-034", "HA-49")
def test_tong_shang_ding() -> None:
    """X-149, X-154: twice in one turn, two cards from the end, and hidden still."""
    deal = play(position("五*x2五x3", drawn=0, keep="五"), "tong 五x2 五*x2")
    assert refused(deal, "kai_fan") == "HA-49"
    deal = deal.play("tong_shang_ding 五")
    assert groups(deal, 0) == [("统上顶", "五x3 五*x2")]
    assert (total(deal, 0), surplus(deal)) == (28, [0, 0, 0])
    view = deal.view(1)
    assert (view.tops, view.tongs, set(view.group_kind)) == ((0, 0, 1), (0, 0, 0), {0})


@pytest.mark.rule("H-035", "HA-17")
def test_a_declared_tong_is_locked() -> None:
    """X-164: its cards are not discarded, nor used in another sentence or in the pair."""
    deal = position("乙己", melds=[[("统", "孔x4")], [], []], drawn=0, keep="孔乙己")
    assert refused(deal, "孔") == "H-035"
    cards = "上大人可知礼五五五七七七四四四化三千土土乙己"
    assert huapai.value(cards + "二", [("统", "孔x4")]) is None
    assert huapai.value(cards + "孔", [("统", "孔x4")]) is not None


@pytest.mark.rule("H-036", "HA-12", "D-03")
def test_kai_fan_in_both_ways() -> None:
    """X-151, X-152: with a declared 统 one draw, with four undeclared copies two."""
    declared = position("孔", melds=[[], [("统", "孔x4")], []], drawn=0, keep="孔").play("孔")
    assert (declared.turn, verbs(declared)) == (1, {"pass", "kai_fan"})
    opened = declared.play("kai_fan")
    assert (groups(opened, 1), total(opened, 1), surplus(opened)) == ([("开泛", "孔x5")], 28, [0, 0, 0])
    assert len(declared.stock) - len(opened.stock) == 1
    free = position("孔", "孔x4", drawn=0, keep="孔").play("孔")
    assert verbs(free) == {"pass", "dui", "kai_zhao", "kai_fan"}
    opened = free.play("kai_fan")
    assert (groups(opened, 1), total(opened, 1), surplus(opened)) == ([("开泛", "孔x5")], 28, [0, 0, 0])
    assert len(free.stock) - len(opened.stock) == 2
    strict = huapai.Rules(kai_fan_needs_declared_tong=True)
    deal = position("孔", "孔x4", drawn=0, keep="孔", rules=strict).play("孔")
    assert verbs(deal) == {"pass", "dui", "kai_zhao"}
    assert refused(deal, "kai_fan") == "HA-12"


@pytest.mark.rule("HA-13")
def test_kai_zhao_from_four() -> None:
    assert "kai_zhao" in position("孔", "孔x4", drawn=0, keep="孔").play("孔").legal()
    strict = huapai.Rules(kai_zhao_from_four=False)
    deal = position("孔", "孔x4", drawn=0, keep="孔", rules=strict).play("孔")
    assert verbs(deal) == {"pass", "dui", "kai_fan"}
    assert refused(deal, "kai_zhao") == "HA-13"


@pytest.mark.rule("D-05", "HA-20")
def test_a_win_goes_before_every_claim() -> None:
    """X-157: the second seat is asked after a claim of the first, but only whether it wins."""
    hand = "上大人可知礼乙二三四五六七七七九九九化三千八子孔x2"
    deal = position("孔", "孔x2", hand, drawn=0, keep="孔", rules=LOW).play("孔")
    assert (deal.turn, verbs(deal)) == (1, {"pass", "dui"})
    deal = deal.play("dui")
    assert (deal.turn, verbs(deal)) == (2, {"pass", "hu"})
    assert refused(deal, "dui") == "H-027"
    assert deal.play("hu").tally()["winner"] == 2
    claimed = deal.play("pass")
    assert (claimed.turn, groups(claimed, 1)) == (1, [("对", "孔x3")])


@pytest.mark.rule("HA-21")
def test_two_winners_on_one_discard() -> None:
    """X-158."""
    one, two = "可知礼乙二三四五六七x3九x3孔x3化三千八子上大", "可知礼乙二三四五六七*x2二x3四x3土x3己x3上大"
    for multi, winners in (("nearest", [False, True, False]), ("all", [False, True, True])):
        rules = huapai.Rules(min_hu=0, multi_win=multi)
        deal = position("人", one, two, drawn=0, keep="人", rules=rules)
        deal = deal.play("人")
        assert deal.turn == 1
        assert "hu" in deal.legal()
        deal = deal.play("hu")
        if multi == "all" and not deal.over:
            assert verbs(deal) == {"pass", "hu"}
            deal = deal.play("hu")
        assert [bool(won) for won in deal.tally()["won"]] == winners
        assert deal.tally()["winner"] == 1


# --- the wall ----------------------------------------------------------------------------


@pytest.mark.rule("HA-31")
def test_an_empty_wall() -> None:
    """X-166, X-167: the last discard can be won or taken for a 对; when a draw is due the deal is over."""
    deal = position("孔", "孔x2", wall_left=0, drawn=0, keep="孔").play("孔")
    assert verbs(deal) == {"pass", "dui"}
    over = deal.play("pass")
    assert (over.over, over.phase) == (True, "end")
    assert (over.tally()["winner"], huapai.score(over.tally()).tolist()) == (-1, [[0, 0, 0]])
    assert refused(over, "pass") == "HA-31"
    assert play(deal, "dui").phase == "act"


@pytest.mark.rule("HA-32")
def test_nothing_that_draws_without_a_card_to_draw() -> None:
    """X-167, X-168."""
    empty = position("孔", "孔x4", wall_left=0, drawn=0, keep="孔").play("孔")
    assert verbs(empty) == {"pass", "dui"}
    assert refused(empty, "kai_zhao") == refused(empty, "kai_fan") == "HA-32"
    one = position("孔", "孔x4", wall_left=1, drawn=0, keep="孔").play("孔")
    assert verbs(one) == {"pass", "dui", "kai_zhao"}
    assert refused(one, "kai_fan") == "HA-32"
    assert refused(position("知x4", wall_left=0, drawn=0, keep="知"), "tong 知x4") == "HA-32"
    table = [[("开招", "七*x2七x2"), ("统", "孔x4")], [], []]
    turn = position("七孔", wall_left=0, melds=table, drawn=0, keep="七孔")
    assert refused(turn, "ta_chuan 七") == refused(turn, "tong_shang_ding 孔") == "HA-32"


# --- what is not there -------------------------------------------------------------------


@pytest.mark.rule("HA-19")
def test_no_claim_for_a_sentence() -> None:
    """X-163: holding 八九, a discarded 子 can be taken only to win."""
    deal = position("子", "八九", drawn=0, keep="子").play("子")
    assert (deal.phase, deal.turn) == ("act", 1)
    with pytest.raises(ValueError, match="chi"):
        deal.play("chi 八九")


@pytest.mark.rule("HA-36")
def test_nobody_wins_on_a_card_of_another_ones_group() -> None:
    """The fifth 七 would finish seat 2; 踏船 asks nobody, and 统 asks nobody."""
    table = [[], [("开招", "七*x2七x2")], []]
    hand = "上大人可知礼乙二三九x3孔x3化三千土x3八六四五"
    deal = position("", "七", hand, melds=table, drawn=1, keep="七", rules=LOW)
    assert characters(huapai.waits(deal.hands[2])).count("七") == 1
    deal = deal.play("ta_chuan 七")
    assert (deal.turn, deal.phase) == (1, "act")
    hand = "上大人可知礼乙二三九x3孔x3化三千土x3七八五六"
    deal = position("", "四x4", hand, drawn=1, keep="四", rules=LOW).play("tong 四x4")
    assert (deal.turn, deal.phase) == (1, "act")


@pytest.mark.rule("HA-37")
def test_no_limit_on_the_number_of_dui() -> None:
    table = [[], [("对", f"{c}x3") for c in "孔己化千土子"], []]
    deal = position("二", "二x2", melds=table, drawn=0, keep="二").play("二")
    assert "dui" in deal.legal()
    deal = deal.play("dui")
    assert (len(deal.melds[1]), len(deal.hands[1]), surplus(deal)) == (7, 5, [0, 0, 0])


# --- whole turns (§11 H) -----------------------------------------------------------------


@pytest.mark.rule("D-03", "H-033", "H-036")
def test_tong_then_kai_fan() -> None:
    """The second of the book's whole turns."""
    deal = play(position("", "知x4", "知", drawn=1, keep="知"), "tong 知x4")
    assert total(deal, 1) == 27
    card = next(str(c) for c in deal.hands[1] if deal.hands[1].count(c) == 1)
    deal = deal.play(card)
    while not (deal.turn == 2 and deal.phase == "act"):
        deal = deal.play("pass" if deal.phase == "claim" else str(next(iter(deal.hands[deal.turn or 0]))))
    assert total(deal, 1) == 26
    deal = deal.play("知")
    while deal.turn != 1:
        deal = deal.play("pass")
    front = str(deal.stock[0])
    held = deal.hands[1].count(front)
    deal = deal.play("kai_fan")
    assert (total(deal, 1), deal.hands[1].count(front), surplus(deal)) == (28, held + 1, [0, 0, 0])
    assert huapai.group_value("开泛", "知x5") == 8


@pytest.mark.rule("H-030", "H-074")
def test_kai_zhao_then_ta_chuan_then_a_win() -> None:
    """The third of the book's whole turns, with the last draw finishing the hand."""
    hand = "七*七七孔x3土x3己x3上大人可知礼二x3四x3八"
    deal = position("七*", "", hand, wall="子七九", drawn=0, keep="七子九八").play("七*")
    while deal.turn != 2:
        deal = deal.play("pass")
    assert huapai.group_value("开招", "七*x2七x2") == 14
    deal = play(deal, "kai_zhao")
    assert str(deal.hands[2]).count("子") == 1
    assert "hu" in deal.legal()
    won = deal.play("hu").tally()
    assert (won["winner"], won["discarder"]) == (2, -1)
    assert won["hu"][2] >= 17


@pytest.mark.rule("D-03")
def test_the_identity_holds_after_every_action() -> None:
    for seed in range(30):
        rules = huapai.Rules(initial_tong_phase=seed % 2 == 0, replacement_from="end" if seed % 3 else "front")
        deal = huapai.deal(seed=seed, rules=rules)
        step = seed
        while not deal.over:
            assert surplus(deal) == [0, 0, 0]
            legal = deal.legal()
            special = [action for action in legal if action.verb not in ("play", "pass", "hu")]
            step = step * 1103515245 + 12345 & 0x7FFFFFFF
            deal = deal.play(special[0] if special else legal[step % len(legal)])
        assert surplus(deal) == [0, 0, 0]
