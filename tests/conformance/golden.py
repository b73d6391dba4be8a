"""Writes the pinned deals and perft counts: ``python -m tests.conformance.golden [GAME ...]``.

Without names it adds the games that have none yet and leaves all others alone. A game that is named is written anew:
that is right only with a reason that the changelog gives, since a pinned deal that changes breaks every record.

tests/data/deals.json holds by game some deals (seed, set-up, who has which cards); tests/data/perft/GAME.json holds
positions of the plain rules (seed, set-up, the actions that lead there) and ``nodes``, the perft counts of depth 0,
1 …; GAME-WORD.json does so of a preset, with its ``rules``. Rust reads all as well.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import paiju
from paiju import Deal, _native
from tests.presets import presets

DATA = Path(__file__).parents[1] / "data"
DEALS = DATA / "deals.json"
PERFT = DATA / "perft"

SEEDS = (0, 1, 2**64 - 1)
"""Of the pinned deals."""
WORK_MAX = 20_000
"""A perft count looks at no more menus than this."""
DEPTH = 4
"""Every perft position is counted to this depth at least."""
DEPTH_MAX = 8


def perft_path(name: str) -> Path:
    """Where the perft counts of a preset are pinned."""
    return PERFT / f"{name}.json"


def setups(game: str) -> list[dict[str, Any]]:
    """The plain set-up, and one with every parameter at its greatest or last value."""
    options = _native.describe(game)["setup"]
    return [{}, {name: allowed[-1] for name, allowed, _rule, _doc in options}] if options else [{}]


def describe_deal(deal: Deal) -> dict[str, Any]:
    """Who has which cards, as text."""
    stock = " ".join(map(str, deal.stock))
    return {"hands": [str(hand) for hand in deal.hands], "stock": stock, "turn": deal.turn, "phase": deal.phase}


def pinned_deals(game: str) -> list[dict[str, Any]]:
    """The deals of a game that are pinned."""
    table = _native.Table(game)
    return [
        {"seed": seed, "setup": setup, **describe_deal(table.deal(seed, setup))}
        for seed in SEEDS
        for setup in setups(game)
    ]


def nodes(deal: Deal) -> list[int]:
    """The perft counts that can be had within the limits."""
    counts = [1]
    while len(counts) <= DEPTH_MAX and counts[-1] <= WORK_MAX:
        counts.append(deal.perft(len(counts)))
    return counts


def pinned_positions(table: _native.Table, seed: int, setup: dict[str, Any]) -> list[dict[str, Any]]:
    """Along one random path: the first, the middle and the last position of those that can be counted deeply."""
    rng, deal = random.Random(seed), table.deal(seed, setup)
    line: list[str] = []
    deep: list[dict[str, Any]] = []
    while not deal.over:
        counts = nodes(deal)
        if len(counts) > DEPTH and counts[DEPTH]:
            deep.append({"seed": seed, "setup": setup, "line": list(line), "nodes": counts})
        action = rng.choice(deal.legal())
        line.append(str(action))
        deal = deal.play(action)
    return [deep[0], deep[len(deep) // 2], deep[-1]]


def pinned_perft(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """What is pinned of a preset: its rules, if they are not the plain ones, and positions."""
    rules = paiju.module(game).Rules(**options)
    positions = [
        position
        for seed in (1, 2, 3)
        for setup in setups(game)
        for position in pinned_positions(rules.table, seed, setup)
    ]
    return ({"rules": [rules.as_dict()]} if options else {}) | {"positions": positions}


def write(path: Path, data: Any) -> None:
    """JSON with one line for each item of the inner lists, so that a change shows in a diff."""
    path.parent.mkdir(exist_ok=True)
    items = {key: [json.dumps(item, ensure_ascii=False) for item in value] for key, value in data.items()}
    blocks = [f"{json.dumps(key)}: [\n  " + ",\n  ".join(lines) + "\n]" for key, lines in items.items()]
    path.write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


def main(names: list[str]) -> None:
    """Writes what is missing, and what is named."""
    deals = json.loads(DEALS.read_text(encoding="utf-8")) if DEALS.exists() else {}
    for game in names or paiju.games():
        if names or game not in deals:
            deals[game] = pinned_deals(game)
        for name, options in presets(game).items():
            if names or not perft_path(name).exists():
                write(perft_path(name), pinned_perft(game, options))
    write(DEALS, dict(sorted(deals.items())))


if __name__ == "__main__":
    main(sys.argv[1:])
