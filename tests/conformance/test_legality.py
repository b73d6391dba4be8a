"""The law of legality: check ok ⇔ reached through picks ⇔ its class is a menu row; every menu row passes check."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from paiju import Action, Cards, Deal, IllegalAction, Legal, PositionError, _native

from .support import action_of, heads, positions, submultisets

EXHAUSTIVE = 600
"""Concrete actions, or sets of cards, up to which a position is looked at in full."""
SOME = 60
"""Random sets of cards that are looked at elsewhere."""


def verbs_with_cards(game: str) -> list[str]:
    return [verb for verb, cards in heads(game).items() if cards]


def refusal(legal: Legal, action: Action) -> IllegalAction | None:
    """Why `check` refuses an action, if it does."""
    try:
        legal.check(action)
    except IllegalAction as error:
        return error
    return None


def is_legal(legal: Legal, action: Action) -> bool:
    """What `check` says, which `in` must repeat."""
    error = refusal(legal, action)
    assert error is None or (error.reason and error.action == action)
    assert (action in legal) == (error is None)
    return error is None


def is_complete(legal: Legal, verb: str, cards: Cards) -> bool:
    """What `picks` says of a set of cards: an action as it is. Sets that lead nowhere are refused."""
    try:
        return legal.picks(cards, verb).complete
    except PositionError:
        return False


def reached(legal: Legal, verb: str) -> set[Action]:
    """Every action that can be put together card by card."""
    empty = Cards(legal.deal.game)
    done, open_sets = {empty}, [empty]
    found = set()
    while open_sets:
        cards = open_sets.pop()
        picks = legal.picks(cards, verb)
        assert picks.complete or picks.more, f"a dead end at {cards}"
        if picks.complete:
            found.add(action_of(verb, cards))
        for card in picks.more:
            if (bigger := cards + card) not in done:
                done.add(bigger)
                open_sets.append(bigger)
    return found


def assert_menu(legal: Legal) -> None:
    """The rows pass check, stand for themselves, and are no more than the game promises."""
    game, rows = legal.deal.game, list(legal)
    assert 1 <= len(rows) == len(set(rows)) <= _native.describe(game)["menu_max"]
    assert sorted({row.verb for row in rows}) == sorted(legal.verbs)
    for row in rows:
        legal.check(row)
        assert row in legal
        assert legal.row_of(row) == row
        assert Action(game, str(row)) == row


def assert_faces_agree(legal: Legal, action: Action, rows: set[Action]) -> bool:
    """check, picks and class give the same answer on a concrete action; returns it."""
    ok = is_legal(legal, action)
    if heads(legal.deal.game)[action.verb]:
        assert is_complete(legal, action.verb, action.cards) == ok, action
    else:
        assert (action.verb in legal.verbs) == ok, action
    if ok:
        assert legal.row_of(action) in rows, action
    else:
        with pytest.raises(IllegalAction):
            legal.row_of(action)
        with pytest.raises(IllegalAction):
            legal.deal.play(action)
    return ok


def near(deal: Deal, rng: random.Random) -> Iterator[Cards]:
    """Sets of cards from the hand to move and the cards of its menu, one foreign card among them."""
    seat = deal.turn
    assert seat is not None
    hand = deal.hands[seat]
    universe = {str(card): hand.count(card) for card in hand}
    for row in deal.legal()[:50]:
        universe.update({str(card): max(row.cards.count(card), hand.count(card)) for card in row.cards})
    others = [card for other in deal.hands for card in other if str(card) not in universe]
    if others:
        universe[str(rng.choice(others))] = 1
    return submultisets(Cards(deal.game, [f"{card}x{n}" for card, n in universe.items()]), EXHAUSTIVE, SOME, rng)


def test_menu(game: str) -> None:
    for deal, _ in positions(game, range(8), share=0.5):
        if not deal.over:
            assert_menu(deal.legal())


def test_all_concrete_actions(game: str) -> None:
    """Where the concrete actions can all be listed: the list, picks and menu hold the same actions."""
    seen = 0
    for deal, _ in positions(game, range(12), share=0.25):
        legal = deal.legal()
        if not 0 < legal.count() <= EXHAUSTIVE:
            continue
        seen += 1
        listed = list(legal.expand())
        assert len(listed) == legal.count() == len(set(listed))
        assert all(is_legal(legal, action) for action in listed)
        assert {legal.row_of(action) for action in listed} == set(legal)
        silent = {Action(game, verb) for verb in legal.verbs if not heads(game)[verb]}
        with_cards = [verb for verb in verbs_with_cards(game) if verb in legal.verbs]
        assert silent.union(*(reached(legal, verb) for verb in with_cards)) == set(listed)
    assert seen > 20


def test_any_set_of_cards(game: str) -> None:
    """check, picks and class agree on any cards: all sets of small hands, random sets of large ones."""
    answers = {True: 0, False: 0}
    for deal, rng in positions(game, range(6), share=0.1):
        if deal.over:
            continue
        legal = deal.legal()
        rows = set(legal)
        for verb, with_cards in heads(game).items():
            if not with_cards:
                answers[assert_faces_agree(legal, Action(game, verb), rows)] += 1
        for cards in filter(None, near(deal, rng)):
            for verb in verbs_with_cards(game):
                answers[assert_faces_agree(legal, action_of(verb, cards), rows)] += 1
    assert answers[True] > 100
    assert answers[False] > 1000


def test_samples_of_full_hands(game: str) -> None:
    """Drawn concrete actions pass check, and picks lead to them card by card in any order."""
    for deal, rng in positions(game, range(16), share=0.25):
        if deal.over:
            continue
        legal = deal.legal()
        rows = set(legal)
        for _ in range(5):
            action = legal.sample(rng.getrandbits(64))
            assert assert_faces_agree(legal, action, rows)
            if not heads(game)[action.verb]:
                continue
            cards = list(action.cards)
            rng.shuffle(cards)
            for n, card in enumerate(cards):
                assert card in legal.picks(cards[:n], action.verb).more
            assert legal.picks(cards, action.verb).complete


def test_picks_never_lead_into_a_dead_end(game: str) -> None:
    """Random choices from `more` end at a legal action; a card that is not offered there is refused."""
    refused = 0
    for deal, rng in positions(game, range(16), share=0.25):
        legal = deal.legal()
        for verb in verbs_with_cards(game):
            if verb not in legal.verbs:
                with pytest.raises(PositionError):
                    legal.picks("", verb)
                continue
            cards = Cards(game)
            while True:
                picks = legal.picks(cards, verb)
                refused += assert_closed(legal, verb, cards, rng)
                if picks.complete and (not picks.more or rng.random() < 0.3):
                    break
                assert cards + picks.more, "more cards of a kind than the pack holds"
                cards += rng.choice(list(picks.more))
            assert action_of(verb, cards) in legal
    assert refused > 100


def assert_closed(legal: Legal, verb: str, cards: Cards, rng: random.Random) -> int:
    """A card of the hand that is not offered is refused; returns whether there was one."""
    seat = legal.deal.turn
    assert seat is not None
    more = legal.picks(cards, verb).more
    rest = [card for card in legal.deal.hands[seat] if card not in more and cards.count(card) < card.copies]
    if not rest:
        return 0
    with pytest.raises(PositionError):
        legal.picks(cards + rng.choice(rest), verb)
    return 1


def test_expand_starts_anywhere(game: str) -> None:
    """`expand(i)` goes on from `unrank(i)`, in the order of the whole list."""
    for deal, rng in positions(game, range(6), share=0.1):
        legal = deal.legal()
        count = legal.count()
        for index in {0, count - 1, *(rng.randrange(count) for _ in range(3))} if count else ():
            listed = list(zip(range(3), legal.expand(index), strict=False))
            assert [action for _, action in listed] == [legal.unrank(i) for i in range(index, min(index + 3, count))]
            assert all(action in legal for _, action in listed)
        assert list(legal.expand(count)) == []
        with pytest.raises(IndexError):
            legal.unrank(count)


def test_sample_is_uniform(game: str) -> None:
    """Every concrete action of a position is drawn about as often (chi-square, six deviations, fixed seeds)."""
    tried = 0
    for deal, _ in positions(game, range(20), share=0.1):
        legal = deal.legal()
        if not 2 <= legal.count() <= 60:
            continue
        tried += 1
        hits = dict.fromkeys(legal.expand(), 0)
        expected = 40
        for seed in range(expected * len(hits)):
            hits[legal.sample(seed)] += 1
        square = sum((n - expected) ** 2 / expected for n in hits.values())
        freedom = len(hits) - 1
        assert square < freedom + 6 * (2 * freedom) ** 0.5, (square, freedom)
        if tried == 15:
            break
    assert tried
