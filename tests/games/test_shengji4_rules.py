"""Four-deck Shengji: the numbered rules of the book, by sections; cards, calls, tricks."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

import paiju
from paiju import IllegalAction, PositionError, RulesError, shengji4


def winner(*plays: str, trump: str = "s", level: str = "3", **options: object) -> int:
    return shengji4.winner(plays, trump, level, shengji4.Rules(**options))


def legal(hand: str, on: str | None = None, trump: str = "s", level: str = "3", **options: object) -> paiju.Legal:
    return shengji4.legal(hand, on=on, trump=trump, level=level, rules=shengji4.Rules(**options))


def refused(legal: paiju.Legal, action: str) -> str:
    with pytest.raises(IllegalAction) as error:
        legal.check(action)
    return str(error.value.rule)


def name(cards: str, trump: str = "s", level: str = "3", **options: object) -> tuple[str, int, int] | None:
    shape = shengji4.classify(cards, trump=trump, level=level, rules=shengji4.Rules(**options))
    return None if shape is None else (shape.name, shape.width, shape.length)


def play(deal: paiju.Deal, *actions: str) -> paiju.Deal:
    for action in actions:
        deal = deal.play(action)
    return deal


def dealt(stock: str, **setup: object) -> paiju.Deal:
    return shengji4.deal(hands=["", "", "", ""], stock=stock, partial=True, **setup)  # type: ignore[arg-type]


# --- 2.1 basics, 2.2 calls -------------------------------------------------------------------------------------------


@pytest.mark.rule("S-001", "S-003", "S-004", "S-006")
def test_four_players_four_packs_dealt_one_by_one() -> None:
    deal = shengji4.deal(seed=5, trump="s")
    assert [len(hand) for hand in deal.hands] == [54] * 4
    everything = deal.hands[0] + deal.hands[1]
    assert all((deal.hands[0] + deal.hands[1] + deal.hands[2] + deal.hands[3]).count(card) == 4 for card in everything)
    assert len(deal.stock) == 0
    with pytest.raises(PositionError):
        shengji4.deal(hands=[deal.hands[0]] * 3)
    firsts = {shengji4.deal(seed=seed).view(0).first for seed in range(40)}
    assert firsts == {0, 1, 2, 3}
    early = dealt("3h 4c 5c 6c 7c 8c 9c Tc", first_recipient=2)
    assert early.turn == 2
    assert [len(hand) for hand in early.hands] == [0, 0, 1, 0]


@pytest.mark.rule("S-002", "S-022", "S-023")
def test_teams_sit_opposite() -> None:
    deal = play(
        shengji4.deal(hands=["Kh", "5h", "Th", "4h"], trump="s", dealer=1, partial=True), "5h", "Th", "4h", "Kh"
    )
    assert list(shengji4.score(deal.tally())[0]) == [0, 2, 0, 2]
    assert list(deal.tally()["captured"]) == [25, 0]
    assert int(shengji4.attackers_score(deal.tally())[0]) == 25


@pytest.mark.rule("S-005", "S-024", "S-017", "S-025")
def test_play_begins_after_dealing_and_goes_round() -> None:
    deal = dealt("3h 4c 5c 6c 7c 8c 9c Tc", rules=shengji4.Rules(call_grace=False))
    assert refused(deal.legal(), "3h") == "S-005"
    deal = deal.play("pass")
    while deal.phase == "deal":
        deal = deal.play("pass")
    assert (deal.phase, deal.turn) == ("play", 0)
    seats = []
    for _ in range(4):
        seats.append(deal.turn)
        assert refused(deal.legal(), "pass") == "S-025"
        deal = deal.play(deal.legal()[0])
    assert seats == [0, 1, 2, 3]
    assert refused(deal.legal(), "call h 3h") == "S-013"
    assert shengji4.deal(seed=1, trump="c", dealer=3).turn == 3


@pytest.mark.rule("S-007", "S-040", "SA-03")
def test_level_cards_are_called() -> None:
    deal = dealt("3h 4c 5c 6c 3h 4c 5c 6c 3h 4c 5c 6c 3d 4d 5d 6d")
    while deal.hands[0].count("3h") < 2:
        deal = deal.play("pass")
    assert [str(action) for action in deal.legal()] == ["call h 3h", "call h 3hx2", "pass"]
    assert refused(deal.legal(), "call h 3hx3") == "S-007"
    assert refused(deal.legal(), "call d 3d") == "S-007"
    assert refused(deal.legal(), "call h 4c") == "S-007"
    assert refused(deal.legal(), "call h w") == "S-007"
    with pytest.raises(IllegalAction):
        deal.play("call h 3h 3h 3h")


@pytest.mark.rule("S-008", "S-009", "SA-08")
def test_the_suit_is_hidden_until_calling_is_over() -> None:
    deal = dealt("4c 3h 3c 5c 5c 6c 3c 5c 7c 7c 7c 7c 8d 8d 8d 8d", first_recipient=0)
    called = deal.play("call h 3h")
    assert [str(called.view(seat).call_suits[0]) for seat in range(4)] == ["-1", "2", "-1", "-1"]
    assert called.view(2).call_sizes[0] == 1
    assert str(deal.redact("call h 3h", 0)) == "called 1"
    assert str(deal.redact("call h 3h", 1)) == "call h 3h"
    over = called.play("call c 3cx2")
    while over.phase != "play":
        over = over.play("pass")
    assert [tuple(over.view(seat).call_suits[:2]) for seat in (0, 1)] == [(-1, 0), (2, 0)]
    assert over.view(0).trump == 0


@pytest.mark.rule("S-010", "S-011", "S-012", "S-013", "S-014", "S-016", "S-018", "SA-06")
def test_overturning() -> None:
    assert shengji4.calling([(1, "3h"), (2, "3cx2")], level=3) == ([True, True], "c", 2)
    assert shengji4.calling([(1, "3h"), (3, "3d")], level=3)[0] == [True, False]
    assert shengji4.calling([(1, "3h"), (1, "3cx2")], level=3)[0] == [True, False]
    assert shengji4.calling([(1, "3h"), (0, "3sx2"), (1, "3hx3")], level=3) == ([True] * 3, "h", 1)
    assert shengji4.calling([(0, "3dx4"), (1, "3hx4")], level=3)[0] == [True, False]
    deal = dealt("4c 3h 3c 5c 5c 3h 3c 5c 7c 7c 7c 7c 8d 8d 8d 8d").play("call h 3h")
    assert deal.turn == 2
    assert refused(deal.legal(), "call c 3c") == "S-012"
    deal = deal.play("pass")
    assert deal.turn != 1


@pytest.mark.rule("S-015", "SA-09")
def test_nobody_calls() -> None:
    deal = dealt("4c 3h 5c 6c 4c 5h 5c 6c")
    while deal.phase == "deal":
        deal = deal.play("pass")
    assert (deal.phase, deal.turn) == ("call_grace", 1)
    deal = deal.play("pass")
    assert (deal.phase, deal.turn, deal.view(0).trump) == ("play", 0, 3)
    assert shengji4.calling([], level=3, first_recipient=2) == ([], "s", 2)
    with_last_call = dealt("4c 4c 5c 6c 4c 5h 5c 3h")
    assert with_last_call.phase == "call_grace"
    assert with_last_call.play("call h 3h").view(0).trump == 2
    assert dealt("4c 4c 5c 6c 4c 5h 5c 3h", rules=shengji4.Rules(call_grace=False)).phase == "play"


# --- 2.3 the dealer, 2.9 the match -----------------------------------------------------------------------------------


@pytest.mark.rule("S-020", "S-021", "S-037", "SA-25")
def test_who_deals_next() -> None:
    assert shengji4.match_step([3, 3], dealer=1, score=120) == (["3", "4"], 3, None)
    assert shengji4.match_step([3, 3], dealer=1, score=160) == (["4", "3"], 2, None)


@pytest.mark.rule("S-082", "S-083", "S-084", "S-085", "S-086", "S-087", "S-088")
def test_levels_by_the_attackers_score() -> None:
    expected = [(-35, "dealers", 3), (0, "dealers", 3), (5, "dealers", 2), (75, "dealers", 2), (80, "dealers", 1)]
    expected += [
        (155, "dealers", 1),
        (160, "attackers", 1),
        (240, "attackers", 2),
        (320, "attackers", 3),
        (480, "attackers", 5),
    ]
    for score, side, gain in expected:
        assert shengji4.levels(score) == (side, gain)


@pytest.mark.rule("S-036", "S-089", "S-090", "S-091", "S-092", "S-093", "S-094", "S-095", "S-096")
@pytest.mark.parametrize(("copies", "factor"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_the_last_trick_counts_its_cards(copies: int, factor: int) -> None:
    hands = [f"{rank}hx{copies}" for rank in "K5A4"]
    for dealer, sign in ((0, -1), (1, 1)):
        deal = shengji4.deal(hands=hands, trump="s", dealer=dealer, partial=True)
        for seat in range(4):
            deal = deal.play(hands[(dealer + seat) % 4])
        assert deal.over
        assert not deal.legal()
        assert int(shengji4.attackers_score(deal.tally())[0]) == sign * 15 * copies * factor


@pytest.mark.rule("SA-21", "SA-22", "SA-23", "SA-24")
def test_readings_of_the_last_trick() -> None:
    hands = ["Kh 9h", "5h 7h", "Ah 8h", "4h 6h"]
    deal = play(
        shengji4.deal(hands=hands, trump="s", dealer=0, partial=True), "9h", "7h", "8h", "6h", "Kh", "5h", "Ah", "4h"
    )
    tally = deal.tally()

    def final(**options: object) -> int:
        return int(shengji4.attackers_score(tally, shengji4.Rules(**options))[0])

    assert final() == -15
    assert final(last_trick_base="loser_cards") == -5
    assert final(last_trick_mode="attackers_only") == 0
    other = play(
        shengji4.deal(hands=["Kh", "Ah", "5h", "4h"], trump="s", dealer=0, partial=True), "Kh", "Ah", "5h", "4h"
    )
    tally = other.tally()
    assert final() == 15
    assert final(last_trick_includes_capture=False) == 30
    throw = shengji4.deal(hands=["Ah Khx2", "4sx2 9s", "4d 5d 6d", "7d 8d 9d"], trump="s", dealer=0, partial=True)
    tally = play(throw, "Ah Khx2", "4sx2 9s", "4d 5d 6d", "7d 8d 9d").tally()
    assert final() == 75
    assert final(last_trick_n="largest_component") == 50


@pytest.mark.rule("SA-01", "SA-02", "SA-28")
def test_matches() -> None:
    with pytest.raises(RulesError):
        shengji4.Rules(start_level=4)
    assert shengji4.progress(shengji4.Rules(start_level=2)).setup() == {"level": "2"}
    assert shengji4.match_step(["Q", 3], 0, -20) == (["A", "3"], 2, 0)
    assert shengji4.match_step(["Q", 3], 0, -20, shengji4.Rules(match_end="win_at_a")) == (["A", "3"], 2, None)
    assert shengji4.match_step(["A", 3], 0, 90, shengji4.Rules(match_end="win_at_a"))[2] == 0
    assert shengji4.match_step(["Q", 3], 0, -20, shengji4.Rules(match_end="endless")) == (["3", "3"], 2, None)
    for levels, dealer, score in (([2, 3], 0, 90), ([3], 0, 90), ([3, 3], 4, 90), ([3, 3], 0, 90.5)):
        with pytest.raises(PositionError):
            shengji4.match_step(levels, dealer, score)
    match = paiju.Match("shengji4", agents=["random"] * 4, seed=5)
    while not match.over:
        match.play_deal()
    facts = match.standing.facts
    assert facts["won"] in (0, 1)
    assert facts["levels"][facts["won"]] == "A"
    assert match.record.verify() is None
    setups = [deal.setup for deal in match.record.deals]
    assert "dealer" not in setups[0]
    assert all("dealer" in setup for setup in setups[1:])


@pytest.mark.rule("SA-04", "SA-05", "SA-07", "SA-10", "SA-11")
def test_readings_of_calls() -> None:
    def call(*events: tuple[int, str], **options: object) -> list[bool]:
        return shengji4.calling(events, level=3, rules=shengji4.Rules(**options))[0]

    assert call((1, "3h"), (2, "3cx3")) == [True, True]
    assert call((1, "3h"), (2, "3cx3"), overturn_step="exactly_1") == [True, False]
    assert call((1, "3h"), (3, "3dx2"), overturn_by="opponents") == [True, False]
    assert call((1, "3h"), (3, "3hx2"), same_suit_overturn=False) == [True, False]
    redeal = dealt("4c 4c 5c 6c", rules=shengji4.Rules(no_call_first_dealer="redeal"))
    assert redeal.over
    assert bool(redeal.tally()["void"])
    assert list(shengji4.score(redeal.tally())[0]) == [0] * 4
    drawn = dealt("4c 4c 5c 6c", rules=shengji4.Rules(no_call_first_dealer="random"), drawn_dealer=3)
    assert drawn.turn == 3
    for mode, dealer in (("first_deal", 0), ("always", 2)):
        rules = shengji4.Rules(overturn_changes_dealer=mode)
        assert shengji4.calling([(1, "3h"), (2, "3cx2")], level=3, dealer=0, rules=rules)[2] == dealer
    never = shengji4.Rules(overturn_changes_dealer="never")
    assert shengji4.calling([(1, "3h"), (2, "3cx2")], level=3, rules=never)[2] == 1


# --- 2.4 play, 2.5 cards ---------------------------------------------------------------------------------------------


@pytest.mark.rule("S-026", "S-035", "S-038", "S-039")
def test_the_winner_takes_the_points_and_leads() -> None:
    deal = shengji4.deal(hands=["5h 4c", "Kh 4c", "Th 5c", "4s 6c"], trump="s", dealer=0, partial=True)
    deal = play(deal, "5h", "Kh", "Th", "4s")
    assert deal.turn == 3
    assert tuple(deal.view(3).taken) == (25, 0)
    whole = paiju.playouts("shengji4", n=50, seed=2)
    assert (whole["captured"].sum(axis=1) == 400).all()


@pytest.mark.rule("S-027", "S-060", "SA-18")
def test_leads_and_throws() -> None:
    hand = "Ahx2 Kh 4sx2 2h w"
    assert refused(legal(hand), "Ah 4s") == "S-027"
    assert refused(legal(hand), "Ahx2 Kh") == "S-060"
    assert "4sx2" in legal(hand)
    assert "Ahx2 Kh" in shengji4.legal(hand, trump="s", level=3, throws="h")
    assert refused(shengji4.legal(hand, trump="s", level=3, throws="h"), "2h w") == "S-060"
    assert "Ahx2 Kh" in legal(hand, throw_rule="standard")
    assert "4sx2" in legal(hand, throw_rule="never")
    others = ["4d 5d", "5s 4h", "9c 8c"]
    assert shengji4.throw("Ah Khx2", others) == (False, None)
    deal = shengji4.deal(hands=["9h 8hx2", "Jh Jc 4c", "4d 5d 6d", "7d 8d 9d"], trump="s", dealer=0, partial=True,
                         rules=shengji4.Rules(throw_rule="standard"))  # fmt: skip
    failed = deal.play("9h 8hx2")
    assert str(failed.hands[0]) == "8hx2"
    assert str(failed.view(1).known[3]) == "8hx2"
    assert {str(failed.view(1).resample(seed).hands[0]) for seed in range(20)} == {"8hx2"}


@pytest.mark.rule("S-028", "S-029", "S-030", "S-031", "S-033", "S-055", "S-056")
def test_following_suit() -> None:
    hand = "9h Jh Ah 4d 5d 6d 7d 8d 4s"
    lead = "4hx2 5hx2 6hx2 7hx2"
    assert "9h Jh Ah 4d 5d 6d 7d 4s" in legal(hand, lead)
    assert refused(legal(hand, lead), "9h Jh 4d 5d 6d 7d 8d 4s") == "S-031"
    assert refused(legal(hand, lead), "9h Jh Ah") == "S-028"
    assert refused(legal("9h Kh 5s 2h", "4hx2"), "9h 5s") == "S-029"
    assert refused(legal("9h Kh 5s 2h", "4hx2"), "2d 5s") == "S-006"
    assert refused(legal("7hx2 9h Kh 4s", "4hx2"), "9h Kh") == "S-028"
    five = "4hx2 5hx2 6hx2 7hx2 8hx2"
    held = "9hx2 Thx2 Jhx2 Khx2 Ahx2 4h 6h"
    assert refused(legal(held, five), "9hx2 Thx2 Khx2 Ahx2 4h 6h") == "S-055"
    assert refused(legal("9hx2 Thx2 Qhx2 Khx2 6hx2 7h Ah", five), "9hx2 Thx2 Qhx2 6hx2 Kh Ah") == "S-056"
    assert refused(legal("8hx3 Thx3 Qhx3 Ahx2", "4hx3 5hx3 6hx3"), "8hx2 Thx3 Qhx2 Ahx2") == "S-033"


@pytest.mark.rule("S-032", "S-034", "SA-20")
def test_kills() -> None:
    assert winner("Khx2", "Ah Qh", "Ahx2", "4sx2") == 3
    assert winner("Khx2", "4s 5s", "Qhx2", "4dx2") == 0
    assert "4s 5s" in legal("4s 5s 9d", "Khx2")
    assert winner("7hx2 8hx2", "9hx2 Thx2", "4sx4", "5dx4") == 2
    assert winner("7hx2 8hx2", "9hx2 Thx2", "4sx4", "5dx4", wider_kill=False) == 1


@pytest.mark.rule("S-041", "S-042", "S-043", "S-044", "S-045", "S-081")
def test_the_trumps() -> None:
    for card in ("4s", "2h", "2s", "w", "W", "3h", "3s"):
        assert refused(legal(f"{card} 9h", "5s"), "9h") in ("S-029", "S-031")
    assert refused(legal("4h 9d", "5h"), "9d") == "S-029"
    whole = paiju.shengji4.cards("Wx4 wx4")
    suit = {str(card): shengji4.classify([card], trump="s", level=3).suit for card in whole}  # type: ignore[union-attr]
    assert suit["W"] == suit["w"] == 4


@pytest.mark.rule("S-046", "S-047", "S-048", "S-049", "S-080", "SA-26")
def test_the_order_of_single_cards() -> None:
    ladder = ["W", "w", "7d", "7s", "2d", "2s", "Ad", "Kd", "Qd", "Jd", "Td", "9d", "8d", "6d", "5d", "4d", "3d"]
    for high, low in pairwise(ladder):
        assert winner(low, high, trump="d", level="7") == 1, (high, low)
    side = ["Ah", "Kh", "Qh", "Jh", "Th", "9h", "8h", "6h", "5h", "4h", "3h"]
    for high, low in pairwise(side):
        assert winner(low, high, trump="d", level="7") == 1, (high, low)
    assert winner("Ah", "Ah", "4h", "Ah") == 0
    assert winner("3d", "3h", "5s", "3c") == 0
    assert winner("2h", "2c", "2d", "As") == 0


# --- 2.6 shapes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-050", "S-051", "S-052", "S-053", "S-054", "SA-12", "SA-14")
def test_shapes() -> None:
    assert name("Kh") == ("single", 1, 1)
    assert name("9hx2") == ("pair", 2, 1)
    assert name("Khx3") == ("triple", 3, 1)
    assert name("Wx4") == ("quad", 4, 1)
    assert name("4hx4 5hx4") == ("tractor", 4, 2)
    for cards in ("9h 9d", "3h 3d", "9hx2 Jhx2", "4hx4 5hx2", "3sx2 3hx2", "Ksx2 Asx2 2sx2", "Wx2 wx2"):
        assert name(cards) is None
    assert name("Wx2 wx2", joker_tractor=True) == ("tractor", 2, 2)
    assert name("6sx2 8sx2", trump="d", level="7") == ("tractor", 2, 2)
    assert name("6sx2 8sx2", trump="d", level="7", side_tractor_skip_level=False) is None


@pytest.mark.rule("S-054", "SA-14")
@pytest.mark.parametrize("level", "23456789TJQKA")
def test_neighbours_in_side_suits_at_every_level(level: str) -> None:
    """A K … 3 without the level rank; nothing stands below the three."""
    ladder = [rank for rank in "AKQJT9876543" if rank != level]
    for high, low in combinations(ladder, 2):
        together = name(f"{high}hx2 {low}hx2", trump="s", level=level, start_level=2)
        assert (together is not None) == ((high, low) in pairwise(ladder)), (high, low)


@pytest.mark.rule("S-057", "S-058", "S-059", "S-064", "SA-17", "SA-19")
def test_width() -> None:
    side = ("6hx2 7hx2 8hx2", "Jhx3 Qhx3", "4sx2 5sx2 6sx2", "4dx4 5dx2")
    assert winner(*side[:2]) == 1
    assert winner(*side) == 2
    assert winner(*side, mixed_width_order="width_first") == 1
    assert winner("4hx3 5hx3 6hx3 7hx3", "8hx4 9hx4 Thx4") == 1
    assert winner("7hx2 8hx2", "4hx4") == 1
    assert winner("Ahx4", "7hx2 8hx2") == 0
    loose = ("4hx2 5hx2 6hx2 7hx2", "8hx4 Khx4")
    assert winner(*loose) == 0
    assert winner(*loose, loose_quads_beat_2x4=True) == 1


@pytest.mark.rule("S-068", "S-069", "S-070", "S-071", "S-072", "S-073", "SA-13")
def test_trump_tractors_go_by_face() -> None:
    ladder = ["Asx2 2sx2", "2hx2 3hx2", "2sx2 3sx2", "3sx2 4sx2", "4sx2 5sx2", "Qsx2 Ksx2", "Ksx2 Asx2"]
    for low, high in pairwise(ladder):
        assert winner(low, high) == 1
        assert winner(high, low) == 0
    assert name("Ahx2 2hx2", trump="c", level="A") == ("tractor", 2, 2)
    assert name("6dx2 7dx2", trump="d", level="7") == ("tractor", 2, 2)


@pytest.mark.rule("S-074", "S-075", "S-076", "S-077", "S-078", "S-079")
def test_the_order_of_quads() -> None:
    ladder = ["Wx4", "wx4", "3sx4", "3hx4", "2sx4", "2hx4", "Asx4", "4sx4"]
    for high, low in pairwise(ladder):
        assert winner(low, high) == 1
    assert winner("4hx4", "Ahx4") == 1
    assert winner("Ahx4", "4sx4") == 1


@pytest.mark.rule("SA-27")
def test_kills_of_throws_compare_by_the_largest_part() -> None:
    first, second = shengji4.kill("Khx3 Ahx2", "4sx3 9sx2"), shengji4.kill("Khx3 Ahx2", "4sx2 5sx2 6s")
    assert first is not None
    assert second is not None
    assert second > first
    assert winner("Khx3 Ahx2", "6sx3 9sx2", "4sx2 5sx2 6s", "4dx3 5dx2") == 2


# --- 2.7 the lists ---------------------------------------------------------------------------------------------------

LISTS = {
    "S-061": ("4hx2 5hx2 6hx2 7hx2", [
        "8hx2 9hx2 Thx2 Jhx2", "8hx2 9hx2 Thx2 Qhx2", "8hx2 9hx2 Thx2 Qh Ah", "8hx2 9hx2 Jhx2 Khx2",
        "8hx2 9hx2 Jhx2 Qh Ah", "8hx2 9hx2 Jh Qh Kh Ah", "8hx4 Thx2 Qhx2", "8hx4 Thx2 Qh Ah", "8hx4 Th Qh Kh Ah",
        "8hx3 Thx3 Qh Ah", "8hx3 Thx2 Qhx2 Ah", "8hx3 Thx2 Qh Kh Ah", "8hx3 Th Jh Qh Kh Ah", "8hx2 Thx2 Qhx2 Ahx2",
        "8hx2 Thx2 Qhx2 Kh Ah", "8hx2 Thx2 Jh Qh Kh Ah", "8hx2 9h Th Jh Qh Kh Ah", "4h 8h 9h Th Jh Qh Kh Ah",
    ]),
    "S-062": ("4hx4 5hx4", ["8hx4 9hx4", "8hx4 Thx4", "8hx2 9hx2 Thx2 Jhx2", "8hx2 9hx2 Thx2 Qhx2"]),
    "S-063": ("6hx2 7hx2 8hx2", [
        "9hx2 Thx2 Jhx2", "9hx4 Jhx2", "9hx2 Thx2 Qhx2", "9hx2 Jhx2 Khx2", "9hx2 Jhx2 Kh Ah", "9hx2 Th Jh Kh Ah",
        "9h Th Jh Qh Kh Ah",
    ]),
    "S-065": ("Jhx3 Qhx3", [
        "5hx3 4hx3", "6hx2 7hx2 8hx2", "6hx4 8hx2", "6hx2 7hx2 9hx2", "6hx3 8hx3", "6hx3 8hx2 Th", "6hx2 8hx2 Thx2",
        "6hx2 8hx2 Th Ah", "6hx2 8h 9h Th Ah", "6h 7h 8h 9h Th Ah",
    ]),
    "S-066": ("Ahx4", ["5hx4", "7hx2 8hx2", "6hx2 9hx2", "Khx3 4h", "Khx2 4h 6h", "Kh 4h 6h 8h"]),
    "S-067": ("7hx2 8hx2", ["5hx2 6hx2", "6hx2 9hx2", "4hx2 6h 9h", "4h 6h 9h Jh"]),
}  # fmt: skip


@pytest.mark.rule("S-061", "S-062", "S-063", "S-065", "S-066", "S-067", "SA-15", "SA-16")
@pytest.mark.parametrize("which", LISTS)
def test_the_lists_of_the_seed(which: str) -> None:
    """The examples stand in the order of the classes; a hand that holds an earlier one owes it."""
    lead, examples = LISTS[which]
    labels = []
    for cards in examples:
        found = shengji4.owed(cards, lead, cards)
        assert found is not None
        labels.append(found[0])
        assert found[0] == found[1]
    numbers = [str(n) for n in range(1, len(examples) + 1)]
    assert labels == (["1a", "1b", "2", "3"] if which == "S-062" else numbers)
    for better, worse in pairwise(examples):
        union = {card: max(shengji4.cards(better).count(card), shengji4.cards(worse).count(card))
                 for card in [*shengji4.cards(better), *shengji4.cards(worse)]}  # fmt: skip
        hand = " ".join(f"{card}x{n}" for card, n in union.items())
        owes = shengji4.owed(hand, lead, worse)
        assert owes is not None
        assert owes[0] != owes[1]
        used = shengji4.cards(lead)
        if all(used.count(card) + n <= 4 for card, n in union.items()):
            assert refused(legal(hand, lead), worse) == which
