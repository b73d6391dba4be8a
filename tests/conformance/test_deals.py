"""The same seed is the same deal, on every machine and in every release of one shuffle."""

from __future__ import annotations

import json
import random
from types import ModuleType

import numpy as np
import pytest

import paiju
from paiju import _native
from tests.presets import presets

from . import golden
from .support import counts, pack, random_dealt, walk


def test_pinned_deals(game: str) -> None:
    """tests/data/deals.json; a deal that changes needs another name of the shuffle."""
    assert paiju.SHUFFLE == "deal v1"
    pinned = json.loads(golden.DEALS.read_text(encoding="utf-8"))
    assert game in pinned, "run python -m tests.conformance.golden"
    assert golden.pinned_deals(game) == pinned[game]


def test_pinned_perft(game: str) -> None:
    """tests/data/perft/<game>.json, and one for each preset: counts of move paths from named positions."""
    for name, options in presets(game).items():
        path = golden.perft_path(name)
        assert path.exists(), "run python -m tests.conformance.golden"
        pinned = json.loads(path.read_text(encoding="utf-8"))
        table = _native.Table(game, pinned["rules"][0] if options else {})
        assert table.rules == paiju.module(game).Rules(**options).as_dict()
        positions = pinned["positions"]
        assert len({position["seed"] for position in positions}) >= 3
        for position in positions:
            assert len(position["nodes"]) > golden.DEPTH
            deal = table.deal(position["seed"], position["setup"])
            for action in position["line"]:
                deal = deal.play(action)
            assert [deal.perft(depth) for depth in range(len(position["nodes"]))] == position["nodes"]


def test_perft_counts_paths(game: str) -> None:
    """The engine's count is that of a walk over the menus in Python."""

    def paths(deal: paiju.Deal, depth: int) -> int:
        return 1 if depth == 0 else sum(paths(deal.play(row), depth - 1) for row in deal.legal())

    tried = 0
    for seed in range(6):
        for deal, _ in walk(random_dealt(game, seed).deal(), random.Random(seed)):
            if deal.perft(2) <= 300:
                tried += 1
                assert [deal.perft(depth) for depth in range(3)] == [paths(deal, depth) for depth in range(3)]
    assert tried > 10


def test_a_seed_is_a_deal(game: str, play: ModuleType) -> None:
    deals = [play.deal(seed=seed) for seed in range(20)]
    assert deals == [play.deal(seed=seed) for seed in range(20)]
    assert len(set(deals)) == 20
    assert play.deal(seed=np.uint64(7)) == play.deal(seed=np.int64(7)) == deals[7]


def test_generators_as_seeds(game: str, play: ModuleType) -> None:
    assert play.deal(seed=random.Random(5)) == play.deal(seed=random.Random(5))
    assert play.deal(seed=np.random.default_rng(5)) == play.deal(seed=np.random.default_rng(5))
    one, two = play.deal(), play.deal()  # from the system: equal only by a chance of one in 2**64
    assert one != two


def test_all_cards_are_dealt(game: str) -> None:
    """In hands and stock lie all cards of the pack, whatever the rules and set-up."""
    whole = counts(pack(game))
    for seed in range(100):
        deal = random_dealt(game, seed).deal()
        assert np.array_equal(counts(deal.hands) + sum(counts(paiju.Cards(game, [card])) for card in deal.stock), whole)
        assert not any(deal.melds)
        assert not deal.over


def test_every_seat_gets_every_card(game: str, play: ModuleType) -> None:
    """Over many deals each kind lies with each seat, or in the stock where nothing is dealt yet."""
    deals = [play.deal(seed=seed) for seed in range(150)]
    whole = counts(pack(game)) > 0
    for seat, hand in enumerate(deals[0].hands):
        if hand:
            assert np.array_equal(counts([deal.hands[seat] for deal in deals]) > 0, whole)


def test_series_seeds(game: str, play: ModuleType) -> None:
    """Deals of a series differ, and one series does not run into the next."""
    seeds = [paiju.series_seed(seed, index) for seed in range(20) for index in range(20)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_cards_instead_of_a_seed(game: str) -> None:
    """The cards of a deal, given by hand, make that deal again, where nothing lies undealt.

    A leader that the seed drew must be named, and is not drawn again.
    """
    for seed in range(20):
        table = random_dealt(game, seed).rules.table
        deal = table.deal(seed)
        if deal.stock:
            continue
        texts = [str(hand) for hand in deal.hands]
        try:
            again = table.arrange(deal.hands)
        except paiju.PositionError:
            named = {"leader": deal.turn}
            again = table.arrange(deal.hands, setup=named)
            assert table.arrange(texts, setup=named) == again
            assert (again.hands, again.turn, again.phase) == (deal.hands, deal.turn, deal.phase)
        else:
            assert again == deal == table.arrange(texts)


def test_hands_that_cannot_be(game: str) -> None:
    for seed in range(5):
        dealt = random_dealt(game, seed)
        hands = list(dealt.deal().hands)
        table = dealt.rules.table
        bad = [hands[:-1], [*hands, hands[0]], [hands[0]] * len(hands), [pack(game)] * len(hands)]
        for given in bad:
            for partial in (False, True):
                with pytest.raises(paiju.PositionError):
                    table.arrange(given, partial=partial, setup=dealt.setup)
        with pytest.raises(paiju.PositionError):
            table.arrange([""] * len(hands), setup=dealt.setup)
