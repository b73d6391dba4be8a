"""The rule-of-thumb player of shengji4."""

from __future__ import annotations

from .._native import Action, Card, Cards, Legal, View
from ._shengji4_rules import RANKS, SUITS, Rules

TRUMPS = 4
_POINTS = {"5": 5, "T": 10, "K": 10}


def _context(view: View) -> tuple[str, str]:
    """Level and trump suit as the engine's questions take them; spades while no suit is shown."""
    return RANKS[view.level - 2], SUITS[view.trump] if view.trump >= 0 else "s"


def suit_of_card(card: Card, view: View) -> int:
    """The effective suit of a card: c d h s = 0 … 3, trumps 4 (S-041 … S-045, S-081)."""
    level, trump = _context(view)
    text = str(card)
    if text in ("w", "W") or text[0] in ("2", level) or (view.trump >= 0 and text[-1] == trump):
        return TRUMPS
    return SUITS.index(text[-1])


def strength(card: Card, view: View) -> int:
    """The strength of a card within its effective suit (§3.1)."""
    level, trump = _context(view)
    text = str(card)
    if text in ("w", "W"):
        return 100 if text == "W" else 99
    main = text[-1] == trump
    if text[0] == level:
        return 97 + main
    return 95 + main if text[0] == "2" else RANKS.index(text[0]) + 2


def points(cards: Cards) -> int:
    """The points in some cards (S-039)."""
    return sum(_POINTS.get(str(card)[0], 0) for card in cards)


def greedy(view: View, legal: Legal) -> Action:
    """The rule-of-thumb player.

    It calls a suit of which it holds two level cards, or one with a long suit. It leads what is widest and highest in a
    side suit, throws when it may, and keeps trumps for later. It follows with the cheapest play that wins when there is
    something to be had; it gives points to a partner who is winning, and else what is worth least.
    """
    if len(legal) == 1:
        return legal[0]
    if view.phase < 2:
        return _call(view, legal)
    if view.plays == 0:
        return max(legal, key=lambda action: _lead_value(action, view))
    wins = _winners(view, legal)
    partner = view.best == 2
    last = view.plays == 3
    stake = sum(view.stakes)
    if partner and (last or view.best_key == 0 or not wins or _is_high(view)):
        return max(legal, key=lambda action: (points(action.cards), -_worth(action.cards, view)))
    if wins and (stake + max(points(action.cards) for action in wins) > 0 or last):
        return min(wins, key=lambda action: (_worth(action.cards, view) - 3 * points(action.cards) * last, str(action)))
    losers = [action for action in legal if action not in wins] or list(legal)
    return min(losers, key=lambda action: (points(action.cards), _worth(action.cards, view)))


def _call(view: View, legal: Legal) -> Action:
    """The call with most trumps behind it, or a pass."""
    hand = view.hand

    def trumps(action: Action) -> int:
        suit = action.verb[-1]
        return sum(1 for card in hand if str(card)[-1] == suit)

    calls = [action for action in legal if action.verb != "pass"]
    best = max(calls, key=lambda action: (trumps(action), -len(action.cards)))
    long = trumps(best) * 3 >= len(hand) + 3
    return best if len(best.cards) > 1 or long else next(action for action in legal if action.verb == "pass")


def _lead_value(action: Action, view: View) -> tuple[float, str]:
    """How good a lead is."""
    shape = action.shape
    size = len(action.cards)
    top = max(strength(card, view) for card in action.cards)
    suit = suit_of_card(next(iter(action.cards)), view)
    value = 2.0 * size + (top if suit != TRUMPS else top / 8)
    if shape is not None and shape.name == "throw":
        value += 40  # the others are void: only trumps can take it
    if suit == TRUMPS:
        value -= 12
    if top < 13 and size == 1:
        value -= 2 * points(action.cards)
    return value, str(action)


def _winners(view: View, legal: Legal) -> list[Action]:
    """The plays that win the trick as it stands."""
    level, trump = _context(view)
    trick = list(view.trick[: view.plays])
    ask = Rules().table.ask
    return [a for a in legal if ask("winner", level, trump, [*trick, a.cards])[0] == view.plays]


def _is_high(view: View) -> bool:
    """Whether the winning play looks safe."""
    at = (view.best - view.leader) % 4
    cards = view.trick[at]
    return max(strength(card, view) for card in cards) >= 13


def _worth(cards: Cards, view: View) -> float:
    """What cards are worth keeping for: high cards, trumps and groups."""
    total = 0.0
    for card in dict.fromkeys(cards):
        n = cards.count(card)
        each = strength(card, view) + (12 if suit_of_card(card, view) == TRUMPS else 0)
        broken = view.hand.count(card) - n
        total += each * n + (4 if broken else 0) * n
    return total
