"""炒地皮: the engine against the oracle, a plain reading of the rule book that shares nothing with it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju import Deal, IllegalAction, chaodipi, playouts
from tests.games.support import options_of, pair, text
from tests.oracle import chaodipi as oracle
from tests.oracle.chaodipi_cards import kill_key
from tests.oracle.chaodipi_follow import why_not

NUMBERS: dict[str, list[Any]] = {
    "dark_fail": [80, 0, 40], "misthrow_points": [10, 0, 5], "bao_red5": [50, 0, 70], "bottom_single": [2, 3, 0],
    "bottom_pair": [4, 2, 1], "circles": [3, 1, 4], "flag_threshold": [100, 120, 80], "sky_points": [16, 13, 20],
    "escape_min": [15, None, 20],
    "overturn_order": [
        ("c", "d", "s", "h", "w", "W", "R5", "BACK"), ("d", "c", "h", "s", "w", "W", "R5"), ("R5", "c", "BACK", "W"),
        ("d", "c", "h", "s", "w", "W", "R5", "BACK"),
    ],
    "must_play": [("3:A",), (), ("1:J", "1:A")],
}  # fmt: skip
VALUES: dict[str, list[Any]] = {**{name: list(values) for name, values in oracle.VALUES.items()}, **NUMBERS}
LEVELS = [*oracle.RANKS, None]
TRUMPS = [*oracle.SUITS, None]

some_rules = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()})


def some_cards(rng: random.Random, size: int, suits: str = oracle.SUITS) -> list[str]:
    """Cards from a narrow part of the pack, so that pairs, tractors and 510Ks are common."""
    ranks = rng.choice(["A23456", "56789T", "9TJQKA", "5TK234", "QKA234", "5TKJQA"])
    part = [rank + suit for rank in ranks for suit in suits] * 2
    part += [card for card in ("w", "W", "5h", "5s", "Ts", "Ks") for _ in range(2) if part.count(card) < 2]
    rng.shuffle(part)
    return part[:size]


def table_of(options: dict[str, Any], level: str | None, trump: str | None) -> oracle.Table:
    return oracle.Table(oracle.full_rules(options), level, trump)


# --- what cards are, and which play is higher -------------------------------------------------------------------------


@settings(max_examples=700, deadline=None)
@given(st.randoms(use_true_random=False), some_rules, st.sampled_from(LEVELS), st.sampled_from(TRUMPS))
def test_any_cards_are_classified_alike(
    rng: random.Random, options: dict[str, Any], level: str | None, trump: str | None
) -> None:
    trump = trump if level else None
    rules, table = chaodipi.Rules(**options), table_of(options, level, trump)
    for _ in range(12):
        suits = "".join(rng.sample(oracle.SUITS, rng.choice([1, 1, 1, 2])))
        cards = some_cards(rng, rng.choice([1, 2, 3, 3, 4, 4, 5, 6, 6, 8]), suits)
        if rng.random() < 0.5:
            cards = [card for card in cards if oracle.class_of(card, table) == oracle.class_of(cards[0], table)]
        found, expected = chaodipi.classify(cards, rules, trump=trump, level=level), oracle.classify(cards, table)
        assert (found and found.name) == (expected and expected.name), (cards, level, trump)
        if found is not None and expected is not None:
            assert (found.length or None, found.count) == (expected.length, len(cards))
            assert found.side == bool(expected.side)


@settings(max_examples=500, deadline=None)
@given(st.randoms(use_true_random=False), some_rules, st.sampled_from(LEVELS), st.sampled_from(TRUMPS))
def test_tricks_are_won_alike(
    rng: random.Random, options: dict[str, Any], level: str | None, trump: str | None
) -> None:
    trump = trump if level else None
    rules, table = chaodipi.Rules(**options), table_of(options, level, trump)
    for _ in range(6):
        cards = some_cards(rng, 40)
        lead = lead_from(rng, cards, table)
        rest = list((Counter(cards) - Counter(lead)).elements())
        plays = [lead]
        for _ in range(3):
            play = reply(rng, rest, lead, table)
            rest = list((Counter(rest) - Counter(play)).elements())
            plays.append(play)
        assert chaodipi.winner(plays, trump, level, rules) == oracle.winner(plays, table), (plays, level, trump)
        valid = kill_key(lead, plays[1], table) is not None
        if valid:
            assert chaodipi.beats(plays[1], lead, rules, trump=trump, level=level)


def lead_from(rng: random.Random, cards: list[str], table: oracle.Table) -> list[str]:
    """A lead: often with pairs, now and then a 510K."""
    suit = oracle.class_of(rng.choice(cards), table)
    own = [card for card in cards if oracle.class_of(card, table) == suit]
    if rng.random() < 0.3:
        for natural in rng.sample(oracle.SUITS, 4):
            for copies in rng.sample([1, 2], 2):
                three = ["5" + natural, "T" + natural, "K" + natural] * copies
                if not Counter(three) - Counter(cards) and oracle.classify(three, table):
                    return three
    kinds = rng.sample(sorted(set(own)), min(len(set(own)), rng.randint(1, 3)))
    return [card for kind in kinds for card in [kind] * rng.choice([1, own.count(kind)])]


def reply(rng: random.Random, cards: list[str], lead: list[str], table: oracle.Table) -> list[str]:
    """As many cards: often all of the led suit or all trumps, with pairs."""
    wanted = rng.choice([oracle.class_of(lead[0], table), "TR", None])
    own = [card for card in cards if wanted is None or oracle.class_of(card, table) == wanted]
    own = own if len(own) >= len(lead) else cards
    kinds = rng.sample(sorted(set(own)), len(set(own)))
    kinds.sort(key=lambda kind: -own.count(kind) if rng.random() < 0.8 else 0)
    return [card for kind in kinds for card in [kind] * own.count(kind)][: len(lead)]


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), some_rules, st.sampled_from(LEVELS), st.sampled_from(TRUMPS))
def test_throws_end_alike(rng: random.Random, options: dict[str, Any], level: str | None, trump: str | None) -> None:
    trump = trump if level else None
    rules, table = chaodipi.Rules(**options), table_of(options, level, trump)
    cards = some_cards(rng, 36, "".join(rng.sample(oracle.SUITS, 2)))
    thrown = lead_from(rng, cards, table)
    rest = list((Counter(cards) - Counter(thrown)).elements())
    rng.shuffle(rest)
    others = [rest[seat::3][: rng.randint(1, 12)] for seat in range(3)]
    if oracle.classify(thrown, table).name != "throw":
        return
    expected = oracle.throw(thrown, others, table)
    found = chaodipi.throw(thrown, others, trump, level, rules)
    assert (found.accepted, found.wrong, found.fine) == (expected["accepted"], expected["wrong"], expected["fine"])
    assert sorted(map(str, found.led)) == expected["led"], (thrown, others, level, trump)


# --- what a hand may do -----------------------------------------------------------------------------------------------


@settings(max_examples=250, deadline=None)
@given(st.randoms(use_true_random=False), some_rules, st.sampled_from(LEVELS), st.sampled_from(TRUMPS))
def test_a_hand_may_follow_with_the_same_cards(
    rng: random.Random, options: dict[str, Any], level: str | None, trump: str | None
) -> None:
    trump = trump if level else None
    rules, table = chaodipi.Rules(**options), table_of(options, level, trump)
    cards = some_cards(rng, 30, "".join(rng.sample(oracle.SUITS, rng.choice([1, 2, 2]))))
    lead = lead_from(rng, cards, table)
    rest = list((Counter(cards) - Counter(lead)).elements())
    rng.shuffle(rest)
    hand = sorted(rest[: max(len(lead), rng.randint(2, 12))])
    if len(hand) < len(lead):
        return
    legal = chaodipi.legal(hand, lead, rules, trump=trump, level=level)
    expected = {cards for cards in oracle._sets(hand, len(lead)) if why_not(lead, hand, cards, table) is None}
    same_set(legal, {("play", cards) for cards in expected})
    for cards in rng.sample(sorted(oracle._sets(hand, len(lead))), min(8, len(list(oracle._sets(hand, len(lead)))))):
        broken = why_not(lead, hand, cards, table)
        assert (text(("play", cards)) in legal) == (broken is None)
        if broken is not None:
            with pytest.raises(IllegalAction) as caught:
                legal.check(text(("play", cards)))
            assert caught.value.rule == broken, (lead, hand, cards, level, trump)


def same_set(legal: Any, expected: set[tuple[str, tuple[str, ...]]]) -> None:
    """The engine's actions, counted, unranked, picked and by class, are those of the oracle."""
    assert legal.count() == len(expected)
    assert {pair(action) for action in legal.expand()} == expected
    rows = [pair(action) for action in legal]
    assert len(set(rows)) == len(rows)
    assert set(rows) <= expected
    assert {pair(legal.row_of(text(action))) for action in expected} == set(rows)


