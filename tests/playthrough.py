"""Playthroughs: the readable text of a whole deal of each preset, in `tests/data/playthroughs`, compared byte by byte.

A change of the rules, of the order of the menu, of names, views, tallies or scores shows in the text as a diff that can
be read. The agents draw uniformly from the menu with a generator of their own.

    python -m tests.playthrough                  writes all playthroughs
    python -m tests.playthrough chaodipi-kang    writes one
"""

from __future__ import annotations

import random
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paiju
from paiju import Action, Cards, Deal, Legal
from tests.presets import ALL

FOLDER = Path(__file__).resolve().parent / "data/playthroughs"
SEED = 1
ROWS = 60
"""The most legal rows of one state that are written out; of longer menus the others are counted."""
CARDS = 20
"""Card sets of a view with more cards are counted, not listed."""
WIDTH = 118


def path_of(name: str) -> Path:
    """Where the playthrough of a preset is kept."""
    return FOLDER / f"{name}.txt"


def text(name: str, seed: int = SEED) -> str:
    """The playthrough of a preset."""
    return "".join(f"{line}\n" for line in _lines(*ALL[name], seed))


def _lines(game: str, options: dict[str, Any], seed: int) -> Iterator[str]:
    play = paiju.module(game)
    rules, rng = play.Rules(**options), random.Random(seed)
    deal = play.deal(seed=seed, rules=rules)
    yield f"game: {game}"
    yield f"deal: seed {seed}, {paiju.SHUFFLE}"
    yield from _wrapped("rules: ", [f"{name}={value!r}" for name, value in rules.as_dict().items()], ", ")
    yield from _cards(deal)
    number = 0
    while not deal.over:
        legal = deal.legal()
        action = legal[int(rng.random() * len(legal))]
        yield ""
        yield from _state(number, deal, legal)
        yield f"  action: {_named(action)}"
        deal, number = deal.play(action), number + 1
    yield ""
    yield f"== end after {number} actions: {deal.phase}"
    yield from _cards(deal)
    tally = deal.tally()
    for name in tally.dtype.names or ():
        yield f"tally {name}: {tally[name].tolist()}"
    score = play.explain(tally, rules)
    yield f"points: {list(score.points)}"
    for line in score.lines:
        yield f"  {line.rule} seat {line.seat}: {line.amount} | {line.en} | {line.zh}"


def _cards(deal: Deal) -> Iterator[str]:
    """Where all cards are."""
    for seat, (hand, melds) in enumerate(zip(deal.hands, deal.melds, strict=True)):
        yield from _wrapped(f"hand {seat}: ", str(hand).split(), " ")
        yield from (f"  {kind}: {cards}" for kind, cards in melds)
    if deal.stock:
        yield from _wrapped("stock: ", [str(card) for card in deal.stock], " ")


def _state(number: int, deal: Deal, legal: Legal) -> Iterator[str]:
    """One decision: who, what he knows, what he may do."""
    seat = deal.turn
    assert seat is not None
    yield f"== {number}: seat {seat}, {deal.phase}"
    view = deal.view(seat)
    yield from _wrapped("  view: ", [f"{name}={_value(getattr(view, name))}" for name in view.fields], ", ")
    yield f"  legal: {len(legal)} rows, {legal.count()} actions"
    names = [_named(action) for action in legal[:ROWS]]
    if len(legal) > ROWS:
        names.append(f"and {len(legal) - ROWS} more")
    yield from _wrapped("  rows: ", names, "; ")


def _named(action: Action) -> str:
    """An action with the name of its shape."""
    return f"{action} [{action.shape}]" if action.shape is not None else str(action)


def _value(value: Any) -> str:
    if isinstance(value, Cards):
        return f"[{value}]" if len(value) <= CARDS else f"[{len(value)} cards]"
    if isinstance(value, tuple):
        return "(" + " ".join(_value(item) for item in value) + ")"
    return str(value)


def _wrapped(head: str, items: list[str], separator: str) -> list[str]:
    """A list of items behind a head, on as many lines as it takes; no item is broken."""
    parts = [item.replace(" ", "\0") for item in items]
    lines = textwrap.wrap(
        head.replace(" ", "\0") + separator.join(parts),
        WIDTH,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ").rstrip() for line in lines]


def main(names: list[str]) -> None:
    """Writes playthroughs."""
    for name in names or ALL:
        path_of(name).write_text(text(name), encoding="utf-8", newline="\n")
        print(path_of(name).name)


if __name__ == "__main__":
    main(sys.argv[1:])
