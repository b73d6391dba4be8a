"""Order of the cards, shapes, winner of a trick, kills and throws of chaodipi 炒地皮 (book §3.2 … §3.5) for the oracle.

Cards are text, one string per copy. A `Table` is what the order depends on. Everything is decided by looking at all
tractors that exist (`ladder_runs`) and asking which of them a card set holds.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from .chaodipi_rules import RANKS, SUITS

KINDS = [rank + suit for suit in SUITS for rank in RANKS] + ["w", "W"]
PACK = KINDS * 2  # C-001, C-005: two packs, 108 cards
TR = "TR"
Cards = Sequence[str]


@dataclass(frozen=True)
class Table:
    """`rules` complete; `level` a rank, None in a flag deal; `trump` a suit, None for no trump."""

    rules: dict
    level: str | None
    trump: str | None


class Shape(NamedTuple):
    """What a card set is as a lead (§3.3): `length` of a tractor, `side` of a 510K / 510KK."""

    name: str
    length: int | None = None
    side: bool | None = None


class Tractor(NamedTuple):
    """Kinds of a run of pairs; `rank` is its top face rank (C-064, C-065), 99 for the jokers."""

    length: int
    rank: int
    kinds: tuple[str, ...]


def card_points(cards: Cards) -> int:
    """C-006."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def class_of(card: str, table: Table) -> str:
    """C-024, C-031, C-103: `TR` or a side suit."""
    if card in ("w", "W", "5h") or card[0] == table.level or card[1] == table.trump:
        return TR
    return card[1]


def strength(card: str, table: Table) -> float:
    """§3.2; only cards of one class, or a trump and a side card, are ever compared."""
    if card == "5h":
        return 101 if table.rules["red5_rank"] == "top" else 98.5  # CA-01
    if card in ("w", "W"):
        return 100 if card == "W" else 99
    if card[0] == table.level:  # in no trump all level cards are equal
        return 98 if table.trump in (None, card[1]) else 97
    return RANKS.index(card[0]) + 2


def doubles(cards: Cards) -> list[str]:
    """The kinds of which both cards are there."""
    return sorted(kind for kind, n in Counter(cards).items() if n == 2)


def without(cards: Cards, taken: Cards) -> list[str]:
    """The multiset difference, in canonical order."""
    return sorted((Counter(cards) - Counter(taken)).elements())


@cache
def _all_tractors(level, trump, skip_level):
    found = [Tractor(2, 99, ("w", "W"))]  # C-058
    table = Table({}, level, trump)
    for suit in SUITS:
        ladder = "A23456789TJQKA"  # C-060: A low or high
        if skip_level and suit != trump and level:  # C-107
            ladder = ladder.replace(level, "")
        for first in range(len(ladder)):
            for last in range(first + 1, len(ladder)):
                run = ladder[first : last + 1]
                kinds = tuple(rank + suit for rank in run)
                if len(set(kinds)) < len(kinds) or "5h" in kinds:  # one A only; C-059
                    continue
                if len({class_of(kind, table) for kind in kinds}) == 1:  # C-095, C-117
                    found.append(Tractor(len(run), RANKS.index(run[-1]) + 2, kinds))
    return found


def ladder_runs(table: Table) -> list[Tractor]:
    """Every tractor there is at this table (C-057 … C-061, C-066, C-095, C-107). No run passes through A (C-061)."""
    return _all_tractors(table.level, table.trump, table.rules["skip_level"])


def tractors_in(cards: Cards, table: Table) -> list[Tractor]:
    """Every tractor the cards contain, also those inside longer ones."""
    held = set(doubles(cards))
    return [tractor for tractor in ladder_runs(table) if held.issuperset(tractor.kinds)]


def split(cards: Cards, table: Table) -> list[list[str]]:
    """§3.4: longest tractor first (equal lengths: higher rank first), then pairs, then singles; each part as cards."""
    parts, rest = [], sorted(cards)
    while found := tractors_in(rest, table):
        best = max(found, key=lambda tractor: (tractor.length, tractor.rank))
        parts.append(sorted(best.kinds * 2))
        rest = without(rest, parts[-1])
    parts += [[kind, kind] for kind in doubles(rest)]
    return parts + [[card] for card, n in sorted(Counter(rest).items()) if n == 1]


def part_rank(part: Cards, table: Table) -> float:
    """§3.3: strength of a single or pair, top rank of a tractor."""
    if len(part) <= 2:
        return strength(part[0], table)
    return next(t.rank for t in tractors_in(part, table) if t.length * 2 == len(part))


