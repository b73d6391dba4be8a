"""Wuxi, rule by rule: the course of a deal (rule book §1.4, §1.5, §3), the examples of §5, every reading of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import paiju
from paiju import Deal, wuxi


def start(*hands: str, leader: int = 0, **options: Any) -> Deal:
    return wuxi.deal(hands=list(hands), leader=leader, partial=True, rules=wuxi.Rules(**options))


def play(deal: Deal, *actions: str) -> Deal:
    for action in actions:
        deal = deal.play(action)
    return deal


def refused(deal: Deal, action: str) -> str:
    """The rule by which an action is refused; the deal stays as it was."""
    before = deal.legal()
    with pytest.raises(paiju.IllegalAction) as caught:
        deal.play(action)
    assert list(deal.legal()) == list(before)
    return caught.value.rule


def at(deal: Deal) -> tuple[str, int | None]:
    return deal.phase, deal.turn


def captured(deal: Deal) -> list[int]:
    """Cards captured by seat."""
    seat_0 = deal.view(0)
    return [sum(seat_0.captured[15 * seat : 15 * seat + 15]) for seat in range(4)]


@pytest.mark.rule("W-025", "W-038", "W-039", "WA-26")
def test_leads_and_follows() -> None:
    deal = start("9h 4c", "9d Ts 3c", "4d 4h", "5c 6c")
    assert refused(deal, "pass") == "W-038"
    assert refused(deal, "9d") == "W-025"
    deal = deal.play("9h")
    assert at(deal) == ("follow", 1)
    assert refused(deal, "9d") == "W-022"
    assert refused(deal, "3c") == "W-020"
    assert at(deal.play("pass")) == ("follow", 2), "the holder of Ts may pass"


@pytest.mark.rule("W-026", "W-027", "W-028", "W-029", "WA-13")
def test_f1_the_order_of_the_window() -> None:
    deal = start("9d 3c", "9h 4c", "9c 9s 9h 5c", "9sx2 6c").play("9d")
    assert at(deal) == ("hou", 2), "seat 1 has one 9 and is skipped"
    assert [str(action) for action in deal.legal()] == ["grab 9c 9h", "grab 9c 9s", "pass"]
    assert deal.legal().count() == 4
    assert refused(deal, "9c 9s") == "W-029"
    for wrong in ("grab 9c 9s 9h", "grab 9c", "grab 5c 9c"):
        assert refused(deal, wrong) == "W-026"
    grabbed = deal.play("grab 9c 9h")
    assert at(grabbed) == ("lead", 2)
    assert captured(grabbed) == [0, 0, 3, 0]
    assert refused(grabbed, "grab 9s 5c") == "W-026"
    assert at(deal.play("pass")) == ("hou", 3)
    assert at(play(deal, "pass", "pass")) == ("follow", 1), "only then the next player may follow"


@pytest.mark.rule("W-026", "W-028")
def test_f2_a_window_after_a_follow() -> None:
    deal = play(start("4c Th Td 3s", "Ts 5c", "6c", "7c"), "4c", "Ts")
    assert at(deal) == ("hou", 0)
    deal = deal.play("grab Th Td")
    assert captured(deal)[0] == 4
    assert at(deal) == ("lead", 0)


@pytest.mark.rule("WA-13")
def test_f3_a_partner_may_grab_unless_the_rules_say_no() -> None:
    hands = ("5d 3c", "6c 7c", "5sx2 8c", "9c")
    assert at(start(*hands).play("5d")) == ("hou", 2)
    assert at(start(*hands, hou_allows_partner=False).play("5d")) == ("follow", 1)


@pytest.mark.rule("W-026")
def test_a_pair_is_not_grabbed() -> None:
    assert at(start("9h 9d 3c", "9s 9c 4c", "5c", "6c").play("9h 9d")) == ("follow", 1)


@pytest.mark.rule("W-027", "WA-12")
def test_jokers_are_grabbed_by_jokers() -> None:
    hands = ("w 3c", "w W 4c", "2s 2h 5c", "Wx2 6c")
    deal = start(*hands).play("w")
    assert [str(action) for action in deal.legal()] == ["grab w W", "pass"]
    same = start(*hands, hou_tiger="same_rank").play("w")
    assert at(same) == ("follow", 1), "nobody has two small jokers"
    asked = deal.play("pass")
    assert at(asked) == ("hou", 3)
    assert refused(asked, "grab Wx2 6c") == "W-027"


@pytest.mark.rule("W-040")
def test_f4_a_pass_is_not_final() -> None:
    deal = play(start("5h 5d 3c", "w 4c", "6c 6d 7c", "8c 9c"), "5h 5d", "pass", "6c 6d", "pass", "pass", "w")
    assert at(deal) == ("follow", 2), "nobody holds two jokers"
    deal = play(deal, "pass", "pass", "pass")
    assert at(deal) == ("lead", 1)
    assert captured(deal)[1] == 5


@pytest.mark.rule("WA-02")
def test_f5_levels_jump() -> None:
    deal = start("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac wx2 7d", "3s 3h 3c 8d", "3d 3d 4h 4d 5c 5d 9d", "4sx2 4cx2 Td")
    deal = play(deal, "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "3s 3h 3c", "3dx2 4h 4d 5c 5d", "4sx2 4cx2", "wx2")
    assert at(deal) == ("follow", 1)


@pytest.mark.rule("W-034", "WA-25")
def test_the_first_leader() -> None:
    leaders = [wuxi.deal(seed=seed).turn for seed in range(400)]
    assert all(80 <= leaders.count(seat) <= 120 for seat in range(4))
    assert [wuxi.deal(seed=5, leader=seat).turn for seat in range(4)] == [0, 1, 2, 3]
    rules = wuxi.Rules(first_leader="previous_first_out", match_hands=3)
    match = paiju.Match("wuxi", agents=["random"] * 4, seed=4, rules=rules)
    assert match.progress.ends
    match.run()
    assert match.over
    assert match.standing.facts["deals"] == 3
    deals = match.record.deals
    assert dict(deals[0].setup) == {}
    for before, after in pairwise(deals):
        assert dict(after.setup) == {"leader": before.outcome["finish"][0]}
    free = paiju.Match("wuxi", agents=["random"] * 4, seed=4)
    free.run(deals=2)
    assert [dict(deal.setup) for deal in free.record.deals] == [{}, {}]
    assert not free.over
    assert free.standing.totals == tuple(map(sum, zip(*(deal.points for deal in free.record.deals), strict=True)))


def test_a_void_deal_costs_nothing() -> None:
    match = paiju.Match("wuxi", agents=["random"] * 4, seed=4)
    match.start()
    match.disconnect(2)
    assert match.standing.totals == (0, 0, 0, 0)


@pytest.mark.rule("W-035", "W-036", "W-037")
def test_turn_order_and_the_end_of_a_trick() -> None:
    deal = start("5h 3c", "6c", "7c 3d", "8c 4d", leader=0)
    deal = play(deal, "5h", "6c")
    assert at(deal) == ("follow", 2)
    deal = play(deal, "pass", "pass", "pass")
    assert captured(deal)[1] == 2
    assert at(deal) == ("lead", 3), "seat 1 is out: his partner leads"
    deal = play(deal, "4d")
    assert at(deal) == ("follow", 0), "seats without cards are skipped"
    deal = play(deal, "pass", "7c")
    assert at(deal) == ("follow", 3)


@pytest.mark.rule("WA-15")
def test_f6_the_winner_of_a_trick_is_out() -> None:
    hands = ("2s", "3c 4c", "5c 6c", "7c 8c")
    for mode, seat in (("partner", 2), ("next", 1)):
        deal = play(start(*hands, lead_passes_to=mode), "2s", "pass", "pass", "pass")
        assert at(deal) == ("lead", seat)
        assert captured(deal) == [1, 0, 0, 0]


LAST = ("2c", "5dx2 5cx2 5h", "8h 8d 8c", "9c 9d 9h 4s")


def last(**options: Any) -> Deal:
    """Seat 0 goes out with 2c; then seat 2 leads and goes out with 8h 8d 8c: his team is out."""
    return play(start(*LAST, **options), "2c", "pass", "pass", "pass", "8h 8d 8c")


@pytest.mark.rule("W-041", "W-042", "WA-16", "WA-17", "WA-27")
def test_f7_the_last_hand() -> None:
    deal = last()
    assert at(deal) == ("last", 3)
    one = deal.play("9c 9d 9h")
    assert (one.over, captured(one), one.tally()["left"].tolist()) == (True, [1, 0, 0, 6], [0, 5, 0, 1])
    assert at(deal.play("pass")) == ("last", 1)
    two = play(deal, "pass", "5dx2 5cx2 5h")
    assert (captured(two), two.tally()["left"].tolist()) == ([1, 8, 0, 0], [0, 0, 0, 4])
    assert two.tally()["finish"].tolist() == [0, 2, 1, -1]
    none = play(deal, "pass", "pass")
    assert (none.over, captured(none), none.tally()["left"].tolist()) == (True, [1, 0, 3, 0], [0, 5, 0, 4])
    fines = [wuxi.settle(end.tally()).fine[0] for end in (one, two, none)]
    assert fines == [26, 14, 29]


@pytest.mark.rule("WA-16")
def test_the_other_last_hands() -> None:
    free = last(last_hand_mode="free")
    assert at(free) == ("last", 3)
    assert captured(free) == [1, 0, 3, 0]
    assert "4s" in free.legal()
    assert "pass" in free.legal()
    assert captured(free.play("4s")) == [1, 0, 3, 1]
    assert play(free, "pass", "pass").over
    both = play(last(last_hand_mode="beat_then_free"), "pass", "pass")
    assert at(both) == ("last", 3)
    assert captured(play(both, "pass", "5h")) == [1, 1, 3, 0]
    none = last(last_hand_mode="none")
    assert (none.over, captured(none)) == (True, [1, 0, 3, 0])


@pytest.mark.rule("W-029", "W-041")
def test_f8_the_last_hand_by_a_grab() -> None:
    deal = wuxi.deal(hands=["", "7s 7h Kc", "7d", ""], leader=2, first_out=0, partial=True).play("7d")
    assert at(deal) == ("last", 1)
    assert refused(deal, "Kc") == "W-029"
    grabbed = deal.play("grab 7s 7h")
    assert grabbed.over
    assert grabbed.tally()["left"].tolist() == [0, 1, 0, 0]
    assert wuxi.settle(grabbed.tally()).fine[0] == 11
    beaten = play(deal, "pass", "Kc")
    assert (beaten.over, captured(beaten)) == (True, [0, 2, 0, 0])
    assert beaten.tally()["left"].tolist() == [0, 2, 0, 0]


@pytest.mark.rule("W-041", "WA-16")
def test_f9_the_last_hand_after_a_closing_grab() -> None:
    hands = ("3c", "7d 9c", "7s 7h", "4c 4d 5c")
    for mode in ("must_beat", "free", "beat_then_free", "none"):
        deal = play(start(*hands, leader=0, last_hand_mode=mode), "3c", "7d", "grab 7s 7h")
        if mode == "none":
            assert deal.over
            continue
        assert at(deal) == ("last", 3)
        assert {"4c 4d", "5c", "pass"} <= {str(action) for action in deal.legal()}
        ended = deal.play("4c 4d")
        assert (ended.over, captured(ended)) == (True, [0, 0, 4, 2])
        assert at(deal.play("pass")) == ("last", 1)


@pytest.mark.rule("W-047")
def test_f10_nobody_has_cards_left() -> None:
    deal = play(start("5c 6c", "4c", "7d", "8d 8h 8c", leader=1), "4c", "7d", "pass", "pass")
    assert at(deal) == ("lead", 0), "seat 2 won and is out: his partner leads"
    deal = play(deal, "6c", "pass", "5c")
    assert at(deal) == ("last", 3)
    assert refused(deal, "8d 8h") == "WA-01"
    tally = deal.play("8d 8h 8c").tally()
    assert (tally["left"].tolist(), tally["finish"].tolist()) == ([0, 0, 0, 0], [1, 2, 0, 3])
    settled = wuxi.settle(tally)
    assert (settled.payer[0], settled.fine[0]) == (3, 10)


def test_windows_are_not_public() -> None:
    """A "no" is in nobody's log but one's own, and to be passed over tells nothing (book §3)."""
    deal = start("9d 3c", "9sx2 4c", "5c 6c", "9hx2 7c").play("9d")
    after = deal.play("pass")
    # To seat 2 it looks the same whoever is asked, and nothing of a "no" is left behind.
    for asked in (deal, after):
        view = asked.view(2)
        assert (view.phase, view.turn, view.declined) == (2, -1, False)
        turns = {view.resample(seed).turn for seed in range(60)}
        assert turns == {1, 3}
    assert deal.view(2) == after.view(2)
    assert (deal.view(1).turn, after.view(1).turn, after.view(1).declined) == (0, -1, True)
    assert {after.view(1).resample(seed).turn for seed in range(60)} == {2, 3}
    for seat in range(4):
        for seed in range(30):
            assert after.view(seat).resample(seed).view(seat) == after.view(seat)


def test_a_deal_set_up_in_the_middle() -> None:
    deal = wuxi.deal(hands=["", "", "3c 3d", "4c"], leader=2, first_out=1, partial=True)
    assert at(deal.play("3c")) == ("follow", 3)
    end = play(deal, "3c 3d")
    assert end.phase == "last"
    assert end.play("pass").tally()["finish"].tolist() == [1, 0, 2, -1]
    with pytest.raises(paiju.PositionError, match="W-041"):
        wuxi.deal(hands=["", "3c", "", "4c"], leader=1, partial=True)
    with pytest.raises(paiju.PositionError, match="W-046"):
        wuxi.deal(hands=["", "", "3c", "4c"], leader=2, partial=True)
    with pytest.raises(paiju.PositionError, match="W-034"):
        wuxi.deal(hands=["5c", "6c", "3c", "4c"], partial=True)
    with pytest.raises(paiju.PositionError, match="seed or hands"):
        wuxi.deal(seed=1, hands=["5c", "6c", "3c", "4c"], partial=True)
