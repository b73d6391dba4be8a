"""Random rules, set-ups and positions of any game, drawn by seed so that a failure can be repeated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import paiju
from paiju import Action, Cards, Deal, _native

PLIES_MAX = 5_000
"""No deal of any game is longer, in actions."""


class Dealt(NamedTuple):
    """Where a deal came from."""

    seed: int
    rules: Any
    setup: dict[str, Any]

    def deal(self) -> Deal:
        """The deal at its first decision."""
        deal: Deal = self.rules.table.deal(self.seed, self.setup)
        return deal


def draw(rng: random.Random, options: list[Any], *, change: float) -> dict[str, Any]:
    """Some options with allowed values; each is changed with a probability."""
    return {name: value(rng, allowed) for name, allowed, _rule, _doc in options if rng.random() < change}


def value(rng: random.Random, allowed: Any) -> Any:
    """An allowed value: any word or truth value; of numbers the bounds and some small ones."""
    if isinstance(allowed, list):
        return rng.choice(allowed)
    least, greatest = allowed
    return rng.choice([least, greatest, min(least + 1, greatest), min(least + rng.randrange(20), greatest)])


def random_rules(game: str, rng: random.Random, change: float = 0.5) -> Any:
    """A random option record."""
    return paiju.module(game).Rules(**draw(rng, _native.describe(game)["rules"], change=change))


def random_dealt(game: str, seed: int) -> Dealt:
    """A random deal of random rules and set-up; seed 0 is the plain one, with all defaults."""
    rng = random.Random(f"{game} {seed}")
    if seed == 0:
        return Dealt(0, paiju.module(game).Rules(), {})
    setup = draw(rng, _native.describe(game)["setup"], change=0.5)
    return Dealt(rng.getrandbits(64), random_rules(game, rng), setup)


def walk(deal: Deal, rng: random.Random, plies: int = PLIES_MAX) -> Iterator[tuple[Deal, Action | None]]:
    """The deals on a random path, each with the action taken in it; the last one without.

    Half of the actions are menu rows, half are concrete ones drawn from all; a path that does not end is an error.
    """
    for _ in range(plies):
        if deal.over:
            break
        legal = deal.legal()
        action = rng.choice(legal) if rng.random() < 0.5 else legal.sample(rng.getrandbits(64))
        yield deal, action
        deal = deal.play(action)
    else:
        assert plies < PLIES_MAX, f"the deal does not end within {plies} actions: {deal!r}"
    yield deal, None


def positions(game: str, seeds: range, share: float = 1.0) -> Iterator[tuple[Deal, random.Random]]:
    """Positions of random walks under random rules, a share of each walk, first and last ones included."""
    for seed in seeds:
        rng = random.Random(f"positions {game} {seed}")
        for ply, (deal, action) in enumerate(walk(random_dealt(game, seed).deal(), rng)):
            if ply == 0 or action is None or rng.random() < share:
                yield deal, rng


def counts(cards: Cards | Any) -> npt.NDArray[np.int64]:
    """Copies by slot of cards, or of several sets together."""
    if isinstance(cards, Cards):
        return cards.counts().astype(np.int64)
    return sum((counts(part) for part in cards), np.zeros(64, np.int64))


def pack(game: str) -> Cards:
    """All cards of a game: every copy of every kind that lies somewhere in a fresh deal."""
    deal = paiju.module(game).deal(seed=0)
    kinds = {card for hand in deal.hands for card in hand} | set(deal.stock)
    return Cards(game, [f"{card}x{card.copies}" for card in kinds])


def heads(game: str) -> dict[str, bool]:
    """The verbs of a game, and whether cards belong to them."""
    return dict(_native.describe(game)["heads"])


def action_of(verb: str, cards: Cards) -> Action:
    """An action with cards from its parts."""
    return Action(cards.game, f"{verb} {cards}")


def submultisets(cards: Cards, most: int, some: int, rng: random.Random) -> Iterator[Cards]:
    """Sub-multisets of cards: all of them when there are at most ``most``, else some random ones of all sizes."""
    copies = [(str(card), int(cards.count(card))) for card in sorted(set(cards))]
    total = int(np.prod([n + 1 for _, n in copies], dtype=np.float64))
    if total <= most:
        for ns in product(*(range(n + 1) for _, n in copies)):
            yield chosen(cards.game, copies, ns)
        return
    for _ in range(some):
        share = rng.random() ** 2
        yield chosen(cards.game, copies, [sum(rng.random() < share for _ in range(n)) for _, n in copies])


def chosen(game: str, copies: list[tuple[str, int]], ns: Any) -> Cards:
    """So many copies of each kind."""
    return Cards(game, [f"{card}x{n}" for (card, _), n in zip(copies, ns, strict=True) if n])
