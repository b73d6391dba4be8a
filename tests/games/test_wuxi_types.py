"""Wuxi, rule by rule: the pack, the types (rule book §1.1, §1.2) and their order (§1.3), every reading of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

import paiju
from paiju import wuxi
from paiju._native import describe

RANKS = "3456789TJQKA2"
NUMBERS = ["三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六"]


def name(cards: str, **options: object) -> str | None:
    shape = wuxi.classify(cards, wuxi.Rules(**options))
    return shape and shape.name


def rings(cards: str, **options: object) -> bool:
    return wuxi.classify(cards, wuxi.Rules(**options)).ring


def of_rank(rank: str, n: int) -> str:
    """n cards of a rank, as mixed as can be: the suits in turn."""
    return " ".join(rank + "cdhs"[i % 4] for i in range(n))


@pytest.mark.rule("W-001", "W-002")
def test_the_pack_is_dealt_out_to_four_seats() -> None:
    deal = wuxi.deal(seed=1)
    assert [len(hand) for hand in deal.hands] == [54] * 4
    everything = sum(deal.hands[1:], deal.hands[0])
    assert everything.counts()[:54].tolist() == [4] * 54
    assert len(deal.stock) == 0
    # The seats opposite each other are partners: they win together.
    tallies = paiju.playouts("wuxi", n=50, seed=2)
    points = wuxi.score(tallies)
    assert (points[:, 0] == points[:, 2]).all()
    assert (points[:, 1] == points[:, 3]).all()


@pytest.mark.rule("W-004", "W-005", "W-006", "W-007")
def test_cards_of_one_rank() -> None:
    for rank in RANKS:
        for n in range(1, 17):
            expected = ("单只", "一对")[n - 1] if n <= 2 else f"{NUMBERS[n - 3]}只"
            assert name(of_rank(rank, n)) == expected
    assert name("5hx2") == "一对"
    assert name("5h 6h") is None
    assert name("w") == "单虎"


@pytest.mark.rule("W-008", "WA-11")
def test_four_equal_cards() -> None:
    for card in (rank + suit for rank in RANKS for suit in "cdhs"):
        assert name(f"{card}x4") == "花豹"
    assert name("5hx3 5s") == "四只"
    assert name("5hx4 5s") == "五只"
    # It cannot be called the lower type: a lead of four of one suit is a 花豹.
    assert [str(a.shape) for a in wuxi.legal("5hx4") if len(a.cards) == 4] == ["花豹"]


@pytest.mark.rule("W-009", "W-010", "WA-08")
def test_jokers() -> None:
    for small in range(5):
        for big in range(5):
            n = small + big
            if n == 0:
                continue
            expected = {4: "小青虎" if big == 0 else "大青虎" if big == 4 else "花虎"}.get(n)
            cards = " ".join(["w"] * small + ["W"] * big)
            assert name(cards) == (expected or f"{['单', '双', *NUMBERS][n - 1]}虎")
    assert "四虎" not in describe("wuxi")["shapes"]
    for mixed in ("w 5h", "W 2s 2h", "w W 3c 4c 5c"):
        assert name(mixed) is None
        assert_refused(mixed, mixed, "W-009")


@pytest.mark.rule("W-011", "W-012", "W-013", "WA-10")
def test_runs() -> None:
    for length in range(2, 13):
        for low in range(13 - length):
            ranks = RANKS[low : low + length]
            good = length >= 3 and "2" not in ranks
            assert name(" ".join(rank + "h" for rank in ranks)) == ("连子" if good else None)
            assert name(" ".join(rank + "hx2" for rank in ranks)) == ("连对" if good else None)
    for bad in ("2h As Kd", "Ks As 2s", "3c As 2d", "4h 4d 5h", "3s 4s 6s", "5s 5h 4s 4h 3s"):
        assert name(bad) is None
        assert_refused(bad, bad, "W-011")


@pytest.mark.rule("W-015")
def test_sections_are_three_ranks() -> None:
    for k in range(3, 17):
        assert name(" ".join(of_rank(rank, k) for rank in "9TJ")) == f"{NUMBERS[k - 3]}节"
        assert name(" ".join(of_rank(rank, k) for rank in "89TJ")) is None
    assert_refused("Jsx3 Tsx3 9sx3 8sx3", "Jsx3 Tsx3 9sx3 8sx3", "W-015")
    assert_refused("As Ah Ad 2s 2h 2d Ks Kh Kd", "As Ah Ad 2s 2h 2d Ks Kh Kd", "W-011")  # AKQ + 2


@pytest.mark.rule("W-016", "W-017", "WA-09")
def test_dragons_of_one_suit() -> None:
    for suit in "cdhs":
        for low in range(10):
            ranks = RANKS[low : low + 3]
            assert name(" ".join(f"{rank}{suit}x3" for rank in ranks)) == "飞龙"
            assert name(" ".join(f"{rank}{suit}x4" for rank in ranks)) == "青龙"
    assert name("5sx3 4sx3 3sx2 3h") == "三节"
    assert name("Asx4 Ksx4 Qsx3 Qh") == "四节"
    assert name("Asx4 Ksx4 Qsx4 Jsx4") is None, "青龙 has twelve cards"


@pytest.mark.rule("W-018", "W-020")
def test_the_lead_card_decides_within_a_type() -> None:
    for low, high in pairwise([*RANKS, "w", "W"]):
        singles = [card if card in "wW" else card + "d" for card in (low, high)]
        assert wuxi.beats(singles[1], singles[0])
        assert not wuxi.beats(singles[0], singles[1])
    assert wuxi.beats("9h 9d 8h 8d 7s 7c", "8s 8h 7s 7h 6h 6d")
    assert wuxi.beats("4h 4d 4c", "3s 3h 3d")


@pytest.mark.rule("W-019", "W-061", "WA-02")
def test_a_type_of_a_higher_level_beats_any_of_a_lower_one() -> None:
    levels = wuxi.Rules().table.ask("levels")
    examples = {
        "单只": "2s",
        "三只": of_rank("3", 3),
        "连对": "3h 3d 4h 4d 5h 5d",
        "四只": of_rank("3", 4),
        "双虎": "wx2",
        "花豹": "3cx4",
        "三虎": "wx3",
        "花虎": "wx3 W",
        "小青虎": "wx4",
        "大青虎": "Wx4",
        "飞龙": "3cx3 4cx3 5cx3",
        "青龙": "3cx4 4cx4 5cx4",
    }
    for n, number in enumerate(NUMBERS, start=3):
        examples.setdefault(f"{number}只", of_rank("3", n))
        examples[f"{number}节"] = " ".join(of_rank(rank, n) for rank in "345")
        if 5 <= n <= 8:
            examples[f"{number}虎"] = "wx4 " + f"Wx{n - 4}"
    by_level = sorted(examples, key=lambda kind: levels[describe("wuxi")["shapes"].index(kind)])
    assert len(by_level) == 42
    assert by_level[-1] == "十六节"
    for i, low in enumerate(by_level):
        for high in by_level[i + 1 :]:
            assert wuxi.beats(examples[high], examples[low]), (high, low)
            assert not wuxi.beats(examples[low], examples[high])


@pytest.mark.rule("W-021", "W-022", "WA-05")
def test_a_spade_in_the_lead_rank_rings() -> None:
    assert rings("6s 7h 8c 9s")
    assert not rings("6s 7s 8s 9h")
    assert rings("5h 5s")
    assert not rings("Ahx4 Khx4 Qhx3 Qs")
    assert rings("5sx4")
    assert not rings("5hx4")
    assert not rings("w W")
    assert wuxi.beats("4s 4c", "4h 4d")
    assert not wuxi.beats("4s 4h", "4s 4d")
    assert not wuxi.beats("4h 4d", "4s 4c")
    assert all(rings(of_rank("7", n)) for n in range(13, 17)), "thirteen of a rank hold a spade"
    for rule, some, every in (("any", True, True), ("all", False, True), ("off", False, False)):
        options = {"spade_lead_rule": rule}
        assert (rings("5h 5s", **options), rings("5sx2", **options)) == (some, every)
        assert rings("3h 4h 5s", **options) is every
        assert wuxi.beats("5sx2", "5h 5d", wuxi.Rules(**options)) is every


@pytest.mark.rule("WA-06")
def test_a_single_spade() -> None:
    assert not rings("5s")
    assert not wuxi.beats("4s", "4d")
    bonus = wuxi.Rules(spade_bonus_single=True)
    assert wuxi.beats("4s", "4d", bonus)
    assert not wuxi.beats("4d", "4s", bonus)
    assert not rings("5s", spade_bonus_single=True, spade_lead_rule="off")
    assert rings("5s", spade_bonus_single=True, spade_lead_rule="all")


@pytest.mark.rule("W-023", "WA-01", "WA-14")
def test_level_one_across_types() -> None:
    assert wuxi.beats("w", "2s 2h")
    assert not wuxi.beats("2s 2h", "w")
    assert wuxi.beats("w", "2s")
    assert not wuxi.beats("4h 4d", "3s")
    assert not wuxi.beats("3h 4h 5h", "3d")
    assert not wuxi.beats("Ah Ad", "3h 4h 5h")
    option = wuxi.Rules(pair_beats_single=True)
    assert wuxi.beats("4h 4d", "3s", option)
    assert not wuxi.beats("3h 3s", "3d", option), "only a higher rank: a pair of the rank is a grab (WA-14)"
    assert not wuxi.beats("2s 2h", "w", option)
    assert not wuxi.beats("3s", "4h 4d", option)


@pytest.mark.rule("WA-01b")
def test_a_joker_on_a_run() -> None:
    assert not wuxi.beats("W", "3h 4h 5h")
    assert wuxi.beats("w", "Q♥ K♥ A♥", wuxi.Rules(tiger_beats_run=True))
    assert not wuxi.beats("3h 4h 5h", "w", wuxi.Rules(tiger_beats_run=True))
    assert_refused("w 2c", "w", "WA-01b", on="3h 4h 5h")


@pytest.mark.rule("WA-03")
def test_runs_of_different_lengths() -> None:
    assert not wuxi.beats("8h 9h Th", "6s 7s 8s 9s")
    assert not wuxi.beats("6s 7s 8s 9s Th", "6h 7h 8h")
    option = wuxi.Rules(straight_length_must_match=False)
    assert wuxi.beats("8h 9h Th", "6s 7s 8s 9s", option)
    assert wuxi.beats("6s 7s 8s 9s Th", "6h 7h 8h", option)
    assert_refused("8h 9h Th", "8h 9h Th", "WA-03", on="6s 7s 8s 9s")


@pytest.mark.rule("W-014", "WA-04")
def test_long_runs_of_pairs() -> None:
    four, three = "9h 9d 8h 8d 7s 7c 6h 6d", "9h 9d 8h 8d 7s 7c"
    assert four in wuxi.legal(four)
    assert_refused(four, four, "W-014", on="3s 3h 3d")
    assert three in wuxi.legal(four, on="3s 3h 3d")
    led = "8s 8h 7s 7h 6s 6h 5h 5d"
    assert_refused(three, three, "WA-04", on=led)
    assert three in wuxi.legal(three, on=led, rules=wuxi.Rules(pairrun_length_must_match=False))
    follow = wuxi.Rules(long_pairrun_lead_only=False)
    assert four in wuxi.legal(four, on="3s 3h 3d", rules=follow)
    assert four in wuxi.legal(four, on=led, rules=follow)
    assert four not in wuxi.legal(four, on="8s 8h 7s 7h 6s 6h", rules=follow)


@pytest.mark.rule("WA-07")
def test_jokers_of_one_lead_rank() -> None:
    assert wuxi.beats("w W", "w w")
    assert not wuxi.beats("W W", "w W")
    count = wuxi.Rules(tiger_compare="big_count")
    assert wuxi.beats("W W", "w W", count)
    assert not wuxi.beats("w W", "W W", count)
    assert wuxi.beats("w Wx3", "wx3 W", count)
    assert_refused("W W", "W W", "WA-07", on="w W")


def assert_refused(hand: str, cards: str, rule: str, on: str | None = None) -> None:
    """A play that the check refuses by a rule, in words that name the level where two plays are compared."""
    legal = wuxi.legal(hand, on=on)
    assert cards not in legal
    with pytest.raises(paiju.IllegalAction) as caught:
        legal.check(cards)
    assert caught.value.rule == rule
    if on is not None:
        assert str(caught.value).count("level") >= 2
