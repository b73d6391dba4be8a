"""炒地皮, rooms 暗炒, 扛旗 and 明炒: four players, two packs; the attackers catch points, all may fight for the bottom.

The rule book: docs/rules/chaodipi.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._native import Card, Cards, Deal, Legal, PositionError, Shape
from ..arrays import classify_planes
from ..rules import rules_or_default, table_of
from ..typing import CardsLike, Rng
from ._chaodipi_greedy import greedy as greedy
from ._chaodipi_match import escape, next_dealer, progress, promote
from ._chaodipi_rules import Rules
from ._chaodipi_score import Result, Sky, explain, final_score, jdaodi, result, score, sky, zero_sum
from ._chaodipi_terminal import terminal as terminal

__all__ = [
    "Overturn",
    "Result",
    "Rules",
    "Sky",
    "Throw",
    "beats",
    "cards",
    "classify",
    "classify_many",
    "deal",
    "escape",
    "explain",
    "final_score",
    "jdaodi",
    "legal",
    "next_dealer",
    "overturn",
    "progress",
    "promote",
    "result",
    "score",
    "sky",
    "throw",
    "winner",
    "zero_sum",
]


class Throw(NamedTuple):
    """What becomes of a throw.

    >>> from paiju import chaodipi
    >>> chaodipi.throw("Adx2 Kd", ["Qdx2", "Jd", "3s"], trump="s").accepted
    True
    """

    accepted: bool
    """Whether all of it is led."""
    led: Cards
    """The cards led."""
    wrong: int
    """The wrongly thrown cards."""
    fine: int
    """What they cost the thrower's side, in points."""


class Overturn(NamedTuple):
    """What becomes of a combination that is shown.

    >>> from paiju import chaodipi
    >>> chaodipi.overturn("2hx2", "2sx2", chaodipi.Rules.an()).effective
    False
    """

    accepted: bool
    """Whether it may be shown."""
    effective: bool
    """Whether it is then the highest."""


def cards(text: CardsLike = ()) -> Cards:
    """Cards from text, e.g. ``"4hx2 Td w"``, or from cards.

    Raises:
        ParseError: text that is no card, or more copies of one than two packs hold; ``.position`` says where.

    >>> from paiju import chaodipi
    >>> str(chaodipi.cards("w 10d 4h 4h"))
    '4hx2 Td w'
    """
    return Cards("chaodipi", text)


def _context(trump: str | None, level: str | None) -> dict[str, Any]:
    return {"trump": "nt" if trump is None else trump, "level": "FLAG" if level is None else level}


def classify(
    cards: CardsLike, rules: Rules | None = None, *, trump: str | None = None, level: str | None = "2"
) -> Shape | None:
    """What cards led together are (§3.3), or None when they cannot be.

    Args:
        cards: the cards.
        rules: the options.
        trump: the trump suit ``c`` ``d`` ``h`` ``s``; None or ``nt``: no trump.
        level: the level ``2`` … ``A`` (``T`` for ten); None: a flag deal.

    The shape has ``.name``, ``.count`` (cards), ``.length`` (pairs of a tractor), ``.suit`` (0 … 3 c d h s, 4 trumps:
    what followers must play), ``.side`` (a 510K of a side suit) and ``.key`` (strength, or top rank of a tractor).

    Raises:
        ParseError: text that is no card. RulesError: no such suit or level, or rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.classify("5s Ts Ks", trump="s").name
    '510K'
    """
    return table_of(rules, Rules).classify(cards, _context(trump, level))


def classify_many(
    planes: npt.NDArray[np.uint64],
    rules: Rules | None = None,
    out: npt.NDArray[np.void] | None = None,
    *,
    trump: str | None = None,
    level: str | None = "2",
) -> npt.NDArray[np.void]:
    """The shapes of many card sets at once.

    Args:
        planes: uint64, shape (n, 2): bit k of plane p is set iff the set holds more than p cards of slot k.
        rules: the options.
        out: a structured array of shape (n,) to fill instead of a new one.
        trump: as in `classify`.
        level: as in `classify`.

    Returns:
        shape (n,), the fields of a shape; ``kind`` −1: it cannot be led.

    Raises:
        PositionError: another dtype or shape.

    >>> import numpy as np
    >>> from paiju import chaodipi
    >>> chaodipi.classify_many(np.array([[1, 1]], dtype=np.uint64))["kind"].tolist()
    [1]
    """
    return classify_planes(table_of(rules, Rules), planes, out, _context(trump, level))


def beats(
    new: CardsLike, on: CardsLike, rules: Rules | None = None, *, trump: str | None = None, level: str | None = "2"
) -> bool:
    """Whether a play by a follower beats the lead ``on`` (§3.4); trumps on a side lead are those of a void player.

    Raises:
        PositionError: ``on`` cannot be led.

    >>> from paiju import chaodipi
    >>> chaodipi.beats("9sx2 8sx2 7s 2s", "Ad Kd 5dx2 4dx2", trump="s", level="3")
    True
    """
    return table_of(rules, Rules).beats(new, on, _context(trump, level))


