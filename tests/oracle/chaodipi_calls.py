"""Declaring 亮主, overturning 反主, 炒底 and the flip of chaodipi 炒地皮 (book §3.1, §5) for the oracle.

An act is `declare`, `overturn` or `chao`; `named` goes with a pair of red fives only: a suit or `"nt"`.

Settled where the book is silent:
- a pair of `5h` is always the red-five pair, also at level 5 after a single `5h` (never 回头望), and it is no level
  pair for `first_declare=level_only`;
- a combination that `overturn_order` does not list cannot be shown at all; without `BACK` there is no 回头望 and the
  pair keeps its ordinary rank, as with `huitou=false`;
- in a hidden room a used pair cannot be shown again in any act (else two seats could overturn each other for ever);
- `one_lap`: a 炒底 without effect that counts as a pass does not make the dealer be asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .chaodipi_rules import SUITS, expand, full_rules

NO_TRUMP = "nt"


@dataclass(frozen=True)
class Call:
    """One act of a deal. `effective`: it was then the highest; `trump`: what it makes trump (suit or `"nt"`)."""

    seat: int
    act: str
    cards: tuple[str, ...]
    trump: str
    rank: int
    effective: bool


Calls = Sequence[Call]


def combination(cards: Sequence[str], level: str) -> str | None:
    """`single`, the suit of a level pair, `w`, `W`, `R5`, or None (§3.1)."""
    if len(cards) == 1:
        return "single" if cards[0][0] == level else None
    if len(cards) != 2 or cards[0] != cards[1]:
        return None
    if cards[0] == "5h":
        return "R5"
    if cards[0] in ("w", "W"):
        return cards[0]
    return cards[0][1] if cards[0][0] == level else None


def is_back(seat: int, cards: Sequence[str], calls: Calls, level: str, rules: dict) -> bool:
    """回头望 (C-085): the pair of the suit first shown with one card, after an act of another seat."""
    if not rules["huitou"] or "BACK" not in rules["overturn_order"] or not calls:
        return False
    first = calls[0]
    if first.act != "declare" or first.seat != seat or len(first.cards) != 1:
        return False
    level_pair = combination(cards, level) in tuple(SUITS)
    return level_pair and cards[0] == first.cards[0] and any(call.seat != seat for call in calls)


def rank(name: str | None, rules: dict) -> int | None:
    """Rank of a combination (or `BACK`) in the room's list; None when it is not in it."""
    if name == "single":
        return 0
    order = list(rules["overturn_order"])
    return order.index(name) + 1 if name in order else None


def rank_of(seat: int, cards: Sequence[str], calls: Calls, level: str, rules: dict) -> int | None:
    """Rank of these cards shown now by `seat`; None when they are no combination of the room."""
    return rank("BACK" if is_back(seat, cards, calls, level, rules) else combination(cards, level), rules)


def standing(calls: Calls) -> Call | None:
    """The highest act so far; the last effective one."""
    effective = [call for call in calls if call.effective]
    return effective[-1] if effective else None


def current_rank(calls: Calls) -> int:
    """Rank to be beaten; after a flip without any act 0, a single level card."""
    top = standing(calls)
    return top.rank if top else 0


def why_not(seat, act, cards, named, calls: Calls, level, rules) -> str | None:
    """None when the act is allowed to a seat that holds the cards and is asked, else the rule broken."""
    name = combination(cards, level)
    new = rank_of(seat, cards, calls, level, rules)
    if new is None:
        return "C-018" if act == "declare" else "C-027"
    if (name == "R5") != (named is not None) or named not in (None, NO_TRUMP, *SUITS):
        return "C-025"
    if act == "declare":
        if calls:
            return "C-018"  # only the first one
        if rules["first_declare"] == "level_only" and name not in ("single", *SUITS):
            return "CA-02"
        return None
    if name == "single":
        return "C-019" if act == "overturn" else "C-027"  # one card never overturns
    if act == "overturn" and (not calls or calls[-1].seat == seat):
        return "C-019"  # others only: CA-03
    if rules["hidden"]:  # C-087: too low is allowed, a used pair is not
        used = any(call.seat == seat and call.cards == tuple(cards) for call in calls)
        return "C-087" if used else None
    if new <= current_rank(calls):
        return "C-021" if act == "overturn" else "C-027"
    return None


def make(seat, act, cards, named, calls: Calls, level, rules) -> Call:
    """The act as a `Call`; it must be allowed."""
    name = combination(cards, level)
    trump = named or (NO_TRUMP if name in ("w", "W") else cards[0][1])  # C-022, C-023, C-025
    new = rank_of(seat, cards, calls, level, rules)
    effective = act == "declare" or new > current_rank(calls)
    return Call(seat, act, tuple(cards), trump, new, effective)