@settings(max_examples=120, deadline=None)
@given(st.randoms(use_true_random=False), some_rules, st.sampled_from(LEVELS), st.sampled_from(TRUMPS))
def test_a_hand_may_lead_the_same_cards(
    rng: random.Random, options: dict[str, Any], level: str | None, trump: str | None
) -> None:
    trump = trump if level else None
    hand = some_cards(rng, rng.randint(1, 9))
    rules, table = chaodipi.Rules(**options), table_of(options, level, trump)
    expected = {
        ("play", tuple(sorted(cards)))
        for size in range(1, len(hand) + 1)
        for cards in oracle._sets(hand, size)
        if oracle.classify(cards, table)
    }
    same_set(chaodipi.legal(hand, None, rules, trump=trump, level=level), expected)


# --- whole deals ------------------------------------------------------------------------------------------------------


def same_state(deal: Deal, state: oracle.State) -> None:
    """The engine's deal and the oracle's state are the same decision."""
    assert (deal.turn, deal.phase) == (oracle.turn(state), oracle.phase(state))
    assert [sorted(map(str, hand)) for hand in deal.hands] == [list(hand) for hand in state.hands]
    if deal.over:
        return
    if state.phase in oracle.WINDOWS:
        assert {pair(action) for action in deal.legal()} == set(oracle.actions(state))
    if state.phase == "play":
        view = deal.view(0)
        assert [int(n) for n in view.captured] == list(state.captured)
        assert [int(n) for n in view.wrong] == list(state.wrong)
        assert [int(n) for n in view.lost] == list(state.lost)
        assert int(view.failed[0]) == sum(
            c.act == "chao" and not c.effective and (c.seat - state.dealer) % 2 == 0 for c in state.calls
        )


