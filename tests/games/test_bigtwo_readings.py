"""Big Two, ambiguity by ambiguity: what the book leaves open, its default reading and every option (rule book §2)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from paiju import Deal, IllegalAction, Match, bigtwo

HEARTS = " ".join(f"{rank}h" for rank in "3456789TJQKA2")


def beats(new: str, on: str, **options: object) -> bool:
    return bigtwo.beats(new, on, bigtwo.Rules(**options))


def penalty(left: str, **options: object) -> int:
    return bigtwo.penalty(left, bigtwo.Rules(**options))


def items(left: str, **options: object) -> tuple[int, ...]:
    """大老二 and monsters that double what the cards left cost."""
    return tuple(bigtwo.Rules(**options).table.ask("items", bigtwo.cards(left)))


def texts(actions: Iterable[object]) -> list[str]:
    return [str(action) for action in actions]


def start(leader: int | None = None, **options: object) -> Deal:
    hands = ["4d 5c 8c 8d", "3d 9d Jd 9s", "3c 6s 6d Td", "4h 7h 9c Ks"]
    return bigtwo.deal(hands=hands, leader=leader, rules=bigtwo.Rules(**options), partial=True)


def play(deal: Deal, *actions: str) -> Deal:
    for action in actions:
        deal = deal.play(action)
    return deal


@pytest.mark.rule("BA-01")
def test_the_first_card_is_one_card_in_both_rules() -> None:
    assert (start().turn, texts(start().legal())) == (2, ["3c"])
    other = start(first_card="3d")
    assert (other.turn, texts(other.legal())) == (1, ["3d"])


@pytest.mark.rule("BA-02")
def test_only_the_lead_has_to_contain_it() -> None:
    deal = play(start(), "3c")
    assert texts(deal.legal()) == ["4h", "7h", "9c", "Ks", "pass"]
    free = start(first_lead_must_contain=False)
    assert free.turn == 2
    assert texts(free.legal()) == ["3c", "6d", "6s", "Td", "6d 6s"]


@pytest.mark.rule("BA-03")
def test_three_of_a_kind_alone() -> None:
    assert bigtwo.classify("9h 9d 9c") is None
    with pytest.raises(IllegalAction) as caught:
        bigtwo.legal("9h 9d 9c").check("9h 9d 9c")
    assert caught.value.rule == "BA-03"
    rules = bigtwo.Rules(allow_triples=True)
    assert bigtwo.classify("9h 9d 9c", rules).name == "三條"
    assert bigtwo.beats("9h 9d 9c", "8s 8h 8d", rules)
    assert texts(bigtwo.legal("9h 9d 9c 4c", on="8s 8h 8d", rules=rules)) == ["9c 9d 9h", "pass"]
    for cards in ("9s 9h 8d 8c", "3c 3d 3h 4c 4d 4h", "3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As 2c"):
        assert bigtwo.classify(cards) is None
        assert bigtwo.classify(cards, rules) is None


@pytest.mark.rule("BA-04")
def test_monsters_on_other_plays() -> None:
    hand = "3s 3h 3d 3c 4d 5d 6d 7d"
    assert texts(bigtwo.legal(hand, on="2s")) == ["pass"]
    rules = bigtwo.Rules(monsters_beat_any=True)
    monsters = [*(f"3c 3d 3h 3s {fifth}" for fifth in ("4d", "5d", "6d", "7d")), "3d 4d 5d 6d 7d"]
    for on in ("2s", "2h 2s", "2c 2h 2s As Ah"):
        assert texts(bigtwo.legal(hand, on=on, rules=rules)) == [*monsters, "pass"]
    assert not bigtwo.beats("2s 2h 2d Ac Ad", "Ks", rules)
    # after a monster only a higher monster
    assert texts(bigtwo.legal(hand, on="8s 8h 8d 8c Tc", rules=rules)) == ["3d 4d 5d 6d 7d", "pass"]
    assert bigtwo.beats("3d 4d 5d 6d 7d", "2s 2h 2d 2c Ac", rules)
    assert not bigtwo.beats("2s 2h 2d 2c Ac", "3d 4d 5d 6d 7d", rules)
    assert not bigtwo.beats("2s", "3s 3h 3d 3c 4d", rules)


RUNS = ["Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "3c 4d 5h 6s 7c", "4c 5d 6h 7s 8c", "9h Th Jc Qd Ks", "Tc Jd Qh Ks Ac"]


@pytest.mark.rule("BA-05")
@pytest.mark.parametrize(("order", "places"), [("tw", [0, 2, 3, 4, 5, 1]), ("mainland", [0, 1, 2, 3, 4, 5])])
def test_the_order_of_the_straights(order: str, places: list[int]) -> None:
    rules = bigtwo.Rules(straight_order=order)
    ascending = [RUNS[place] for place in places]
    assert sorted(RUNS, key=lambda run: bigtwo.classify(run, rules).key) == ascending


@pytest.mark.rule("BA-06")
def test_the_key_cards_of_the_straights_with_a_two() -> None:
    low, high = "As 2h 3d 4c 5s", "Ac 2s 3h 4s 5c"
    assert beats(high, low)  # 2s over 2h
    assert not beats(high, low, a2345_key="five")  # 5c under 5s
    assert not beats(high, low, a2345_key="ace")  # Ac under As
    assert not beats(high, low, straight_order="mainland")
    assert beats("2d 3d 4h 5s 6c", "2c 3s 4s 5h 6s")
    for key in ("five", "ace"):  # the option speaks of A-2-3-4-5 alone
        assert beats("2d 3d 4h 5s 6c", "2c 3s 4s 5h 6s", a2345_key=key)
    assert not beats("2d 3d 4h 5s 6c", "2c 3s 4s 5h 6s", straight_order="mainland")  # 6c under 6s
    for key in ("two", "five", "ace"):  # and is ignored under the mainland order, where the 5 decides
        assert beats("Ac 2c 3h 4s 5s", "As 2s 3d 4c 5h", straight_order="mainland", a2345_key=key)


@pytest.mark.rule("BA-07")
def test_straight_flushes_are_ordered_as_straights() -> None:
    assert beats("2c 3c 4c 5c 6c", "Ts Js Qs Ks As")
    assert not beats("2c 3c 4c 5c 6c", "Ts Js Qs Ks As", straight_order="mainland")
    assert beats("3c 4c 5c 6c 7c", "As 2s 3s 4s 5s")
    assert beats("3d 4d 5d 6d 7d", "3c 4c 5c 6c 7c")


@pytest.mark.rule("BA-08")
def test_how_flushes_compare() -> None:
    assert not beats("3s 5s 9s Qs As", "2h 7h 8h Jh Kh")
    assert beats("3s 5s 9s Qs As", "2h 7h 8h Jh Kh", flush_compare="suit_first")
    assert beats("4s 6s 7s 9s 2s", "3s 5s 9s Qs As", flush_compare="suit_first")  # one suit: the highest card
    assert beats("3s 5s 7s 9s As", "4h 6h 8h Th Ah")
    assert not beats("3s 5s 7s 9s As", "4h 6h 8h Th Ah", flush_compare="all_cards")
    assert beats("4c 6c 7c 9c Ac", "4d 5d 7d 9d Ad", flush_compare="all_cards")
    assert beats("4d 6d 7d 9d Ad", "4c 6c 7c 9c Ac", flush_compare="all_cards")  # the same ranks: the suit


@pytest.mark.rule("BA-09")
def test_whether_a_pass_is_final() -> None:
    opening = ["5c", "pass", "6s", "pass", "pass"]
    deal = play(start(leader=0), *opening)
    assert (deal.turn, deal.phase) == (1, "follow")  # passed before, and may play now
    assert "Jd" in deal.legal()
    final = play(start(leader=0, pass_is_final=True), *opening)
    assert (final.turn, final.phase) == (2, "lead")  # 1 passed before, so all others are out
    skipped = play(start(leader=0, pass_is_final=True), "5c", "pass", "6s", "7h", "8c")
    assert (skipped.turn, skipped.phase) == (2, "follow")  # seat 1 is not asked again
    again = play(skipped, "pass", "pass")
    assert (again.turn, again.phase) == (0, "lead")
    assert play(again, "4d").turn == 1  # in the next trick everyone is in again


@pytest.mark.rule("BA-10")
def test_the_leader_may_not_pass() -> None:
    for deal in (start(), start(leader=1), play(start(), "3c", "pass", "pass", "pass")):
        assert (deal.phase, "pass" in deal.legal()) == ("lead", False)
        with pytest.raises(IllegalAction) as caught:
            deal.play("pass")
        assert (caught.value.rule, caught.value.reason) == ("BA-10", "leader_passes")


@pytest.mark.rule("BA-11")
def test_the_next_seat_plays_next() -> None:
    deal, turns = start(leader=2), []
    for action in ("6s", "pass", "8d", "9d", "pass"):
        turns.append(deal.turn)
        deal = deal.play(action)
    assert [*turns, deal.turn] == [2, 3, 0, 1, 2, 3]


@pytest.mark.rule("BA-12")
def test_which_twos_double() -> None:
    assert [penalty(left) for left in ("2c", "2d", "2h", "2s")] == [1, 1, 1, 2]
    assert [penalty(left, deuce_penalty="all") for left in ("2c", "2d", "2h", "2s")] == [2, 2, 2, 2]
    assert penalty("2d 2h 2s 4c", deuce_penalty="all") == 4 * 8
    assert items("2d 2h 2s 4c") == (1, 0)


@pytest.mark.rule("BA-13")
def test_the_largest_number_of_disjoint_monsters_counts() -> None:
    assert (items("3h 4h 5h 6h 7h 8h"), penalty("3h 4h 5h 6h 7h 8h")) == ((0, 1), 12)
    assert (items(HEARTS), penalty(HEARTS)) == ((0, 2), 208)
    assert items("3h 4h 5h 6h 7h 7c 7d 7s 8s") == (0, 1)  # either, since the 7h is in both
    assert items("3h 4h 5h 6h 7h 8h 7c 7d 7s 4c") == (0, 1)
    assert items("3h 4h 5h 6h 7h 8c 8d 8h 8s 9c") == (0, 2)


@pytest.mark.rule("BA-14")
def test_four_of_a_kind_without_a_fifth_card() -> None:
    assert penalty("9s 9h 9d 9c") == 4
    assert penalty("9s 9h 9d 9c", monster_requires_kicker=False) == 8
    twelve = "3s 3h 3d 3c 4s 4h 4d 4c 5s 5h 5d 5c"
    assert items(twelve) == (0, 2)  # the fifth cards break the third
    assert items(twelve, monster_requires_kicker=False) == (0, 3)
    assert items(twelve + " 6c", monster_requires_kicker=False) == (0, 3)


@pytest.mark.rule("BA-15")
def test_a_two_inside_a_monster() -> None:
    assert penalty("2s 2h 2d 2c 3c") == 20
    off = {"deuce_inside_monster_counts": False}
    assert (items("2s 2h 2d 2c 3c", **off), penalty("2s 2h 2d 2c 3c", **off)) == ((0, 1), 10)
    # the monsters are chosen so that most items count: the 3 is the fifth card, the 2s stays outside
    assert items("9s 9h 9d 9c 3c 2s", **off) == (1, 1)
    assert items("9s 9h 9d 9c 2s", **off) == (0, 1)
    assert items("2s 3s 4s 5s 6s 7s", **off) == (1, 1)  # 3-4-5-6-7 is taken


@pytest.mark.rule("BA-15")
def test_of_equal_choices_the_one_with_more_monsters_counts() -> None:
    """All 2s and one card more: four items as four 2s, one as a monster; two 2s in a straight flush leave a tie."""
    off = {"deuce_inside_monster_counts": False, "deuce_penalty": "all"}
    assert items("2s 2h 2d 2c 3c", **off) == (4, 0)
    assert items("2s 3s 4s 5s 6s", **off) == (0, 1)  # one item either way: the monster, not the 2
    assert penalty("2s 3s 4s 5s 6s", **off) == 10


@pytest.mark.rule("BA-16")
def test_all_factors_multiply() -> None:
    assert penalty("9s 9h 9d 9c 5d 5c 5h 5s 3c 2s") == 10 * 2 * 2 * 2 * 2
    assert penalty(HEARTS.replace("8h", "2s"), deuce_penalty="all") == 13 * 2 * 2 * 2 * 2 * 2 * 2
    assert penalty("3h 2s", base=7) == 4  # in bases


@pytest.mark.rule("BA-17")
def test_nine_cards_or_fewer_are_paid_for() -> None:
    deal = bigtwo.deal(hands=["", "4c 5d 6h 7s 9c Td Jh Qs Kc", "8c", "8d"], leader=0, partial=True)
    assert bigtwo.score(deal.tally())[0].tolist() == [11, -9, -1, -1]


@pytest.mark.rule("BA-18")
def test_who_receives_the_coins() -> None:
    deal = bigtwo.deal(hands=["4c 7h", "", "8c", "2s"], leader=0, partial=True)
    assert bigtwo.score(deal.tally())[0].tolist() == [-2, 5, -1, -2]
    rules = bigtwo.Rules(winner_collects=False)
    assert bigtwo.score(deal.tally(), rules)[0].tolist() == [-2, 0, -1, -2]
    assert "BA-18" not in {line.rule for line in bigtwo.explain(deal.tally(), rules).lines}


@pytest.mark.rule("BA-19")
def test_leaving_is_a_fine_that_nobody_receives_and_the_deal_is_void() -> None:
    for fine, expected in ((5, -15), (0, 0), (7, -21)):
        match = Match("bigtwo", ["random"] * 4, seed=2, rules=bigtwo.Rules(base=3, disconnect_penalty=fine))
        match.start()
        match.step()
        match.disconnect(1)
        assert match.standing.totals == (0, expected, 0, 0)
        assert (match.deal, match.record.deals[0].left, match.record.deals[0].points) == (None, 1, None)


@pytest.mark.rule("BA-20")
def test_a_deal_after_a_void_one_is_led_as_a_first_deal() -> None:
    match = Match("bigtwo", ["random"] * 4, seed=4)
    match.run(2)
    assert match.standing.facts["leader"] is not None
    match.start()
    match.disconnect(0)
    assert match.standing.facts["leader"] is None
    deal = match.start()
    assert "3c" in deal.hands[deal.turn]
    assert str(deal.view(deal.turn).must) == "3c"
    assert dict(match.record.deals[-1].setup) == {}
