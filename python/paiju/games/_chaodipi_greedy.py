"""The rule-of-thumb player of 炒地皮."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._native import Action, Cards, Legal, View
from ._chaodipi_rules import FLAG, ORDER, RANKS

_POINTS = {"5": 5, "T": 10, "K": 10}
_NO_TRUMP = 4


def greedy(view: View, legal: Legal) -> Action:
    """The rule-of-thumb player.

    It shows a combination when that makes more than its share of its cards trumps; buries what is worth least,
    emptying short suits; leads what cannot be beaten in its suit, tractors first, and else a low card; wins a trick as
    cheaply as it can when the points are worth it, gives points to its partner, and else plays what it needs least.
    """
    if len(legal) == 1:
        return legal[0]
    seen: Any = view
    if seen.phase in (0, 1, 3):
        return _show(seen, legal)
    order = _Order(_trump(seen), int(seen.level))
    if seen.phase == 2:
        return min(legal, key=lambda action: _bury_cost(action.cards, seen.hand, order))
    if seen.plays == 0:
        return max(legal, key=lambda action: _lead_worth(action, seen, order))
    return _follow(seen, legal, order)


def _trump(view: Any) -> int:
    """The trump suit as far as known; in a hidden room what the seat has shown itself."""
    if view.trump >= 0:
        return int(view.trump)
    own = [call >> 2 & 15 for call in view.calls[: view.n_calls] if call & 3 == 0]
    return _made(own[-1]) if own else _NO_TRUMP


def _made(combination: int) -> int:
    """The trump suit that a combination makes."""
    return combination % 4 if combination < 8 else _NO_TRUMP if combination < 10 else combination - 10


class _Order:
    """Suits and strengths by card text."""

    def __init__(self, trump: int, level: int) -> None:
        self.trump = "cdhs"[trump] if trump < _NO_TRUMP else ""
        self.level = RANKS[level] if level < FLAG else ""

    def is_trump(self, card: str) -> bool:
        return card in ("w", "W", "5h") or card[0] == self.level or card[1] == self.trump

    def suit(self, card: str) -> str:
        """The effective suit; a blank for trumps."""
        return " " if self.is_trump(card) else card[1]

    def strength(self, card: str) -> int:
        """From 2; trumps above all side cards."""
        special = {"5h": 40, "W": 39, "w": 38}.get(card)
        if special is not None:
            return special
        if card[0] == self.level:
            return 37 if card[1] == self.trump else 36
        return ORDER.index(card[0]) + 2 + 20 * (card[1] == self.trump)


def _texts(cards: Iterable[Any]) -> list[str]:
    return [str(card) for card in cards]


def _points(cards: Iterable[str]) -> int:
    return sum(_POINTS.get(card[0], 0) for card in cards)


def _show(view: Any, legal: Legal) -> Action:
    """Declares, overturns or takes the bottom when enough trumps would be held."""
    hand, level = _texts(view.hand), int(view.level)
    best, most = legal[-1], 0.42 if view.phase == 3 else 0.38
    for action in legal:
        if action.verb == "pass":
            continue
        shown = _texts(action.cards)
        if len(shown) == 2 and shown[0] in ("5h", "w", "W"):
            named = action.verb.partition(" ")[2]
            trump = "cdhs".index(named) if named in ("c", "d", "h", "s") else _NO_TRUMP
        else:
            trump = "cdhs".index(shown[0][1])
        order = _Order(trump, level)
        share = sum(order.is_trump(card) for card in hand) / max(len(hand), 6)
        # Without a suit 14 of 108 cards are trumps, with one 38.
        share *= 2.4 if trump == _NO_TRUMP else 1
        if share > most:
            best, most = action, share
    return best


def _bury_cost(cards: Cards, hand: Cards, order: _Order) -> float:
    buried, rest = _texts(cards), _texts(hand - cards)
    cost = 1.5 * _points(buried) + sum(order.strength(card) for card in buried)
    cost += 25 * sum(order.is_trump(card) for card in buried)
    kept = {card[1] for card in rest if not order.is_trump(card)}
    gone = {card[1] for card in buried if not order.is_trump(card)} - kept
    return cost - 30 * len(gone)


def _unseen_above(view: Any, order: _Order, card: str, copies: int) -> int:
    """Kinds of the card's suit above it of which others may hold so many."""
    counts: dict[str, int] = {}
    for text in _texts(view.unseen):
        counts[text] = counts.get(text, 0) + 1
    suit = order.suit(card)
    same = (text for text in counts if order.suit(text) == suit)
    return sum(counts[text] >= copies and order.strength(text) > order.strength(card) for text in same)


def _lead_worth(action: Action, view: Any, order: _Order) -> float:
    cards, name = _texts(action.cards), action.shape.name if action.shape else "throw"
    if name == "throw":
        return -100.0  # a throw may fail
    low = min(cards, key=order.strength)
    high = max(cards, key=order.strength)
    if name in ("510K", "510KK"):
        return 60.0 if order.is_trump(high) or order.trump == "" else 5.0
    beaten = _unseen_above(view, order, high if name != "tractor" else low, 1 if name == "single" else 2)
    worth = 6.0 * len(cards) + (25.0 if beaten == 0 else -4.0 * min(beaten, 4))
    if beaten:
        worth -= _points(cards) + 0.3 * order.strength(low)
    return worth - (12.0 if order.is_trump(low) and len(cards) == 1 else 0.0)


def _follow(view: Any, legal: Legal, order: _Order) -> Action:
    """Wins cheaply where it pays, helps the partner, and else gives away least."""
    seats = [(view.leader + n) % 4 for n in range(view.plays)]
    plays = [view.table[seat] for seat in seats]
    partner = seats[_winner(plays, order)] == 2
    stake = int(view.points)
    last = view.plays == 3

    def cost(action: Action) -> float:
        cards = _texts(action.cards)
        spent = sum(order.strength(card) for card in cards) / 4 + 6 * sum(order.is_trump(card) for card in cards)
        points = _points(cards)
        wins = _winner([*plays, action.cards], order) == len(plays)
        if wins and not partner:
            return spent - (stake + points) * (1.5 if last else 1.0) - 4
        if partner and not wins:
            return spent - (1.5 if last else 0.7) * points
        return spent + 2.0 * points + (10 if wins else 0)

    return min(legal, key=cost)


def _winner(plays: list[Cards], order: _Order) -> int:
    """The index of the winning play, near enough: groups of one suit by their top card, trumps over side cards."""
    lead = _texts(plays[0])
    doubles = len(lead) - len(set(lead))

    def key(play: Cards) -> tuple[int, int]:
        cards = _texts(play)
        trumps = all(order.is_trump(card) for card in cards)
        same = {card[-1] for card in cards} == {lead[0][-1]} and not any(order.is_trump(card) for card in cards)
        if len(cards) - len(set(cards)) < doubles or not (trumps or same):
            return (-1, 0)
        top = max(order.strength(card) for card in cards)
        return (1 if trumps else 0, top)

    keys = [key(play) for play in plays]
    keys[0] = max(keys[0], (0, max(order.strength(card) for card in lead)))
    return keys.index(max(keys))