def some_refusals(deal: Deal, state: oracle.State, rng: random.Random) -> None:
    """Random actions, most of them not legal, are refused for the same rule or taken by both."""
    hand = state.hands[state.seat]
    for _ in range(3):
        size = len(state.trick[0]) if state.trick and rng.random() < 0.8 else rng.choice([1, 2, 2, 3, 8])
        source = hand if rng.random() < 0.9 else oracle.PACK
        cards = tuple(sorted(rng.sample(source, min(len(source), size))))
        verb = {"play": "play", "bury": "bury", "chaodi_ask": "chao"}.get(state.phase)
        verb = verb or rng.choice(["declare", "overturn", "declare h", "pass"])
        broken = oracle.check(state, (verb, cards))
        if verb == "pass" and cards:
            continue
        assert (text((verb, cards)) in deal.legal()) == (broken is None)
        if broken is None:
            continue
        with pytest.raises(IllegalAction) as caught:
            deal.play(text((verb, cards)))
        book = {caught.value.rule, broken}
        # Where a lead of several suits looks like a 5-10-K the engine says why it is none.
        assert len(book) == 1 or (broken == "C-052" and caught.value.rule in ("C-108", "CA-19")), (verb, cards, state)


def choose(deal: Deal, state: oracle.State, rng: random.Random) -> tuple[str, tuple[str, ...]]:
    """An action for both: from the menu, or any legal one."""
    legal = deal.legal()
    if state.phase in oracle.WINDOWS and rng.random() < 0.5:
        return "pass", ()
    action = legal[rng.randrange(len(legal))] if rng.random() < 0.7 else legal.sample(rng)
    return pair(action)