def tractor_lengths(cards: Cards, table: Table) -> list[int]:
    """Lengths of the tractors of the split, longest first."""
    return [len(part) // 2 for part in split(cards, table) if len(part) > 2]


def cut(cards: Cards, lengths: list[int], table: Table) -> bool:
    """CA-16: can disjoint tractors of these lengths be cut from the cards?"""
    if not lengths:
        return True
    tries = [t for t in tractors_in(cards, table) if t.length == lengths[0]]
    return any(cut(without(cards, t.kinds * 2), lengths[1:], table) for t in tries)


def suit_510k(cards: Cards) -> str | None:
    """The natural suit when the cards are {5,T,K} or {55,TT,KK} of one suit, available or not."""
    for suit in SUITS:
        three = ["5" + suit, "T" + suit, "K" + suit]
        if sorted(cards) in (sorted(three), sorted(three * 2)):
            return suit
    return None


def available_510k(suit: str, table: Table) -> bool:
    """§3.3: may the 5, T, K of this suit be played as one shape?"""
    if suit == table.trump:
        return True  # C-069
    if suit == "h" and not table.rules["heart_510k"]:
        return False  # C-096, C-108, C-118
    # CA-19; the red five is a trump at any level and does not count here
    level_inside = table.level is not None and table.level in "5TK" and table.level + suit != "5h"
    return not level_inside or table.rules["side_510k_with_level"]


def is_trump_510k(cards: Cards, table: Table) -> bool:
    """510K or 510KK of the trump suit."""
    return table.trump is not None and suit_510k(cards) == table.trump


def classify(cards: Cards, table: Table) -> Shape | None:
    """The shape of a lead; None when the cards may not be led together (§3.3)."""
    suit = suit_510k(cards)
    if suit is not None and available_510k(suit, table):
        return Shape("510K" if len(cards) == 3 else "510KK", side=suit != table.trump)
    if len({class_of(card, table) for card in cards}) != 1:
        return None
    if len(cards) == 1:
        return Shape("single")
    if len(cards) == 2 and doubles(cards):
        return Shape("pair")
    if len(split(cards, table)) == 1:
        return Shape("tractor", length=len(cards) // 2)
    return Shape("throw")


def led_class(lead: Cards, table: Table) -> str:
    """The class a legal lead asks for; of a side 510K its suit, also when it holds trumps (§3.3)."""
    shape = classify(lead, table)
    if shape.side:
        return suit_510k(lead)
    return class_of(lead[0], table)


def kill_key(lead: Cards, play: Cards, table: Table) -> tuple | None:
    """None when `play` does not kill (毙) the side lead; else its size, larger beats smaller (C-045 … C-050)."""
    if led_class(lead, table) == TR or any(class_of(card, table) != TR for card in play):
        return None
    if len(play) != len(lead):
        return None
    name = classify(lead, table).name
    top_pair = max((strength(kind, table) for kind in doubles(play)), default=0)
    if name == "510K":
        return () if is_trump_510k(play, table) else None  # C-073
    if name == "510KK":  # CA-42
        if is_trump_510k(play, table):
            return (1, 0)
        loose_kill = table.rules["side_510kk_kill"] == "any_kill" and len(doubles(play)) >= 3
        return (0, top_pair) if loose_kill else None
    lengths = tractor_lengths(lead, table)
    if not cut(play, lengths, table):
        return None
    if _pair_count(play, table) < _pair_count(lead, table):
        return None
    if lengths:
        return max((t.length, t.rank) for t in tractors_in(play, table))  # C-047, C-062
    if doubles(lead):
        return (top_pair,)  # C-047, C-049
    special = table.rules["k510_as_kill"] == "special" and len(lead) == 3 and is_trump_510k(play, table)  # CA-20
    return (special, max(strength(card, table) for card in play))  # C-050


def _pair_count(cards, table):
    """CA-15: all pairs, or only those outside the tractors of the split."""
    if table.rules["kill_pair_count"] == "all":
        return len(doubles(cards))
    return sum(len(part) == 2 for part in split(cards, table))


def winner(plays: Sequence[Cards], table: Table) -> int:
    """Index of the play that wins, in order of play; a throw led counts as accepted (§3.4)."""
    lead = plays[0]
    shape, suit = classify(lead, table), led_class(lead, table)
    best, best_key = 0, (0, ())  # the first number: 1 for a kill (C-051)
    if shape.name in ("single", "pair", "tractor"):
        best_key = (0, (part_rank(lead, table),))
    for index, play in enumerate(plays[1:], start=1):
        kill = kill_key(lead, play, table)
        if kill is not None:
            key = (1, kill)
        elif shape.name in ("single", "pair", "tractor") and _same_shape(shape, suit, play, table):
            key = (0, (part_rank(play, table),))
        else:
            continue  # C-043, C-053, C-069, C-073
        if key > best_key:  # C-039: equal keeps the earlier one
            best, best_key = index, key
    return best


def _same_shape(shape, suit, play, table):
    return {class_of(card, table) for card in play} == {suit} and classify(play, table) == shape


def beatable(part: Cards, other: Cards, table: Table) -> bool:
    """§3.5: does the hand `other` hold, in the class of `part`, something higher of the same kind?"""
    suit, rank = class_of(part[0], table), part_rank(part, table)
    cards = [card for card in other if class_of(card, table) == suit]
    if len(part) == 1:
        return any(strength(card, table) > rank for card in cards)
    if len(part) == 2:
        return any(strength(kind, table) > rank for kind in doubles(cards))
    return any(t.length * 2 == len(part) and t.rank > rank for t in tractors_in(cards, table))


def throw(cards: Cards, others: Sequence[Cards], table: Table) -> dict:
    """C-052 … C-056: `accepted`, `led` (sorted cards), `wrong` (cards), `fine` (points)."""
    rules = table.rules
    parts = split(cards, table)
    beaten = [part for part in parts if any(beatable(part, other, table) for other in others)]
    if not beaten:
        return {"accepted": True, "led": sorted(cards), "wrong": 0, "fine": 0}

    def size(part):
        return part_rank(part, table), len(part), "cdhs".find(part[0][-1])

    led = min(beaten if rules["misthrow_lead"] == "smallest_beaten" else parts, key=size)  # CA-17
    wrong = {  # CA-18
        "beaten": sum(len(part) for part in beaten),
        "returned": len(cards) - len(led),
        "all": len(cards),
    }[rules["misthrow_count"]]
    return {"accepted": False, "led": led, "wrong": wrong, "fine": wrong * rules["misthrow_points"]}
