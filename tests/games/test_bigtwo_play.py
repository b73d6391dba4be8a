"""Big Two, rule by rule: how it is played (rule book §1.3) and what it costs (§1.4, §4)."""

from __future__ import annotations

import pytest

from paiju import Deal, IllegalAction, Match, bigtwo

HANDS = ["5s 8c 8d Kc", "4c 4d 9d Jd", "3c 3d 6s 6d", "4h 7h 9c Ks"]
"""Short hands; seat 2 holds 3c."""


def start(leader: int | None = None, rules: bigtwo.Rules | None = None) -> Deal:
    return bigtwo.deal(hands=HANDS, leader=leader, rules=rules, partial=True)


def play(deal: Deal, *actions: str) -> Deal:
    for action in actions:
        deal = deal.play(action)
    return deal


def refused(deal: Deal, action: str) -> str:
    """The rule by which an action is refused; the deal stays as it was."""
    before = hash(deal)
    with pytest.raises(IllegalAction) as caught:
        deal.play(action)
    assert action not in deal.legal()
    assert hash(deal) == before
    return str(caught.value.rule)


@pytest.mark.rule("B-022")
def test_the_holder_of_3c_leads_the_first_deal() -> None:
    assert start().turn == 2
    for seed in range(30):
        deal = bigtwo.deal(seed=seed)
        assert (deal.phase, "3c" in deal.hands[deal.turn]) == ("lead", True)


@pytest.mark.rule("B-023")
def test_the_first_lead_contains_3c() -> None:
    deal = start()
    assert [str(action) for action in deal.legal()] == ["3c", "3c 3d"]
    assert refused(deal, "6s") == "B-023"
    hand = "3c 3d 4h 5s 6d 7c 7h"
    legal = bigtwo.legal(hand, must_contain="3c")
    assert {str(a) for a in legal} == {"3c", "3c 3d", "3c 4h 5s 6d 7c", "3c 4h 5s 6d 7h"}
    assert "7c 7h" not in legal
    # once it is played nothing has to contain it
    later = play(deal, "3c", "pass", "pass", "pass")
    assert later.turn == 2
    assert "6s" in later.legal()


@pytest.mark.rule("B-024")
def test_the_winner_leads_the_next_deal() -> None:
    match = Match("bigtwo", ["random"] * 4, seed=5)
    winners = []
    for _ in range(6):
        record = match.play_deal()
        assert dict(record.setup) == ({"leader": winners[-1]} if winners else {})
        winners.append(record.outcome["winner"])
    assert len(set(winners)) > 1
    assert match.start().turn == winners[-1]


@pytest.mark.rule("B-025")
def test_later_leads_need_no_particular_card() -> None:
    deal = start(leader=2)
    assert {"3c", "3d", "6s", "6d 6s", "3c 3d"} <= {str(action) for action in deal.legal()}
    assert not deal.view(2).must


@pytest.mark.rule("B-026")
def test_the_leader_may_lead_any_type() -> None:
    hand = "3c 3d 4h 5s 6d 7c 9c 9d 9h 9s Jc Kc Ac"
    names = {action.shape.name for action in bigtwo.legal(hand)}
    assert names == {"單張", "一對", "雜順", "同花五", "葫蘆", "鐵支"}
    assert bigtwo.legal("4h 5h 6h 7h 8h")[-1].shape.name == "同花順"


@pytest.mark.rule("B-027")
def test_a_follower_plays_as_many_cards_and_higher_than_the_top_play() -> None:
    deal = play(start(leader=0), "5s", "Jd")
    assert refused(deal, "6s") == "B-027"  # above the lead, but not above the top play
    assert refused(deal, "6s 6d") == "B-011"
    assert [str(a) for a in play(deal, "pass").legal()] == ["Ks", "pass"]


@pytest.mark.rule("B-028")
def test_a_follower_may_always_pass() -> None:
    deal = play(start(leader=0), "5s")
    assert [str(a) for a in deal.legal()] == ["9d", "Jd", "pass"]
    passed = deal.play("pass")
    assert (passed.turn, passed.phase, str(passed.view(2).top)) == (2, "follow", "5s")
    assert passed.hands == deal.hands
    with pytest.raises(ValueError, match="nothing may follow"):
        deal.play("pass 9d")


