"""Four-deck Shengji 四副牌升级: two teams, four packs, 54 cards each; levels are won deal by deal.

The rule book is docs/rules/shengji4.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .._native import Card, Cards, Deal, Legal, PositionError, Shape
from ..arrays import classify_planes
from ..dealing import dealt
from ..rules import table_of
from ..typing import CardsLike, Rng
from ._shengji4_greedy import greedy as greedy
from ._shengji4_match import match_step, progress
from ._shengji4_rules import SUITS, LevelLike, Rules, rank_of, suit_of
from ._shengji4_score import attackers_score, explain, levels, score, zero_sum
from ._shengji4_terminal import terminal as terminal

__all__ = [
    "Rules",
    "attackers_score",
    "beats",
    "calling",
    "cards",
    "classify",
    "classify_many",
    "deal",
    "explain",
    "kill",
    "legal",
    "levels",
    "match_step",
    "owed",
    "progress",
    "score",
    "split",
    "throw",
    "winner",
    "zero_sum",
]


def _context(level: LevelLike, trump: str, rules: Rules | None) -> dict[str, Any]:
    return {"level": rank_of(level, rules), "trump": suit_of(trump)}


def _ask(question: str, level: LevelLike, trump: str, rules: Rules | None, *args: Any) -> Any:
    return table_of(rules, Rules).ask(question, rank_of(level, rules), suit_of(trump), *args)


def cards(text: CardsLike = ()) -> Cards:
    """Cards from text, e.g. ``"3hx4 Ts w W"``, or from cards; every card exists four times (S-003).

    Raises:
        ParseError: text that is no card, or a fifth copy of one; ``.position`` says where.

    >>> from paiju import shengji4
    >>> str(shengji4.cards("W 10s♥9x2".replace("s♥9", "s 9♥")))
    '9hx2 Ts W'
    """
    return Cards("shengji4", text)


def classify(
    cards: CardsLike, rules: Rules | None = None, *, trump: str = "s", level: LevelLike = None
) -> Shape | None:
    """The single shape that some cards are (S-050 … S-054), or None.

    Args:
        cards: the cards.
        rules: the options.
        trump: the trump suit, one of ``c d h s``.
        level: the level, a rank; None: the first level of a match.

    The shape has ``.name``, ``.width`` (copies), ``.length`` (neighbouring ranks, 1 for a group), ``.suit`` (effective
    suit: c d h s = 0…3, trumps 4) and the rank key ``.rank``, ``.main`` of §3.3.

    Raises:
        ParseError: text that is no card. PositionError: no such suit or level. RulesError: rules of another game.

    >>> from paiju import shengji4
    >>> shape = shengji4.classify("Jhx3 Qhx3", trump="s", level=3)
    >>> shape.name, shape.width, shape.length
    ('tractor', 3, 2)
    """
    return table_of(rules, Rules).classify(cards, _context(level, trump, rules))


def classify_many(
    planes: npt.NDArray[np.uint64],
    rules: Rules | None = None,
    out: npt.NDArray[np.void] | None = None,
) -> npt.NDArray[np.void]:
    """The single shapes of many card sets at once, at the first level of a match with spades as trumps.

    Args:
        planes: uint64, shape (n, 4): bit k of plane p is set iff the set holds more than p copies of slot k.
        rules: the options.
        out: a structured array of shape (n,) to fill instead of a new one.

    Returns:
        shape (n,), the fields of a shape as in `classify`; ``kind`` is −1 where the cards are no single shape.

    Raises:
        PositionError: another dtype or shape.

    >>> import numpy as np
    >>> from paiju import shengji4
    >>> planes = np.stack([shengji4.cards(text).planes()[:4] for text in ("9hx2", "9h 9d")])
    >>> shengji4.classify_many(planes)["kind"].tolist()
    [1, -1]
    """
    return classify_planes(table_of(rules, Rules), planes, out)


def beats(
    new: CardsLike, on: CardsLike, rules: Rules | None = None, *, trump: str = "s", level: LevelLike = None
) -> bool:
    """Whether the play ``new`` wins over the lead ``on`` (§3.4, §3.5).

    Raises:
        PositionError: ``on`` is not of one effective suit.

    >>> from paiju import shengji4
    >>> shengji4.beats("4sx2", "Ahx2", trump="s", level=3), shengji4.beats("4s 5s", "Ahx2", trump="s", level=3)
    (True, False)
    """
    return table_of(rules, Rules).beats(new, on, _context(level, trump, rules))


def legal(
    hand: CardsLike,
    on: CardsLike | None = None,
    rules: Rules | None = None,
    *,
    trump: str = "s",
    level: LevelLike = None,
    throws: Iterable[str] = (),
) -> Legal:
    """What a hand may do by itself: lead (``on=None``) or follow the lead ``on``.

    Args:
        hand: 1–54 cards.
        on: the lead to follow.
        rules: the options.
        trump: the trump suit, one of ``c d h s``.
        level: the level, a rank; None: the first level of a match.
        throws: the effective suits in which the hand may throw (S-060): any of ``c d h s`` and ``t`` for trumps.

    Raises:
        PositionError: an empty hand, more cards led than held, or a lead that is not of one suit.

    >>> from paiju import shengji4
    >>> [str(a) for a in shengji4.legal("6hx2 9hx2 Khx3 4h", on="Ahx4", trump="s", level=3)]
    ['6hx2 9hx2', '6hx2 Khx2', '9hx2 Khx2']
    """
    suits = SUITS + "t"
    mask = 0
    for suit in throws:
        if suit not in tuple(suits):
            raise PositionError(f"throws: suits c, d, h, s and t (trumps) wanted, not {suit!r}")
        mask |= 1 << suits.index(suit)
    return table_of(rules, Rules).legal(hand, on, {**_context(level, trump, rules), "throws": mask})


def deal(
    *,
    seed: Rng = None,
    rules: Rules | None = None,
    hands: Sequence[CardsLike] | None = None,
    stock: str | Iterable[Card | str] | None = None,
    level: LevelLike = None,
    dealer: int | None = None,
    trump: str | None = None,
    first_recipient: int | None = None,
    drawn_dealer: int | None = None,
    partial: bool = False,
) -> Deal:
    """A deal at its first decision.

    Args:
        seed: a whole number 0 ≤ seed < 2⁶⁴, a random generator, or None for the system's randomness.
        rules: the options.
        hands: the four hands, instead of a shuffle.
        stock: with ``hands``: the undealt cards in order, for a deal in the middle of dealing.
        level: the level of the dealer's team (SA-28); None: the first level of a match.
        dealer: the dealer; None: a first deal, in which the call decides (S-018).
        trump: the trump suit, for a deal that begins with the dealer's lead; None: it is called.
        first_recipient: the seat that receives the first card; None: drawn by the seed (given hands: seat 0).
        drawn_dealer: the dealer that ``no_call_first_dealer="random"`` draws; None: drawn by the seed (seat 0).
        partial: cards may be missing, as in the middle of a deal.

    Raises:
        PositionError: hands that cannot lie so.

    >>> from paiju import shengji4
    >>> shengji4.deal(seed=7, trump="h", dealer=2).turn
    2
    """
    table = table_of(rules, Rules)
    setup = {
        "level": None if level is None else rank_of(level, rules),
        "trump": None if trump is None else suit_of(trump),
        "dealer": dealer,
        "first_recipient": first_recipient,
        "drawn_dealer": drawn_dealer,
    }
    if hands is None and (stock is not None or partial):
        raise PositionError("stock and partial belong to given hands")
    return dealt(table, seed, hands, setup, stock=stock, partial=partial)


def winner(plays: Sequence[CardsLike], trump: str, level: LevelLike, rules: Rules | None = None) -> int:
    """The index in order of play of the winner of a trick (§3.4, §3.5); the lead may be an accepted throw.

    Raises:
        PositionError: no plays, a lead that is not of one suit, no such suit or level.

    >>> from paiju import shengji4
    >>> shengji4.winner(["7hx2 8hx2", "4hx4", "Khx2 Ahx2", "5dx4"], "s", 3)
    1
    """
    return int(_ask("winner", level, trump, rules, [cards(play) for play in plays])[0])


def owed(
    hand: CardsLike,
    on: CardsLike,
    play: CardsLike,
    *,
    trump: str = "s",
    level: LevelLike = None,
    rules: Rules | None = None,
) -> tuple[str, str] | None:
    """The classes that a hand owes to a lead and that a play reaches in its list (§4.2), None where no list decides.

    Raises:
        PositionError: a lead that is not of one suit, no such suit or level.

    >>> from paiju import shengji4
    >>> shengji4.owed("5hx4 7hx2 8hx2", "Ahx4", "7hx2 8hx2")
    ('1', '2')
    """
    found = _ask("owed", level, trump, rules, cards(on), cards(hand), cards(play))
    return None if found is None else (found[0], found[1])


def throw(
    thrown: CardsLike,
    others: Sequence[CardsLike],
    *,
    trump: str = "s",
    level: LevelLike = None,
    rules: Rules | None = None,
) -> tuple[bool, Cards | None]:
    """Whether cards may be thrown against three other hands, and what is led then; None: the lead is refused (S-060).

    Raises:
        PositionError: cards that are not of one suit, not three hands, no such suit or level.

    >>> from paiju import shengji4
    >>> shengji4.throw("Ah Khx2", ["4d 5d", "5s 4c", "9c 2h"], trump="s", level=3)[0]
    True
    """
    allowed, led = _ask("throw", level, trump, rules, cards(thrown), [cards(hand) for hand in others])
    return bool(allowed), led


def kill(
    on: CardsLike, play: CardsLike, *, trump: str = "s", level: LevelLike = None, rules: Rules | None = None
) -> int | None:
    """The place of trumps among the kills of a throw, larger is better; None: they do not kill it (§3.5).

    Raises:
        PositionError: a lead that is not of one suit, no such suit or level.

    >>> from paiju import shengji4
    >>> shengji4.kill("Ah Khx2", "4sx2 9s") is None, shengji4.kill("Ah Khx2", "4s 5s 9s") is None
    (False, True)
    """
    place = _ask("kill", level, trump, rules, cards(on), cards(play))
    return None if place is None else int(place)


def split(thrown: CardsLike, *, trump: str = "s", level: LevelLike = None, rules: Rules | None = None) -> list[Cards]:
    """The parts of a throw, the largest first (§3.5).

    Raises:
        PositionError: cards that are not of one suit, no such suit or level.

    >>> from paiju import shengji4
    >>> [str(part) for part in shengji4.split("Khx3 Ahx2")]
    ['Khx2 Ahx2', 'Kh']
    """
    return list(_ask("split", level, trump, rules, cards(thrown)))


def calling(
    events: Sequence[tuple[int, CardsLike]],
    *,
    level: LevelLike = None,
    dealer: int | None = None,
    first_recipient: int = 0,
    drawn_dealer: int | None = None,
    rules: Rules | None = None,
) -> tuple[list[bool], str | None, int | None]:
    """What calls come to: which of them are accepted in time order, the trump suit, the dealer (§2.2).

    Args:
        events: seats and cards, the cards being held.
        level: the level; None: the first level of a match.
        dealer: the dealer; None: a first deal.
        first_recipient: the seat that received the first card.
        drawn_dealer: the seat that a random draw of the dealer would give; None: it is not known.
        rules: the options.

    Returns:
        (accepted, trump, dealer); trump None: the deal is void, dealer None: drawn at random.

    Raises:
        PositionError: no such seat or level.

    >>> from paiju import shengji4
    >>> shengji4.calling([(1, "3h"), (2, "3cx2")], level=3)
    ([True, True], 'c', 2)
    """
    seats = [-1 if seat is None else seat for seat in (dealer, first_recipient, drawn_dealer)]
    calls = [[seat, cards(given)] for seat, given in events]
    accepted, trump, seat = _ask("calling", level, "s", rules, *seats, calls)
    return list(accepted), trump, seat
