"""Oracle for bigtwo (大老二): a slow, literal reading of the rule book, for tests only.

Everything is decided by trying every subset of a hand and asking what it is. Nothing here is
shared with the engine, so an agreement of the two means something. Rule ids (`B-0nn` a sentence
of the rules, `BA-nn` a settled ambiguity) stand where a rule is applied.

Cards are text, rank then lower-case suit (`"Ts"`), in any order. Actions are
`("play", sorted tuple of cards)` or `("pass", ())`. Seats are 0..3. A `rules` argument may leave
out options: they then have the value in `DEFAULTS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

RANKS = "3456789TJQKA2"  # B-013, lowest first
SUITS = "cdhs"  # B-014, lowest first
PACK = [rank + suit for rank in RANKS for suit in SUITS]  # B-000
SEATS = 4  # B-000

SINGLE, PAIR, TRIPLE = "單張", "一對", "三條"
STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = "雜順", "同花五", "葫蘆", "鐵支", "同花順"
FIVES = [STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH]  # B-020, lowest first
MONSTERS = FIVES[3:]  # B-035

MIDDLE = ["34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
STRAIGHTS = {  # BA-05, lowest first; both lists hold the ten straights of B-003
    "tw": ["A2345", *MIDDLE, "23456"],  # B-019
    "mainland": ["A2345", "23456", *MIDDLE],
}

# The first value of each option is its default.
VALUES = {
    "first_card": ["3c", "3d"],  # BA-01
    "first_lead_must_contain": [True, False],  # BA-02
    "allow_triples": [False, True],  # BA-03
    "monsters_beat_any": [False, True],  # BA-04
    "straight_order": ["tw", "mainland"],  # BA-05
    "a2345_key": ["two", "five", "ace"],  # BA-06
    "flush_compare": ["top_card", "suit_first", "all_cards"],  # BA-08
    "pass_is_final": [False, True],  # BA-09
    "deuce_penalty": ["spade", "all"],  # BA-12
    "monster_requires_kicker": [True, False],  # BA-14
    "deuce_inside_monster_counts": [True, False],  # BA-15
    "winner_collects": [True, False],  # BA-18
}
LEAST = {"disconnect_penalty": 0, "base": 1}  # BA-19, B-031: any integer from there up
DEFAULTS: dict = {name: values[0] for name, values in VALUES.items()}
DEFAULTS |= {"disconnect_penalty": 5, "base": 1}  # B-037

Cards = Sequence[str]
Action = tuple[str, tuple[str, ...]]


def complete(rules: dict) -> dict:
    """`rules` with defaults filled in; ValueError for an unknown option or value."""
    for name, value in rules.items():
        if name not in DEFAULTS:
            raise ValueError(f"no such option: {name}")
        good = type(value) is type(DEFAULTS[name])
        if not good or not (value in VALUES[name] if name in VALUES else value >= LEAST[name]):
            raise ValueError(f"option {name} cannot be {value!r}")
    return {**DEFAULTS, **rules}


def single(card: str) -> tuple[int, int]:
    """A card as a single: first the rank, then the suit (B-012)."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def highest(cards: Cards) -> str:
    """The largest card as a single (B-015)."""
    return max(cards, key=single)


def same_rank(cards: Cards, n: int) -> list[str]:
    """All cards of a rank that occurs exactly `n` times (empty if there is none)."""
    ranks = [card[0] for card in cards]
    return [card for card in cards if ranks.count(card[0]) == n]


def straight_of(cards: Cards) -> str | None:
    """The entry of the list of straights these cards form, or None (B-003, B-004, B-005)."""
    ranks = sorted(card[0] for card in cards)
    return next((entry for entry in STRAIGHTS["tw"] if sorted(entry) == ranks), None)


