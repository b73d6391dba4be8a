"""Positions of Huapai for tests: some cards are named, the rest is filled up so that it does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from paiju import Deal, huapai

PACK = [
    card for c in huapai.CHARACTERS for card in ([c] * 3 + [f"{c}*"] * 2 if c in huapai.FLOWERED else [c] * 5)
]  # fmt: skip


def split(text: str) -> list[str]:
    """The cards of a text, one string per copy."""
    return [str(card) for card in huapai.cards(text)]


def position(
    *hands: str,
    wall: str | None = None,
    wall_left: int | None = None,
    melds: Sequence[Sequence[tuple[str, str]]] = ((), (), ()),
    drawn: int | None = None,
    keep: str = "",
    rules: huapai.Rules | None = None,
    **setup: Any,
) -> Deal:
    """A position with these cards in the hands of seats 0, 1, 2.

    Args:
        hands: what each seat must hold; filled up to its size with other cards.
        wall: the next cards of the wall; what is left over follows.
        wall_left: cards in the wall.
        melds: by seat its groups.
        drawn: the seat that has drawn.
        keep: characters that no hand is filled up with.
        rules: the options.
    """
    named = [split(hand) for hand in (*hands, "", "", "")[:3]]
    front = _ordered(wall or "")
    used = Counter(card for hand in named for card in hand) + Counter(front)
    used += Counter(card for seat in melds for _, group in seat for card in split(group))
    # First one copy of every kind, then the second ones …: hands are filled up with lonely cards.
    taken = "".join(card[0] for hand in named for card in hand)
    rest = []
    for card, copies in (Counter(PACK) - used).items():
        rest += [((card[0] in keep, card[0] in taken, copy, PACK.index(card)), card) for copy in range(copies)]
    rest = [card for _, card in sorted(rest)]
    full = []
    for seat, hand in enumerate(named):
        size = 25 - 3 * len(melds[seat]) + (seat == drawn)
        assert len(hand) <= size, f"seat {seat} is given {len(hand)} cards, not {size}"
        more, rest = rest[: size - len(hand)], rest[size - len(hand) :]
        full.append(hand + more)
    stock = (front + rest)[: 35 if wall_left is None else wall_left]
    return huapai.deal(hands=full, stock=stock, melds=melds, partial=True, rules=rules, **setup)


def _ordered(text: str) -> list[str]:
    out: list[str] = []
    for char in text.replace(" ", ""):
        if char == "*":
            out[-1] += "*"
        else:
            out.append(char)
    return out


def play(deal: Deal, *actions: str) -> Deal:
    """The deal after some actions."""
    for action in actions:
        deal = deal.play(action)
    return deal


def groups(deal: Deal, seat: int) -> list[tuple[str, str]]:
    """The groups in front of a seat as text."""
    return [(kind, str(cards)) for kind, cards in deal.melds[seat]]


def verbs(deal: Deal) -> set[str]:
    """The verbs that are possible."""
    return set(deal.legal().verbs)


def total(deal: Deal, seat: int) -> int:
    """All cards in front of a seat."""
    return len(deal.hands[seat]) + sum(len(cards) for _, cards in deal.melds[seat])


def surplus(deal: Deal) -> list[int]:
    """By seat: cards in front of it less those that D-03 asks for."""
    out = []
    for seat in range(3):
        fours = sum(kind in ("统", "开招") for kind, _ in deal.melds[seat])
        fives = sum(kind in ("统上顶", "踏船", "开泛") for kind, _ in deal.melds[seat])
        turn = deal.phase == "act" and deal.turn == seat
        if deal.over:
            facts = deal.tally()
            turn = bool(facts["won"][seat]) and facts["discarder"] < 0
        out.append(total(deal, seat) - (25 + turn) - fours - 2 * fives)
    return out


def characters(cards: Iterable[Any]) -> str:
    """The characters of cards, without flowers, sorted."""
    return "".join(sorted(str(card)[0] for card in cards))