def legal(
    hand: CardsLike,
    on: CardsLike | None = None,
    rules: Rules | None = None,
    *,
    trump: str | None = None,
    level: str | None = "2",
) -> Legal:
    """What a hand may do by itself: lead (``on=None``) or follow the lead ``on`` (§4).

    Args:
        hand: 1–33 cards.
        on: the lead to follow.
        rules: the options.
        trump: as in `classify`.
        level: as in `classify`.

    Raises:
        PositionError: an empty hand, a lead that cannot be led, or a hand with fewer cards than it.

    >>> from paiju import chaodipi
    >>> [str(a) for a in chaodipi.legal("6dx2 7d 9c", on="4dx2", trump="s")]
    ['6dx2']
    """
    return table_of(rules, Rules).legal(hand, on, _context(trump, level))


def deal(
    *,
    seed: Rng = None,
    rules: Rules | None = None,
    dealer: int | None = None,
    level: str | None = "2",
    first: int | None = None,
    stock: str | Iterable[Card | str] | None = None,
    hands: Sequence[CardsLike] | None = None,
    trump: str | None = None,
    leader: int | None = None,
    captured: int = 0,
    partial: bool = False,
) -> Deal:
    """A deal at its first decision.

    Args:
        seed: a whole number 0 ≤ seed < 2⁶⁴, a random generator, or None for the system's randomness.
        rules: the options.
        dealer: the dealer; None: the first deal of a match, in which declaring decides (C-008).
        level: the level of the deal, that of the dealers' stage; None: a flag deal (C-102), which needs a dealer.
        first: the seat that gets the first card; None: a random seat in a first deal, else the dealer.
        stock: without hands, the cards in the order of dealing, the bottom last, instead of a shuffle; with hands, the
            buried bottom.
        hands: the four hands of a position at a lead, for which ``trump`` must be named.
        trump: with hands, the trump suit or ``nt``.
        leader: with hands, the seat that leads; None: the dealer.
        captured: with hands, the points that the attackers have.
        partial: cards may be missing.

    Raises:
        PositionError: cards that cannot lie so, or a flag deal in a room without.

    >>> from paiju import chaodipi
    >>> chaodipi.deal(seed=7, rules=chaodipi.Rules.ming(), dealer=0).phase
    'deal'
    """
    rules = rules_or_default(rules, Rules)
    table = rules.table
    given = {"dealer": dealer, "first": first, "trump": trump, "leader": leader, "captured": captured or None}
    setup: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    setup["level"] = "FLAG" if level is None else level
    if level in (None, "FLAG") and not rules.flag:
        raise PositionError("C-102: this room has no flag deal")
    if level in (None, "FLAG") and dealer is None:
        raise PositionError("C-102: a flag deal needs a dealer")
    if hands is None and stock is None:
        if trump is not None or leader is not None or captured:
            raise PositionError("trump, leader and captured belong to given hands")
        return table.deal(seed, setup)
    if seed is not None:
        raise PositionError("give either a seed or cards")
    if hands is not None and trump is None:
        raise PositionError("C-030: given hands are a position at a lead, for which the trump must be named")
    return table.arrange(hands or [], stock=stock, partial=partial, setup=setup)


def winner(
    plays: Sequence[CardsLike], trump: str | None = None, level: str | None = "2", rules: Rules | None = None
) -> int:
    """The index of the play that wins a trick, in order of play (§3.4). A throw led counts as accepted.

    Raises:
        PositionError: the first play cannot be led, or another has not as many cards.

    >>> from paiju import chaodipi
    >>> chaodipi.winner(["Ad", "Ad", "3d", "3s"], trump="s")
    3
    """
    context, shown = _context(trump, level), [cards(play) for play in plays]
    return int(table_of(rules, Rules).ask("winner", context["level"], context["trump"], shown))


def throw(
    thrown: CardsLike,
    others: Sequence[CardsLike],
    trump: str | None = None,
    level: str | None = "2",
    rules: Rules | None = None,
) -> Throw:
    """What becomes of a throw against the three other hands (§3.5).

    Args:
        thrown: the cards.
        others: the other three hands.
        trump: as in `classify`.
        level: as in `classify`.
        rules: the options.

    Raises:
        PositionError: the cards cannot be led.

    >>> from paiju import chaodipi
    >>> str(chaodipi.throw("9d 8dx2 4dx2", ["Qdx2", "3c", "4c"], trump="s").led)
    '4dx2'
    """
    rules, context, whole = rules_or_default(rules, Rules), _context(trump, level), cards(thrown)
    hands = [cards(hand) for hand in others]
    led, wrong = rules.table.ask("throw", context["level"], context["trump"], whole, hands)
    return Throw(led == whole, led, wrong, wrong * rules.misthrow_points)


def overturn(
    current: CardsLike, new: CardsLike, rules: Rules | None = None, *, level: str = "2", back: bool = False
) -> Overturn:
    """Whether a combination may be shown over the current one, and whether it is then the highest (§3.1).

    Args:
        current: the highest combination shown.
        new: what another seat wants to show; a pair of red fives is taken to name a suit.
        rules: the options.
        level: the level of the deal.
        back: that seat made the first declaration with one such card, and was overturned (回头望).

    Raises:
        PositionError: the current cards are no combination, or there is no such level.

    >>> from paiju import chaodipi
    >>> chaodipi.overturn("2cx2", "2dx2", chaodipi.Rules.kang())
    Overturn(accepted=False, effective=False)
    """
    return Overturn(*table_of(rules, Rules).ask("overturn", level, cards(current), cards(new), back))
