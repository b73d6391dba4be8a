"""Big Two, rule by rule: the pack, the types of plays (rule book §1.1) and their order (§1.2)."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from paiju import IllegalAction, bigtwo
from paiju._native import describe

RANKS, SUITS = "3456789TJQKA2", "cdhs"
STRAIGHTS = ["A2345", *("3456789TJQKA"[low : low + 5] for low in range(8)), "23456"]
MIXED = "cdhsc"


def name(cards: str) -> str | None:
    """What some cards are."""
    shape = bigtwo.classify(cards)
    return shape.name if shape else None


def straight(ranks: str, suits: str = MIXED) -> str:
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


def ordered(*plays: str) -> None:
    """The plays are in ascending order: each beats all before it, and none after it."""
    for low, high in combinations(plays, 2):
        assert bigtwo.beats(high, low), (high, low)
        assert not bigtwo.beats(low, high), (low, high)


@pytest.mark.rule("B-000")
def test_the_pack_and_the_hands() -> None:
    assert describe("bigtwo")["seats"] == 4
    deal = bigtwo.deal(seed=11)
    assert [len(hand) for hand in deal.hands] == [13] * 4
    dealt = [str(card) for hand in deal.hands for card in hand]
    assert sorted(dealt) == sorted(rank + suit for rank in RANKS for suit in SUITS)
    assert deal.stock == ()
    for joker in ("w", "W"):
        with pytest.raises(ValueError, match="not in one pack"):
            bigtwo.cards(joker)
    with pytest.raises(IllegalAction) as caught:  # and one plays one's own cards
        deal.play(str(next(iter(deal.hands[(deal.turn + 1) % 4]))))
    assert (caught.value.rule, caught.value.reason) == ("B-000", "not_held")


@pytest.mark.rule("B-001")
def test_any_card_is_a_single() -> None:
    assert {name(rank + suit) for rank in RANKS for suit in SUITS} == {"單張"}


@pytest.mark.rule("B-002")
def test_a_pair_is_two_cards_of_one_rank() -> None:
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    for a, b in combinations(pack, 2):
        assert name(f"{a} {b}") == ("一對" if a[0] == b[0] else None)
    with pytest.raises(IllegalAction) as caught:
        bigtwo.legal("9h 8s").check("9h 8s")
    assert caught.value.rule == "B-002"


@pytest.mark.rule("B-003")
def test_the_ten_straights_and_no_others() -> None:
    five = [set(ranks) for ranks in STRAIGHTS]
    for ranks in combinations(RANKS, 5):
        assert (name(straight("".join(ranks))) == "雜順") == (set(ranks) in five), ranks
    assert len(STRAIGHTS) == 10


@pytest.mark.rule("B-004")
def test_a_straight_has_exactly_five_cards() -> None:
    cards = ["3c", "4d", "5h", "6s", "7c", "8d", "9h"]
    assert [name(" ".join(cards[:n])) for n in (3, 4, 5, 6, 7)] == [None, None, "雜順", None, None]


@pytest.mark.rule("B-005")
def test_the_ace_is_first_or_last_but_not_in_the_middle() -> None:
    assert name(straight("A2345")) == name(straight("TJQKA")) == "雜順"
    for ranks in ("JQKA2", "QKA23", "KA234"):
        assert name(straight(ranks)) is None
        assert name(straight(ranks, "hhhhh")) == "同花五"  # suited it is a flush, no 同花順


@pytest.mark.rule("B-006")
def test_a_straight_not_all_of_one_suit() -> None:
    for ranks in STRAIGHTS:
        assert name(straight(ranks, "ccccd")) == name(straight(ranks, "scsss")) == name(straight(ranks)) == "雜順"


@pytest.mark.rule("B-007")
def test_a_straight_all_of_one_suit() -> None:
    assert {name(straight(ranks, suit * 5)) for ranks in STRAIGHTS for suit in SUITS} == {"同花順"}


@pytest.mark.rule("B-008")
def test_five_of_a_suit_that_are_no_straight() -> None:
    assert name("2h 7h 8h Jh Kh") == "同花五"
    assert name("2h 7h 8h Jh Ks") is None
    assert name("2h 7h 8h Jh") is None
    assert name("3h 4h 5h 6h 7h") != "同花五"


@pytest.mark.rule("B-009")
def test_three_and_a_pair() -> None:
    assert name("9s 9h 9d 5c 5d") == "葫蘆"
    assert name("5s 5h 9d 5c 9h") == "葫蘆"
    assert name("4c 4d 4h 5s 6s") is None
    assert name("9s 9h 8d 8c 3c") is None


@pytest.mark.rule("B-010")
def test_four_and_any_fifth_card() -> None:
    others = [rank + suit for rank in RANKS.replace("9", "") for suit in SUITS]
    assert {name(f"9s 9h 9d 9c {other}") for other in others} == {"鐵支"}
    assert name("9s 9h 9d 9c") is None


@pytest.mark.rule("B-011")
def test_only_equal_card_counts_compare() -> None:
    assert bigtwo.beats("9s 9h", "8d 8c")
    plays = ["8d", "9s 9h", "Ts Js Qs Ks As"]
    for a in plays:
        for b in plays:
            if a != b:
                assert not bigtwo.beats(a, b)
    with pytest.raises(IllegalAction) as caught:
        bigtwo.legal("9s 9h", on="8d").check("9s 9h")
    assert (caught.value.rule, caught.value.reason) == ("B-011", "wrong_count")


@pytest.mark.rule("B-012", "B-013", "B-014")
def test_the_order_of_the_singles() -> None:
    """First the rank (2 A K … 3), then the suit (♠ > ♥ > ♦ > ♣): 3c lowest, 2s highest."""
    ordered(*(rank + suit for rank in RANKS for suit in SUITS))


@pytest.mark.rule("B-012")
def test_the_rank_goes_before_the_suit() -> None:
    assert bigtwo.beats("9c", "8s")
    assert bigtwo.beats("9d", "9c")
    assert not bigtwo.beats("8s", "9c")


@pytest.mark.rule("B-013")
def test_two_is_the_highest_rank() -> None:
    ordered(*(f"{rank}c" for rank in RANKS))
    assert bigtwo.beats("2c", "As")


@pytest.mark.rule("B-014")
def test_the_suits() -> None:
    for rank in RANKS:
        ordered(*(rank + suit for suit in SUITS))


@pytest.mark.rule("B-015")
def test_one_key_card_decides() -> None:
    pairs = [[f"{rank}{a} {rank}{b}" for a, b in ("cd", "ch", "cs")] for rank in RANKS]
    ordered(*(pair for rank in pairs for pair in rank))
    assert bigtwo.beats("9s 9c", "9h 9d")
    ordered("4c 6c 7c 8c Ac", "3h 5h 9h Qh Ah", "3s 5s 9s Qs As", "2h 7h 8h Jh Kh")
    assert str(bigtwo.classify("9s 9c").card) == str(bigtwo.cards("9s").kinds.bit_length() - 1)


@pytest.mark.rule("B-016")
def test_the_three_decide_between_full_houses() -> None:
    ordered(
        *(
            f"{three}s {three}h {three}d {pair}c {pair}d"
            for three, pair in zip(RANKS, RANKS[::-1], strict=True)
            if three != pair
        )
    )
    assert bigtwo.beats("4s 4h 4d 5c 5d", "3s 3h 3c Ad Ah")


@pytest.mark.rule("B-017")
def test_the_four_decide_between_fours_of_a_kind() -> None:
    ordered(*(f"{four}s {four}h {four}d {four}c {'2s' if four != '2' else '3c'}" for four in RANKS))
    assert bigtwo.beats("4s 4h 4d 4c 5c", "3s 3h 3d 3c 2s")


@pytest.mark.rule("B-018")
def test_the_highest_card_decides_between_straights() -> None:
    ordered(*(f"3s 4h 5d 6s 7{suit}" for suit in SUITS))
    assert bigtwo.beats("3s 4h 5d 6s 7s", "3d 4s 5s 6d 7h")
    # the 2 is the highest card of both straights that it is in
    ordered(*(f"2{suit} 3d 4h 5s 6c" for suit in SUITS))
    ordered(*(f"As 2{suit} 3d 4h 5c" for suit in SUITS))


@pytest.mark.rule("B-019")
def test_a2345_is_the_lowest_straight_and_23456_the_highest() -> None:
    ordered(*(straight(ranks) for ranks in STRAIGHTS))
    assert bigtwo.beats("3c 4d 5h 6s 7c", "As 2s 3s 4s 5h")
    assert bigtwo.beats("2c 3d 4h 5s 6c", "Ts Js Qs Ks Ah")


LOWEST = ["Ac 2c 3c 4c 5d", "3c 4c 5c 6c 8c", "3c 3d 3h 4c 4d", "3c 3d 3h 3s 4c", "Ac 2c 3c 4c 5c"]
HIGHEST = ["2s 3s 4s 5s 6h", "2s As Ks Qs Js", "2s 2h 2d As Ah", "2s 2h 2d 2c As", "2s 3s 4s 5s 6s"]


@pytest.mark.rule("B-020")
def test_the_order_of_the_types_of_five() -> None:
    assert [name(cards) for cards in LOWEST] == ["雜順", "同花五", "葫蘆", "鐵支", "同花順"]
    assert [name(cards) for cards in HIGHEST] == [name(cards) for cards in LOWEST]
    ordered(*LOWEST)


@pytest.mark.rule("B-021")
def test_a_higher_type_beats_a_lower_one_whatever_the_ranks() -> None:
    for (_, high), (low, _) in combinations(zip(LOWEST, HIGHEST, strict=True), 2):
        assert bigtwo.beats(low, high), (low, high)
        assert not bigtwo.beats(high, low), (high, low)
    assert all(bigtwo.beats(high, low) for low, high in pairwise(HIGHEST))
