"""炒地皮: the numbered rules, each with the examples that the rule book gives for it or with a case of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paiju import Deal, IllegalAction, Match, PositionError, chaodipi, playouts
from tests.games.chaodipi_vectors import OPS, PACK, VECTORS, bury

BY_ID = {vector["id"]: vector for vector in VECTORS}
MING, KANG = chaodipi.Rules.ming(), chaodipi.Rules.kang()
case = pytest.param


def named(examples: str) -> list[str]:
    """`WC-01 WC-03…WC-05` -> the four ids."""
    names = list(BY_ID)
    spans = [(span.split("…")[0], span.split("…")[-1]) for span in examples.split()]
    return [name for first, last in spans for name in names[names.index(first) : names.index(last) + 1]]


@pytest.mark.parametrize(
    "examples",
    [
        case("WC-01", marks=pytest.mark.rule("C-002")),
        case("SC-18…SC-24", marks=pytest.mark.rule("C-003")),
        case("X-01", marks=pytest.mark.rule("C-007")),
        case("DC-15", marks=pytest.mark.rule("C-008")),
        case("X-04", marks=pytest.mark.rule("C-010")),
        case("X-05", marks=pytest.mark.rule("C-011")),
        case("X-04 X-05", marks=pytest.mark.rule("C-012")),
        case("LC-01…LC-28", marks=pytest.mark.rule("C-016")),
        case("DC-01…DC-08 DC-17", marks=pytest.mark.rule("C-019")),
        case("DC-03 DC-04", marks=pytest.mark.rule("C-021")),
        case("WC-28…WC-30", marks=pytest.mark.rule("C-024")),
        case("DC-21 DC-22", marks=pytest.mark.rule("C-025")),
        case("DC-14", marks=pytest.mark.rule("C-027")),
        case("X-01", marks=pytest.mark.rule("C-029")),
        case("X-01", marks=pytest.mark.rule("C-030")),
        case("UC-01", marks=pytest.mark.rule("C-032")),
        case("HC-17", marks=pytest.mark.rule("C-033")),
        case("HC-01", marks=pytest.mark.rule("C-036")),
        case("HC-02 HC-14", marks=pytest.mark.rule("C-037")),
        case("UC-01", marks=pytest.mark.rule("C-038")),
        case("WC-02 WC-03", marks=pytest.mark.rule("C-039")),
        case("FC-01", marks=pytest.mark.rule("C-041")),
        case("FC-02…FC-04 FC-18 FC-26", marks=pytest.mark.rule("C-042")),
        case("FC-06", marks=pytest.mark.rule("C-043")),
        case("WC-05", marks=pytest.mark.rule("C-044")),
        case("WC-10…WC-12 WC-15 WC-16 WC-50…WC-54 WC-40", marks=pytest.mark.rule("C-045")),
        case("WC-13", marks=pytest.mark.rule("C-046")),
        case("WC-13", marks=pytest.mark.rule("C-047")),
        case("WC-11 WC-12", marks=pytest.mark.rule("C-048")),
        case("WC-13", marks=pytest.mark.rule("C-049")),
        case("WC-14", marks=pytest.mark.rule("C-050")),
        case("WC-05", marks=pytest.mark.rule("C-051")),
        case("TC-05 TC-12", marks=pytest.mark.rule("C-052")),
        case("TC-05", marks=pytest.mark.rule("C-053")),
        case("TC-01…TC-04 TC-08", marks=pytest.mark.rule("C-054")),
        case("TC-02", marks=pytest.mark.rule("C-055")),
        case("HC-03 HC-04", marks=pytest.mark.rule("C-056")),
        case("SC-02", marks=pytest.mark.rule("C-057")),
        case("SC-01 WC-08", marks=pytest.mark.rule("C-058")),
        case("SC-07 SC-08", marks=pytest.mark.rule("C-059")),
        case("SC-02 SC-03 SC-38 SC-39", marks=pytest.mark.rule("C-060")),
        case("SC-06", marks=pytest.mark.rule("C-061")),
        case("WC-25", marks=pytest.mark.rule("C-062")),
        case("WC-07", marks=pytest.mark.rule("C-063")),
        case("WC-09", marks=pytest.mark.rule("C-064")),
        case("WC-09 WC-26", marks=pytest.mark.rule("C-065")),
        case("SC-13", marks=pytest.mark.rule("C-066")),
        case("SC-18 SC-19", marks=pytest.mark.rule("C-067")),
        case("SC-23 SC-24", marks=pytest.mark.rule("C-068")),
        case("WC-17", marks=pytest.mark.rule("C-069")),
        case("FC-09 FC-10", marks=pytest.mark.rule("C-070")),
        case("FC-07 FC-08 FC-11", marks=pytest.mark.rule("C-071")),
        case("FC-14", marks=pytest.mark.rule("C-072")),
        case("WC-18…WC-21 WC-35 WC-56", marks=pytest.mark.rule("C-073")),
        case("FC-12 FC-13", marks=pytest.mark.rule("C-074")),
        case("UC-01 UC-02 UC-10", marks=pytest.mark.rule("C-075")),
        case("LC-13", marks=pytest.mark.rule("C-078")),
        case("LC-01 LC-02", marks=pytest.mark.rule("C-079")),
        case("LC-03…LC-25", marks=pytest.mark.rule("C-080")),
        case("LC-26 LC-27", marks=pytest.mark.rule("C-081")),
        case("EC-01", marks=pytest.mark.rule("C-082")),
        case("EC-02 EC-03", marks=pytest.mark.rule("C-083")),
        case("EC-04…EC-06", marks=pytest.mark.rule("C-084")),
        case("DC-07 DC-19 X-01", marks=pytest.mark.rule("C-085")),
        case("DC-01 DC-02 DC-04", marks=pytest.mark.rule("C-086")),
        case("DC-09", marks=pytest.mark.rule("C-088")),
        case("DC-09 DC-10", marks=pytest.mark.rule("C-089")),
        case("HC-05 DC-10", marks=pytest.mark.rule("C-090")),
        case("HC-06 HC-07 RC-01…RC-05", marks=pytest.mark.rule("C-091")),
        case("HC-08 HC-09", marks=pytest.mark.rule("C-092")),
        case("PC-01 PC-02 PC-15", marks=pytest.mark.rule("C-093")),
        case("PC-03…PC-05", marks=pytest.mark.rule("C-094")),
        case("SC-15 SC-10", marks=pytest.mark.rule("C-095")),
        case("SC-20 WC-20 FC-17", marks=pytest.mark.rule("C-096")),
        case("UC-01 UC-02", marks=pytest.mark.rule("C-097")),
        case("UC-03 UC-07", marks=pytest.mark.rule("C-098")),
        case("UC-01", marks=pytest.mark.rule("C-099")),
        case("UC-04", marks=pytest.mark.rule("C-100")),
        case("DC-03 DC-08", marks=pytest.mark.rule("C-101")),
        case("PC-10", marks=pytest.mark.rule("C-102")),
        case("SC-31", marks=pytest.mark.rule("C-103")),
        case("UC-17", marks=pytest.mark.rule("C-104")),
        case("GC-01 GC-02", marks=pytest.mark.rule("C-105")),
        case("PC-11", marks=pytest.mark.rule("C-106")),
        case("SC-11 SC-12 SC-29 SC-33 SC-36", marks=pytest.mark.rule("C-107")),
        case("SC-21", marks=pytest.mark.rule("C-108")),
        case("UC-05 UC-08 UC-10", marks=pytest.mark.rule("C-109")),
        case("UC-05", marks=pytest.mark.rule("C-110")),
        case("UC-05", marks=pytest.mark.rule("C-111")),
        case("X-01", marks=pytest.mark.rule("C-112")),
        case("DC-05", marks=pytest.mark.rule("C-113")),
        case("JC-01 JC-02 JC-05 JC-07", marks=pytest.mark.rule("C-114")),
        case("JC-03 JC-04", marks=pytest.mark.rule("C-115")),
        case("PC-06…PC-09", marks=pytest.mark.rule("C-116")),
        case("SC-15", marks=pytest.mark.rule("C-117")),
        case("UC-16", marks=pytest.mark.rule("C-118")),
        case("UC-06 UC-09", marks=pytest.mark.rule("C-119")),
        case("UC-06 UC-14", marks=pytest.mark.rule("C-120")),
        case("UC-06", marks=pytest.mark.rule("C-121")),
        case("WC-01 WC-33 WC-34", marks=pytest.mark.rule("CA-01")),
        case("DC-15 DC-23", marks=pytest.mark.rule("CA-02")),
        case("DC-17 DC-18 DC-31", marks=pytest.mark.rule("CA-03")),
        case("DC-15 X-01", marks=pytest.mark.rule("CA-04")),
        case("X-06…X-08", marks=pytest.mark.rule("CA-05")),
        case("X-04 X-09 X-10", marks=pytest.mark.rule("CA-06")),
        case("X-01 DC-24", marks=pytest.mark.rule("CA-07")),
        case("DC-09 DC-25", marks=pytest.mark.rule("CA-08")),
        case("DC-11", marks=pytest.mark.rule("CA-09")),
        case("DC-30 X-01", marks=pytest.mark.rule("CA-10")),
        case("NC-01…NC-04", marks=pytest.mark.rule("CA-11")),
        case("SC-10 SC-11 SC-13 SC-50", marks=pytest.mark.rule("CA-12")),
        case("SC-09 SC-33", marks=pytest.mark.rule("CA-13")),
        case("WC-08", marks=pytest.mark.rule("CA-14")),
        case("WC-12 WC-54 WC-55", marks=pytest.mark.rule("CA-15")),
        case("WC-50…WC-53", marks=pytest.mark.rule("CA-16")),
        case("TC-02 TC-10", marks=pytest.mark.rule("CA-17")),
        case("TC-10 TC-11", marks=pytest.mark.rule("CA-18")),
        case("SC-26 SC-44 SC-46", marks=pytest.mark.rule("CA-19")),
        case("WC-38 WC-39", marks=pytest.mark.rule("CA-20")),
        case("FC-14 FC-37", marks=pytest.mark.rule("CA-21")),
        case("WC-21 WC-42", marks=pytest.mark.rule("CA-22")),
        case("FC-35 FC-36", marks=pytest.mark.rule("CA-23")),
        case("RC-02 RC-03", marks=pytest.mark.rule("CA-24")),
        case("RC-06 HC-12", marks=pytest.mark.rule("CA-25")),
        case("PC-02 PC-20", marks=pytest.mark.rule("CA-26")),
        case("JC-03", marks=pytest.mark.rule("CA-27")),
        case("PC-06 PC-18", marks=pytest.mark.rule("CA-28")),
        case("JC-04 JC-06", marks=pytest.mark.rule("CA-29")),
        case("PC-09 PC-17", marks=pytest.mark.rule("CA-30")),
        case("GC-04 GC-10 GC-11", marks=pytest.mark.rule("CA-31")),
        case("PC-10 PC-12…PC-14", marks=pytest.mark.rule("CA-32")),
        case("UC-10 UC-12", marks=pytest.mark.rule("CA-33")),
        case("UC-02 UC-14", marks=pytest.mark.rule("CA-34")),
        case("UC-03", marks=pytest.mark.rule("CA-35")),
        case("LC-16 PC-19", marks=pytest.mark.rule("CA-38")),
        case("HC-14 HC-19", marks=pytest.mark.rule("CA-40")),
        case("WC-35 WC-36", marks=pytest.mark.rule("CA-42")),
    ],
)
def test_examples_of_the_book(examples: str) -> None:
    for name in named(examples):
        OPS[BY_ID[name]["op"]](BY_ID[name])


def dealt(*hands: str, rules: chaodipi.Rules = MING, dealer: int | None = 0, first: int = 0, n: int = 0) -> Deal:
    """A deal at level 2 in which seats get these cards first, and others that nobody can show. With `n` it goes on
    until so many cards are dealt and the first of the seats named is asked."""
    shown = [[str(card) for card in chaodipi.cards(hand)] for hand in hands] + [[]] * (4 - len(hands))
    plain = [card for card in PACK if card not in ("w", "W", "5h") and card[0] != "2"]
    special = [card for card in PACK if card not in plain]
    for card in (card for hand in shown for card in hand):
        (plain if card in plain else special).remove(card)
    stock = [shown[i % 4][i // 4] if i // 4 < len(shown[i % 4]) else plain.pop() for i in range(84)]
    deal = chaodipi.deal(rules=rules, dealer=dealer, first=first, stock=[*stock, *plain, *special])
    while n and (sum(map(len, deal.hands)) < n or deal.turn != next(s for s in range(4) if shown[s])):
        deal = deal.play("pass")
    return deal


def declared(deal: Deal) -> Deal:
    """Everybody passes until declaring is over."""
    while deal.phase in ("deal", "declare_grace"):
        deal = deal.play("pass")
    return deal


@pytest.mark.rule("C-001", "C-005")
def test_two_packs_of_which_eight_cards_are_the_bottom() -> None:
    deal = chaodipi.deal(seed=1)
    assert len(deal.stock) + sum(map(len, deal.hands)) == 108
    deal = declared(dealt("2s"))
    assert [len(hand) for hand in deal.hands] == [33, 25, 25, 25]
    assert len(bury(deal, {"2s"}).hands[0]) == 25


def trick(*plays: str, dealer: int = 0, trump: str = "s", rules: chaodipi.Rules = MING) -> Deal:
    """A last trick led by seat 0."""
    deal = chaodipi.deal(rules=rules, hands=plays, trump=trump, dealer=dealer, leader=0, partial=True)
    for play in plays:
        deal = deal.play(play)
    return deal


@pytest.mark.rule("C-006", "C-076", "C-077")
def test_points_go_to_the_attackers_who_win_a_trick() -> None:
    for dealer, captured in ((1, [0, 25]), (0, [25, 0])):
        assert trick("W", "5h", "Ts", "Ks", dealer=dealer).tally()["captured"].tolist() == captured[::-1]
    assert trick("W", "3s", "Ts", "5s", dealer=1).tally()["captured"].tolist() == [0, 15]
    assert trick("W", "3s", "Ts", "5s", dealer=0).tally()["captured"].tolist() == [15, 0]


@pytest.mark.rule("C-009")
def test_a_first_deal_without_declaration_is_void() -> None:
    deal = declared(dealt(dealer=None))
    assert (deal.over, deal.phase) == (True, "deal_start")
    assert deal.tally()["void"]
    progress = chaodipi.progress(MING)
    progress.settle(deal.tally(), chaodipi.score(deal.tally(), MING)[0])
    assert (progress.setup(), progress.stages) == ({"level": "2"}, ["1:2", "1:2"])


@pytest.mark.rule("C-013", "C-014")
def test_opposite_players_are_partners() -> None:
    points = chaodipi.score(trick("W", "3s", "Ts", "5s", dealer=1).tally(), MING)[0]
    assert points[1] == points[3] == -points[0] == -points[2] != 0


@pytest.mark.rule("C-015", "C-017")
def test_the_level_of_a_deal_is_that_of_its_dealers() -> None:
    progress = chaodipi.progress(MING)
    assert progress.setup()["level"] == "2"
    progress.stages, progress.dealer = ["1:7", "1:J"], 2
    assert progress.setup() == {"dealer": 2, "level": "7"}


@pytest.mark.rule("C-018", "C-022", "C-031")
def test_one_level_card_declares_its_suit() -> None:
    deal = dealt("", "", "", "2h", n=4)
    assert (deal.turn, [str(action) for action in deal.legal()]) == (3, ["declare 2h", "pass"])
    view = deal.play("declare 2h").view(0)
    assert (view.trump, view.top_rank, str(view.known[3])) == (2, 0, "2h")
    for card in ("9s", "2h", "W", "5h"):
        assert chaodipi.classify(card, trump="s").suit == 4


@pytest.mark.rule("C-020", "C-023")
def test_a_pair_overturns_a_single_card() -> None:
    deal = dealt("2h", "2cx2", "wx2", n=8).play("declare 2h").play("overturn 2cx2")
    assert deal.view(0).trump == 0
    assert deal.play("overturn wx2").view(0).trump == 4


@pytest.mark.rule("C-026", "C-028")
def test_who_takes_the_bottom_buries_anew() -> None:
    deal = declared(dealt("2h", "2dx2", "2cx2", "wx2", n=8).play("declare 2h"))
    deal = bury(deal, {"2h"})
    assert (deal.phase, deal.turn) == ("chaodi_ask", 1)
    deal = deal.play("chao 2dx2")
    assert (deal.phase, len(deal.hands[1])) == ("bury", 33)
    deal = bury(deal, {"2d"})
    assert (len(deal.hands[1]), deal.turn, deal.view(0).trump, deal.view(0).dealer) == (25, 2, 1, 0)


@pytest.mark.rule("C-034")
def test_the_winning_play_fixes_the_factor_of_the_bottom() -> None:
    for plays, factor in ((("3d", "4s", "6d", "7d"), 2), (("3dx2", "4sx2", "6dx2", "7dx2"), 4)):
        deal = chaodipi.deal(rules=MING, hands=plays, stock="Kc", trump="s", dealer=0, partial=True)
        for play in plays:
            deal = deal.play(play)
        assert chaodipi.final_score(deal.tally(), MING).tolist() == [10 * factor]


@pytest.mark.rule("C-040")
def test_followers_play_as_many_cards() -> None:
    legal = chaodipi.legal("6d 7d 8d", "3dx2", trump="s")
    with pytest.raises(IllegalAction) as caught:
        legal.check("6d")
    assert (caught.value.rule, caught.value.reason) == ("C-040", "wrong_count")


@pytest.mark.rule("C-087")
def test_what_is_shown_stays_hidden_in_the_dark_room() -> None:
    deal = dealt("2h", "2cx2", rules=chaodipi.Rules.an(), n=8).play("declare 2h").play("overturn 2cx2")
    for seat, own in ((0, 2), (1, 4), (2, 15)):
        view = deal.view(seat)
        shown = {(seat + (call & 3)) % 4: call >> 2 & 15 for call in view.calls[: view.n_calls]}
        assert shown == {0: own if seat == 0 else 15, 1: own if seat == 1 else 15}
        assert (view.trump, view.top_seat, list(map(str, view.known))) == (-1, -1, [""] * 4)


@pytest.mark.rule("CA-36")
def test_any_eight_cards_may_be_buried() -> None:
    deal = declared(dealt("2s Wx2 wx2 5hx2"))
    rest = [str(card) for card in deal.hands[0] if str(card) not in ("W", "w", "5h", "2s")]
    assert f"bury 2s Wx2 wx2 5hx2 {rest[0]}" in deal.legal()
    with pytest.raises(IllegalAction) as caught:
        deal.play("bury 2s Wx2 wx2 5hx2")
    assert (caught.value.rule, caught.value.reason) == ("C-028", "wrong_count")


@pytest.mark.rule("CA-37")
def test_one_who_leaves_loses_and_nobody_gains() -> None:
    match = Match("chaodipi", ["random"] * 4, seed=3, rules=chaodipi.Rules.an())
    match.start()
    match.disconnect(1)
    assert match.standing.totals == (0, 0, 0, 0)
    match.start()
    while match.deal.phase != "play":
        match.step()
    dealer = match.deal.turn
    match.step()
    match.disconnect((dealer + 1) % 4)
    assert match.standing.totals[(dealer + 1) % 4] <= -15
    assert sorted(match.standing.totals)[1:] == [0, 0, 0]
    assert match.record.verify() is None


@pytest.mark.rule("CA-39")
def test_a_round_of_declaring_follows_the_last_card() -> None:
    for grace in (True, False):
        deal = dealt("2h", rules=MING.replace(declare_grace=grace), n=100)
        while deal.phase == "deal":
            deal = deal.play("pass")
        assert deal.phase == ("declare_grace" if grace else "bury")


@pytest.mark.rule("CA-41")
def test_a_void_player_plays_anything() -> None:
    legal = chaodipi.legal("3s 4c 5h", "Ad", trump="s")
    assert {str(action) for action in legal.expand()} == {"3s", "4c", "5h"}


@pytest.mark.rule("CA-43")
def test_the_first_card_goes_to_a_random_seat_and_later_to_the_dealer() -> None:
    firsts = {chaodipi.deal(seed=seed).view(0).first for seed in range(40)}
    assert firsts == {0, 1, 2, 3}
    assert {chaodipi.deal(seed=seed, dealer=2).view(0).first for seed in range(10)} == {2}


@pytest.mark.parametrize(
    ("ask", "problem"),
    [
        *((lambda stage=stage: chaodipi.promote(stage, 1, as_dealer=True), "stage '")
          for stage in ("", "2", "4:2", "1:1", "1:23", "1:", "WIN")),
        (lambda: chaodipi.promote("1:2", -1, as_dealer=True), "gain: at least 0"),
        (lambda: chaodipi.next_dealer(4, dealers_won=True), "dealer: 0 to 3"),
        (lambda: chaodipi.result(79.5), "score: a whole number"),
        (lambda: chaodipi.jdaodi("J", "Jh", "80"), "score: a whole number"),
        (lambda: chaodipi.escape(started=True, dealers=True, score=None), "score: a whole number"),
        (lambda: chaodipi.sky(playouts("chaodipi", 2)), "one tally"),
    ],
)  # fmt: skip
def test_questions_about_no_stage_seat_score_or_deal(ask: Callable[[], object], problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        ask()