def classify(cards: Cards, rules: dict = DEFAULTS) -> str | None:
    """The name of the type of the whole card set, or None when it is no type (B-001..B-010)."""
    if len(cards) == 1:
        return SINGLE  # B-001
    if len(cards) == 2 and same_rank(cards, 2):
        return PAIR  # B-002
    if len(cards) == 3 and same_rank(cards, 3):
        return TRIPLE if {**DEFAULTS, **rules}["allow_triples"] else None  # BA-03
    if len(cards) != 5:
        return None  # BA-03: no other type exists
    one_suit = len({card[1] for card in cards}) == 1
    if straight_of(cards):
        return STRAIGHT_FLUSH if one_suit else STRAIGHT  # B-007, B-006
    if one_suit:
        return FLUSH  # B-008
    if same_rank(cards, 3) and same_rank(cards, 2):
        return FULL_HOUSE  # B-009
    if same_rank(cards, 4):
        return QUADS  # B-010
    return None


def straight_key_card(cards: Cards, rules: dict) -> str:
    """The card by which two straights of the same ranks are compared (B-018, BA-06)."""
    ranks = straight_of(cards)
    if rules["straight_order"] == "mainland":
        exceptions = {"A2345": "5", "23456": "6"}
    else:
        exceptions = {"A2345": {"two": "2", "five": "5", "ace": "A"}[rules["a2345_key"]]}
    if ranks in exceptions:
        return next(card for card in cards if card[0] == exceptions[ranks])
    return highest(cards)  # so the 2 in 2-3-4-5-6 under "tw"


def flush_key(cards: Cards, rules: dict) -> tuple:
    """Key of a 同花五 by `flush_compare` (BA-08)."""
    suit = SUITS.index(cards[0][1])
    if rules["flush_compare"] == "suit_first":
        return suit, single(highest(cards))
    if rules["flush_compare"] == "all_cards":
        return sorted((RANKS.index(card[0]) for card in cards), reverse=True), suit
    return single(highest(cards))  # B-015


def key(cards: Cards, rules: dict = DEFAULTS) -> tuple:
    """What decides between two plays of one type; compare with `<` (B-012, B-015..B-019)."""
    rules = {**DEFAULTS, **rules}
    name = classify(cards, rules)
    if name in (SINGLE, PAIR, TRIPLE):
        return single(highest(cards))
    if name in (FULL_HOUSE, QUADS):  # B-016, B-017
        return single(highest(same_rank(cards, 3) or same_rank(cards, 4)))
    if name == FLUSH:
        return flush_key(cards, rules)
    if name in (STRAIGHT, STRAIGHT_FLUSH):  # BA-07: suited ones in the same order
        place = STRAIGHTS[rules["straight_order"]].index(straight_of(cards))
        return place, SUITS.index(straight_key_card(cards, rules)[1])
    raise ValueError(f"no type: {cards}")


def beats(new: Cards, on: Cards, rules: dict = DEFAULTS) -> bool:
    """May `new` be played on `on`? ValueError when `on` is no type."""
    rules = {**DEFAULTS, **rules}
    a, b = classify(new, rules), classify(on, rules)
    if b is None:
        raise ValueError(f"no type: {on}")
    if a is None:
        return False
    if rules["monsters_beat_any"] and a in MONSTERS and b not in MONSTERS:
        return True  # BA-04
    if len(new) != len(on):
        return False  # B-011
    if a != b:  # only five-card types can differ here
        return FIVES.index(a) > FIVES.index(b)  # B-020, B-021
    return key(new, rules) > key(on, rules)


def why_not(hand: Cards, cards: Cards, top: Cards | None, must: str | None, rules: dict = DEFAULTS):
    """None if `cards` may be played from `hand` on `top` (None = lead), else the rule broken."""
    cards = list(cards)
    if len(set(cards)) != len(cards) or not set(cards) <= set(hand):
        return "B-000"  # only one's own cards
    if classify(cards, rules) is None:
        return "B-002" if len(cards) == 2 else "BA-03"
    if top is None:
        return "B-023" if must is not None and must not in cards else None  # else B-026
    if beats(cards, top, rules):
        return None
    return "B-011" if len(cards) != len(top) else "B-027"