@pytest.mark.rule("B-029")
def test_three_passes_in_a_row_end_the_trick() -> None:
    deal = play(start(leader=0), "5s", "9d", "pass", "pass")
    assert deal.phase == "follow"
    deal = deal.play("pass")
    assert (deal.turn, deal.phase) == (1, "lead")
    assert "4c 4d" in deal.legal()  # any type again
    assert not deal.view(1).top


@pytest.mark.rule("B-030")
def test_the_deal_ends_as_soon_as_someone_has_no_cards() -> None:
    deal = bigtwo.deal(hands=["3c", "2h", "2d", "2s"], partial=True).play("3c")
    assert (deal.over, deal.turn, deal.phase) == (True, None, "score")
    assert len(deal.legal()) == deal.legal().count() == 0
    assert refused(deal, "2h") == refused(deal, "pass") == "B-030"
    assert deal.tally()["winner"] == 0


def cost(*hands: str, **options: object) -> list[int]:
    """The points when seat 0 goes out and the others hold these cards."""
    deal = bigtwo.deal(hands=["", *hands], leader=0, rules=bigtwo.Rules(**options), partial=True)
    return bigtwo.score(deal.tally(), bigtwo.Rules(**options))[0].tolist()


NINE = "4c 5d 6h 7s 9c Td Jh Qs Kc"
TEN = NINE + " Ad"
TWELVE = TEN + " 3h 3s"
THIRTEEN = TWELVE + " 5h"


@pytest.mark.rule("B-031")
def test_a_loser_pays_the_base_for_each_card() -> None:
    assert cost("4c 7h", "9c", "Tc Jh Qc", base=10) == [60, -20, -10, -30]
    for n in range(1, 10):
        left = " ".join(NINE.split()[:n])
        assert bigtwo.penalty(left) == n


@pytest.mark.rule("B-032", "B-033")
def test_ten_cards_double_and_nine_do_not() -> None:
    assert [bigtwo.penalty(left) for left in (NINE, TEN, TWELVE)] == [9, 20, 24]


@pytest.mark.rule("B-034")
def test_thirteen_cards_double_again() -> None:
    assert bigtwo.penalty(THIRTEEN) == 52
    assert cost(THIRTEEN, "8c", "8d") == [54, -52, -1, -1]


@pytest.mark.rule("B-035")
def test_a_big_two_or_a_monster_left_doubles() -> None:
    assert bigtwo.penalty("2s") == 2
    assert bigtwo.penalty("3c 2s") == 4
    assert bigtwo.penalty("9s 9h 9d 9c 5d") == 10
    assert bigtwo.penalty("3h 4h 5h 6h 7h") == 10
    assert bigtwo.penalty("9s 9h 9d 5c 5d") == 5  # a 葫蘆 is no monster


@pytest.mark.rule("B-036")
def test_each_of_them_doubles() -> None:
    assert bigtwo.penalty("2s 2h 2d 2c 3c") == 5 * 2 * 2
    assert bigtwo.penalty("9s 9h 9d 9c 5d 5c 5h 5s 3c 4c") == 10 * 2 * 2 * 2
    assert bigtwo.penalty(TWELVE + " 2s") == 13 * 4 * 2


@pytest.mark.rule("B-037")
def test_leaving_costs_five_times_the_base() -> None:
    match = Match("bigtwo", ["random"] * 4, seed=1, rules=bigtwo.Rules(base=10))
    match.start()
    match.step()
    match.disconnect(2)
    assert match.standing.totals == (0, 0, -50, 0)


def test_every_line_of_a_score_names_its_rule_and_the_lines_make_up_the_points() -> None:
    deal = bigtwo.deal(hands=["", "4d 7h", TWELVE + " 2s", "8s 8h 8d 8c 5c"], leader=0, partial=True)
    score = bigtwo.explain(deal.tally(), bigtwo.Rules(base=3))
    assert score.points == (3 * (2 + 104 + 10), -6, -312, -30)
    assert [(line.rule, line.seat, line.amount) for line in score.lines] == [
        ("B-031", 1, 2),
        ("B-031", 1, -6),
        ("B-031", 2, 13),
        ("B-033", 2, 2),
        ("B-034", 2, 2),
        ("B-035", 2, 2),
        ("B-031", 2, -312),
        ("B-031", 3, 5),
        ("B-036", 3, 2),
        ("B-031", 3, -30),
        ("BA-18", 0, 348),
    ]
    assert all(line.en and line.zh for line in score.lines)
    assert str(score).endswith("points: +348 -6 -312 -30")
    assert score.text("zh").endswith("得分: +348 -6 -312 -30")