def choices(seat, act, hand, calls: Calls, level, rules) -> list[tuple[str, tuple[str, ...]]]:
    """Every allowed act with the cards of this hand, as actions."""
    held = sorted(set(hand))
    sets = [(card,) for card in held] + [(card, card) for card in held if list(hand).count(card) == 2]
    found = []
    for cards in sets:
        for named in (None, *SUITS, NO_TRUMP):
            if why_not(seat, act, cards, named, calls, level, rules) is None:
                found.append((act if named is None else f"{act} {named}", cards))
    return found


def failed(calls: Calls) -> list[Call]:
    """The failed 炒底 (C-089)."""
    return [call for call in calls if call.act == "chao" and not call.effective]


def takes_bottom(call: Call, rules: dict) -> bool:
    """CA-08: does this 炒底 take the bottom?"""
    return call.effective or rules["dark_fail_takes_bottom"]


def first_asked(dealer: int, rules: dict) -> tuple[int, ...]:
    """Who is asked for 炒底 after the dealer has buried, in order (C-026); one lap ends with the dealer."""
    lap = tuple((dealer + step) % 4 for step in (1, 2, 3))
    return (*lap, dealer) if rules["chaodi_rounds"] == "one_lap" else lap


def next_asked(pending: tuple[int, ...], call: Call | None, calls: Calls, dealer: int, rules: dict) -> tuple[int, ...]:
    """Who is still to be asked once the first of `pending` has answered with `call` (None: a pass); C-029, CA-07."""
    if rules["chaodi_rounds"] == "one_lap":
        pending = pending[1:]
        somebody = any(c.act == "chao" and takes_bottom(c, rules) for c in calls)
        return () if pending == (dealer,) and not somebody else pending
    if call is not None and takes_bottom(call, rules):
        return tuple((call.seat + step) % 4 for step in (1, 2, 3))
    return pending[1:]


def flip(bottom: Sequence[str], level: str, rules: dict) -> dict:
    """C-010 … C-012: `redeal`, `trump` (suit, `"nt"`; None when void), `chaodi` (None when void)."""
    open_after = rules["flip_blocks_chaodi"] == "joker_only"
    for card in bottom:
        if card in ("w", "W"):
            return {"redeal": False, "trump": NO_TRUMP, "chaodi": False}
        if card[0] == level:
            return {"redeal": False, "trump": card[1], "chaodi": open_after}
    if rules["flip_fallback"] == "redeal":  # CA-05
        return {"redeal": True, "trump": None, "chaodi": None}
    trump = bottom[0][1] if rules["flip_fallback"] == "first_suit" else NO_TRUMP
    return {"redeal": False, "trump": trump, "chaodi": open_after}


def overturn(room: str, level: str, current: str, new: str, back: bool, opts: dict) -> dict:
    """The op `overturn` of the vectors: `accepted`, `effective`; `back` says that `new` would be 回头望."""
    rules = full_rules({"room": room, **opts})
    cards = expand(new)
    calls = [Call(0, "declare", (cards[0],), "c", 0, True)]
    calls.append(Call(1, "overturn", (), "c", rank_of(1, expand(current), [], level, rules), True))
    seat = 0 if back else 2  # seat 0 has shown one such card first, seat 1 has the highest cards
    named = NO_TRUMP if cards == ["5h", "5h"] else None
    if why_not(seat, "overturn", cards, named, calls, level, rules):
        return {"accepted": False, "effective": False}
    return {"accepted": True, "effective": make(seat, "overturn", cards, named, calls, level, rules).effective}


def replay(room: str, level: str, dealer: int | None, events: list[dict], opts: dict) -> dict:
    """The op `declare` of the vectors; the first `chao` or `pass` ends declaring. All cards shown are held."""
    rules = full_rules({"room": room, **opts})
    calls: list[Call] = []
    accepted, pending, burier = [], None, dealer
    for event in events:
        seat, act = event["seat"], event["act"]
        cards = sorted(expand(event.get("cards") or ""))
        if act in ("chao", "pass") and pending is None:
            dealer = standing(calls).seat if dealer is None else dealer
            burier, pending = dealer, first_asked(dealer, rules)
        ok = (pending is None) == (act in ("declare", "overturn")) and (not pending or pending[0] == seat)
        if pending == ():
            ok = False
        call = None
        if ok and act != "pass":
            named = (event.get("named") or NO_TRUMP) if cards == ["5h", "5h"] else None
            ok = why_not(seat, act, cards, named, calls, level, rules) is None
            call = make(seat, act, cards, named, calls, level, rules) if ok else None
        accepted.append(ok)
        if not ok:
            continue
        calls += [call] if call else []
        if pending is not None:
            burier = seat if call and takes_bottom(call, rules) else burier
            pending = next_asked(pending, call, calls, dealer, rules)
    top = standing(calls)
    if dealer is None and top:  # C-008
        dealer = burier = top.seat
    sides = [1 if call.seat % 2 == dealer % 2 else -1 for call in failed(calls)]
    trump = top.trump if top and top.trump != NO_TRUMP else None
    points = rules["dark_fail"] * sum(sides)  # C-090
    return {"accepted": accepted, "trump": trump, "dealer_after": dealer, "score": points, "burier": burier}