def plays(hand: Cards, top: Cards | None, must: str | None, rules: dict = DEFAULTS) -> list[tuple]:
    """Every card set that may be played, each sorted; no type has more than five cards."""
    subsets = [c for n in range(1, 6) for c in combinations(sorted(hand), n)]
    return [cards for cards in subsets if why_not(hand, cards, top, must, rules) is None]


@dataclass(frozen=True)
class State:
    """One deal in progress (book §3)."""

    rules: dict
    hands: tuple[tuple[str, ...], ...]
    seat: int  # who acts
    must: str | None  # the card the coming lead must contain
    top: tuple[str, ...] | None = None  # the play to beat; None: `seat` leads
    top_seat: int | None = None
    passes: int = 0  # passes in a row since `top`
    out: frozenset[int] = frozenset()  # seats that passed in this trick
    winner: int | None = None


def start(rules: dict, hands: list[Cards], stock: Cards = (), leader: int | None = None) -> State:
    """A position at a lead. `leader=None` is the first deal of a match (also after a void deal,
    BA-20): the holder of `first_card` leads and must show it (B-022, B-023). With a leader (the
    last winner, B-024) no card is compulsory (B-025). Hands may be shorter than 13 cards."""
    rules = complete(rules)
    dealt = [card for hand in hands for card in hand]
    if len(hands) != SEATS or not all(1 <= len(hand) <= 13 for hand in hands) or stock:
        raise ValueError("four hands of 1 to 13 cards and no stock")
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(PACK):
        raise ValueError("a card twice, or a card that is not in the pack")
    must = None
    if leader is None:
        if rules["first_card"] not in dealt:
            raise ValueError("nobody holds the first card")
        leader = next(seat for seat in range(SEATS) if rules["first_card"] in hands[seat])
        must = rules["first_card"] if rules["first_lead_must_contain"] else None  # BA-02
    elif leader not in range(SEATS):
        raise ValueError("leader must be a seat 0..3")
    return State(rules, tuple(tuple(sorted(hand)) for hand in hands), leader, must)


def turn(state: State) -> int | None:
    """The seat to act, None when the deal is over (B-030)."""
    return None if state.winner is not None else state.seat


def phase(state: State) -> str:
    """`lead`, `follow` or `score` (over)."""
    playing = "lead" if state.top is None else "follow"
    return playing if state.winner is None else "score"


def check(state: State, action: Action) -> str | None:
    """None when legal, else the id of the rule broken."""
    verb, cards = action
    if state.winner is not None:
        return "B-030"
    if verb == "pass" and state.top is None:
        return "BA-10"  # the leader must play
    if verb == "pass":
        return "B-028" if cards else None  # a pass shows no card
    if verb != "play":
        return "B-026" if state.top is None else "B-027"  # there is only playing and passing
    return why_not(state.hands[state.seat], cards, state.top, state.must, state.rules)


def actions(state: State) -> list[Action]:
    """Every legal action: passing first (where allowed), then the plays by card count."""
    if state.winner is not None:
        return []
    sets = plays(state.hands[state.seat], state.top, state.must, state.rules)
    return [("pass", ())] * (state.top is not None) + [("play", cards) for cards in sets]


def apply(state: State, action: Action) -> State:
    """The state after a legal action; ValueError (naming the rule) otherwise."""
    broken = check(state, action)
    if broken is not None:
        raise ValueError(f"{action}: {broken}")
    verb, cards = action
    if verb == "pass":
        return after_pass(state)
    me = state.seat
    left = tuple(card for card in state.hands[me] if card not in cards)
    hands = (*state.hands[:me], left, *state.hands[me + 1 :])
    top = tuple(sorted(cards))
    played = replace(state, hands=hands, must=None, top=top, top_seat=me, passes=0)
    if not left:
        return replace(played, winner=me)  # B-030: at once, nobody may answer
    return replace(played, seat=next_seat(played))