def play_out(deal: Deal, state: oracle.State, rng: random.Random) -> np.void:
    """Plays a deal to its end in both, comparing every state; the tally."""
    while not deal.over:
        same_state(deal, state)
        if rng.random() < 0.4:
            some_refusals(deal, state, rng)
        action = choose(deal, state, rng)
        deal, state = deal.play(text(action)), oracle.apply(state, action)
    same_state(deal, state)
    same_end(deal, state)
    return deal.tally()


def same_end(deal: Deal, state: oracle.State) -> None:
    """The same facts, 积分 and stages."""
    tally, rules, expected = deal.tally(), chaodipi.Rules(**deal.rules), oracle.tally(state)
    assert tally["void"] == expected["void"]
    assert chaodipi.score(tally, rules)[0].tolist() == oracle.score(state)
    assert list(chaodipi.explain(tally, rules).points) == oracle.score(state)
    if expected["void"]:
        return
    both = ("wrong", "failed", "red5_lost", "red5_kept")
    assert {name: tally[name].tolist() for name in both} == {
        name: [expected[f"{name}_dealers"], expected[f"{name}_attackers"]] for name in both
    }
    assert tally["captured"].tolist() == [expected["captured_dealers"], expected["captured"]]
    assert (tally["dealer"], tally["bottom"], tally["last"]) == (
        expected["dealer"], expected["bottom"], expected["last_seat"],
    )  # fmt: skip
    assert (tally["burier"] if not expected["flag"] else None) == expected["burier"]
    end = oracle.result(state)
    assert chaodipi.final_score(tally, rules).tolist() == [end["score"]]
    progress = chaodipi.progress(rules)
    progress.stages, progress.dealer = list(state.stages), expected["dealer"]
    progress.settle(tally, oracle.score(state))
    mine = expected["dealer"] % 2
    assert (progress.stages[mine], progress.stages[1 - mine]) == (end["dealers_to"], end["attackers_to"])
    assert progress.dealer == end["next_dealer"]


def test_whole_deals_go_alike_state_by_state() -> None:
    """Full deals; the options take every value there is."""
    rng = random.Random(40)
    taken: dict[str, set[Any]] = {name: set() for name in VALUES}
    for index in range(24):
        options = options_of(VALUES, index, rng)
        stock = rng.sample(oracle.PACK, 108)
        dealer, level = rng.choice([None, 0, 1, 2, 3]), rng.choice(oracle.RANKS)
        level = level if dealer is not None else "2"
        first = rng.randrange(4)
        rules = chaodipi.Rules(**options)
        deal = chaodipi.deal(rules=rules, dealer=dealer, level=level, first=first, stock=stock)
        state = oracle.start(options, [], stock, level=level, dealer=dealer, first_recipient=first)
        play_out(deal, state, rng)
        for name, value in options.items():
            taken[name].add(value)
    assert taken == {name: set(values) for name, values in VALUES.items()}
    assert set(taken) == set(chaodipi.Rules().as_dict()), "an option that is not compared"