def after_pass(state: State) -> State:
    """The acting seat passes; the trick may close (B-029, BA-09)."""
    passed = replace(state, passes=state.passes + 1, out=state.out | {state.seat})
    all_out = passed.out == set(range(SEATS)) - {state.top_seat}
    if all_out if state.rules["pass_is_final"] else passed.passes == 3:
        return State(state.rules, state.hands, seat=state.top_seat, must=None)  # leads again
    return replace(passed, seat=next_seat(passed))


def next_seat(state: State) -> int:
    """The seat that acts after `state.seat` in a running trick (BA-11, BA-09)."""
    seat = (state.seat + 1) % SEATS
    while state.rules["pass_is_final"] and seat in state.out:
        seat = (seat + 1) % SEATS
    return seat


def items(left: Cards, rules: dict = DEFAULTS) -> tuple[int, int]:
    """(2s, monsters) that double the penalty of the cards left (B-035, B-036).

    The best disjoint choice of monsters is taken (BA-13): the most items, then the most monsters.
    """
    rules = {**DEFAULTS, **rules}
    monsters = [set(c) for c in combinations(left, 5) if classify(c, rules) in MONSTERS]
    if not rules["monster_requires_kicker"]:  # BA-14
        monsters += [set(c) for c in combinations(left, 4) if len(same_rank(c, 4)) == 4]
    best = (0, 0, 0)  # items, monsters, 2s (which of them: BA-12)
    for chosen in disjoint_choices(monsters):
        deuces = {c for c in left if c == "2s" or (c[0] == "2" and rules["deuce_penalty"] == "all")}
        if not rules["deuce_inside_monster_counts"]:  # BA-15
            deuces -= set().union(*chosen)
        best = max(best, (len(deuces) + len(chosen), len(chosen), len(deuces)))
    return best[2], best[1]


def disjoint_choices(sets: list[set[str]]) -> list[list[set[str]]]:
    """Every way to choose sets of which no two share a card, the empty choice included."""
    found: list[list[set[str]]] = [[]]
    for i, first in enumerate(sets):
        rest = [other for other in sets[i + 1 :] if not other & first]
        found += [[first, *more] for more in disjoint_choices(rest)]
    return found


def penalty(left: Cards, rules: dict = DEFAULTS) -> int:
    """What a loser with these cards left pays, in multiples of the base (B-031..B-036)."""
    factor = 2 ** sum(items(left, rules))  # B-036, BA-16
    if len(left) >= 10:
        factor *= 2  # B-033
    if len(left) >= 13:
        factor *= 2  # B-034
    return len(left) * factor  # B-031


def tally(state: State) -> dict:
    """Facts of a finished deal: winner, and per seat cards left, doubling 2s and monsters."""
    if state.winner is None:
        raise ValueError("the deal is not over")
    left = [len(hand) for hand in state.hands]
    deuces, monsters = map(list, zip(*(items(hand, state.rules) for hand in state.hands), strict=True))
    return {"winner": state.winner, "left": left, "deuces": deuces, "monsters": monsters}


def score(state: State) -> list[int]:
    """Coins each seat wins (+) or pays (-) for a finished deal (book §4)."""
    winner = tally(state)["winner"]
    coins = [-state.rules["base"] * penalty(hand, state.rules) for hand in state.hands]
    if state.rules["winner_collects"]:
        coins[winner] = -sum(coins)  # BA-18; the winner has no card, so paid 0
    return coins


def disconnect(seat: int, rules: dict = DEFAULTS) -> list[int]:
    """Coins when `seat` leaves: the deal is void, the fine goes to nobody (B-037, BA-19)."""
    rules = complete(rules)
    return [-rules["disconnect_penalty"] * rules["base"] if s == seat else 0 for s in range(SEATS)]