def test_flag_deals_go_alike_state_by_state() -> None:
    rng = random.Random(41)
    for index in range(4):
        options = {**options_of(VALUES, index, rng), "flag": True}
        stock, dealer = rng.sample(oracle.PACK, 108), rng.randrange(4)
        deal = chaodipi.deal(rules=chaodipi.Rules(**options), dealer=dealer, level=None, stock=stock)
        play_out(deal, oracle.start(options, [], stock, dealer=dealer, flag=True), rng)


def test_ends_of_deals_go_alike_state_by_state() -> None:
    """Short hands with many pairs, tractors and 510Ks."""
    rng = random.Random(42)
    skies = 0
    for index in range(220):
        options, size = options_of(VALUES, index, rng), rng.choice([1, 2, 3, 3, 4, 6, 7])
        cards = some_cards(rng, 4 * size + 4, "".join(rng.sample(oracle.SUITS, rng.choice([2, 4]))))
        hands, bottom = [sorted(cards[seat * size : (seat + 1) * size]) for seat in range(4)], cards[4 * size :]
        dealer, leader, level = rng.randrange(4), rng.randrange(4), rng.choice(oracle.RANKS)
        if index % 3 == 0:
            hands = sky_hands(rng, leader)
        trump = rng.choice([*oracle.SUITS, "nt"])
        at = {"dealer": dealer, "leader": leader, "level": level, "captured": rng.choice([0, 60, 85])}
        rules = chaodipi.Rules(**options)
        if Counter(bottom + [c for h in hands for c in h]) - Counter(oracle.PACK):
            bottom = []
        deal = chaodipi.deal(rules=rules, hands=hands, stock=bottom, trump=trump, partial=True, **at)
        state = oracle.start(options, hands, trump=trump, bottom=bottom, **at)
        skies += chaodipi.sky(play_out(deal, state, rng), rules) is not None
    assert skies > 5, "these deals were to be rich in 上天入地"


def sky_hands(rng: random.Random, leader: int) -> list[list[str]]:
    """Hands of three cards, the leader's a 510K."""
    suit = rng.choice(oracle.SUITS)
    hands = [["5" + suit, "T" + suit, "K" + suit]]
    rest = list((Counter(oracle.PACK) - Counter(hands[0])).elements())
    cards = rng.sample(rest, 9)
    hands += [cards[:3], cards[3:6], cards[6:]]
    return [sorted(hands[(seat - leader) % 4]) for seat in range(4)]


# --- settlement -------------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(st.integers(-300, 600), some_rules)
def test_scores_mean_the_same(score: int, options: dict[str, Any]) -> None:
    score -= score % 5
    rules = chaodipi.Rules(**options)
    assert chaodipi.result(score, rules) == tuple(oracle.levels(score).values())
    expected = oracle.flag_result(score, oracle.full_rules(options))
    found = chaodipi.result(score, rules, flag=True)
    assert (bool(found.gain_dealers), found.gain_attackers, found.points_dealers) == tuple(expected.values())


@settings(max_examples=200, deadline=None)
@given(st.data(), some_rules, st.integers(0, 20), st.booleans())
def test_teams_rise_alike(data: st.DataObject, options: dict[str, Any], gain: int, as_dealer: bool) -> None:
    rules = oracle.full_rules(options)
    stages = [f"{circle}:{rank}" for circle in range(1, rules["circles"] + 1) for rank in oracle.RANKS]
    stage = data.draw(st.sampled_from([*stages, *(["FLAG"] if rules["flag"] else [])]))
    found = chaodipi.promote(stage, gain, as_dealer=as_dealer, rules=chaodipi.Rules(**options))
    assert found == oracle.promote(stage, gain, as_dealer, rules)


def test_the_score_of_many_tallies_is_that_of_each() -> None:
    rules = chaodipi.Rules.kang()
    tallies = playouts("chaodipi", n=50, seed=5, rules=rules)
    points = chaodipi.score(tallies, rules)
    assert not points.sum(axis=1).any()
    assert np.array_equal(points, np.concatenate([chaodipi.score(one, rules) for one in tallies]))
