"""Oracle for wuxi 巫溪四副 (花花儿): a slow, obvious reading of the rule book in plain Python.

Ids like W-022 or WA-05 name a rule or a reading of the book. Cards are text, one string per copy (`"Ts"`, `"w"` 小王,
`"W"` 大王); a card set is any sequence of them. The parts: `wuxi_cards` (options, types, comparison), `wuxi_score`
(settlement, book §4); here is the course of a deal (§3).

An action is `("play" | "grab" | "pass", cards)`: `grab` is 伙, and `pass` is 不出 on a turn, "no" in a 伙 window.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from . import wuxi_score
from .wuxi_cards import (
    DECK,
    DEFAULTS,
    KINDS,
    OPTIONS,
    RANKS,
    beats,
    classify,
    expand,
    full_rules,
    grabs,
    legal,
    no_type,
    option,
    why_not,
)
from .wuxi_score import points

__all__ = [
    "DECK",
    "DEFAULTS",
    "OPTIONS",
    "RANKS",
    "State",
    "actions",
    "apply",
    "beats",
    "check",
    "classify",
    "expand",
    "full_rules",
    "grabs",
    "legal",
    "match_over",
    "next_leader",
    "phase",
    "points",
    "score",
    "settle",
    "start",
    "tally",
    "turn",
]


@dataclass(frozen=True)
class State:
    """A deal in progress. `queue` holds the seats still to be asked, the first is to act; `asked` says for what.

    phase: "lead", "follow", "hou", "last" or "score" (over). asked: "lead" (any type), "beat" (打 on the top play) or
    "grab" (伙); in phase "last" it tells the three steps apart.
    """

    rules: dict
    hands: tuple
    captured: tuple = ((), (), (), ())
    pile: tuple = ()
    top: tuple | None = None  # (seat, cards) of the last play of the trick
    passes: int = 0
    phase: str = "lead"
    asked: str = "lead"
    queue: tuple = ()
    finish: tuple = ()  # seats in the order of going out


def start(rules, hands, stock=(), *, leader):
    """The position at the first lead. Hands of any size, none of them empty; there is no stock (W-001)."""
    rules = full_rules(rules)
    dealt = Counter(card for hand in hands for card in hand)
    if len(hands) != 4 or not all(hands) or stock or leader not in range(4):
        raise ValueError("four hands with cards, no stock, a leader 0…3")
    if any(card not in KINDS or copies > 4 for card, copies in dealt.items()):
        raise ValueError("no such card, or more than four copies of one")
    return State(rules, tuple(tuple(sorted(hand)) for hand in hands), queue=(leader,))


def turn(state):
    """The seat to act, or None when the deal is over."""
    return state.queue[0] if state.queue else None


def phase(state):
    """ "lead", "follow", "hou", "last", or "score" when the deal is over."""
    return state.phase


def actions(state):
    """Every legal action, by trying every card set of the hand (limit: see `legal`; grab windows have no limit)."""
    if state.phase == "score":
        return []
    hand = state.hands[turn(state)]
    if state.asked == "grab":
        sets = {tuple(sorted(pair)) for pair in combinations(hand, 2)}
        tried = [("pass", ())] + [("grab", pair) for pair in sorted(sets)]
    else:
        top = state.top[1] if state.asked == "beat" else None
        tried = [("pass", ())] + [("play", cards) for cards in legal(hand, top, state.rules)]
    return [action for action in tried if check(state, action) is None]


def check(state, action):
    """None if the action is legal, else the id of the rule it breaks. ValueError for what is no action at all."""
    verb, cards = action
    if verb not in ("play", "grab", "pass") or (verb == "pass" and cards) or any(c not in KINDS for c in cards):
        raise ValueError(f"no action: {action}")
    if state.phase == "score":
        return "W-041"  # the deal has ended
    if verb == "pass":
        return "W-038" if state.phase == "lead" else None  # WA-26: the leader must lead
    if verb == "play" and state.asked == "grab":
        return "W-029"  # 伙 comes before 打
    if verb == "grab" and state.asked != "grab":
        return "W-026"  # only directly after the single
    if Counter(cards) - Counter(state.hands[turn(state)]):
        return "W-025"  # from one's own hand
    if verb == "grab":
        single = state.top[1]
        if grabs(cards, single, state.rules):
            return None
        return "W-027" if single[0] in ("w", "W") else "W-026"
    shape = classify(cards, state.rules)
    if shape is None:
        return no_type(cards)
    if state.asked == "lead":
        return None
    return why_not(shape, classify(state.top[1], state.rules), state.rules)


def apply(state, action):
    """The state after a legal action; ValueError for an illegal one."""
    broken = check(state, action)
    if broken:
        raise ValueError(f"illegal by {broken}: {action}")
    verb, cards = action
    seat = turn(state)
    if verb == "pass":
        return _passed(state, seat)
    state = _to_pile(state, seat, tuple(sorted(cards)))
    if state.phase == "last":  # final(q, x)
        return _over(_capture(state, seat))
    if verb == "grab":  # W-028: the trick is over
        state = _capture(state, seat)
        return _last_closed(state, seat) if _team_out(state, seat) else _next_lead(state, seat)
    return _put(state, seat)


def _to_pile(state, seat, cards):
    """Move cards from a hand to the pile; note who went out."""
    hand = tuple(sorted((Counter(state.hands[seat]) - Counter(cards)).elements()))
    hands = tuple(hand if s == seat else h for s, h in enumerate(state.hands))
    finish = state.finish if hand else (*state.finish, seat)
    return replace(state, hands=hands, pile=state.pile + cards, top=(seat, cards), passes=0, finish=finish)


def _capture(state, seat):
    """W-037: the pile goes to `seat`, the trick is closed."""
    captured = tuple(c + state.pile if s == seat else c for s, c in enumerate(state.captured))
    return replace(state, captured=captured, pile=(), top=None, passes=0)


def _after(state, seat):
    """The other players who hold cards, in turn order after `seat` (W-035)."""
    return tuple(s % 4 for s in range(seat + 1, seat + 4) if state.hands[s % 4])


def _team_out(state, seat):
    return not state.hands[seat] and not state.hands[(seat + 2) % 4]


def _put(state, seat):
    """put(p, x) of the book, the cards being on the pile already."""
    if _team_out(state, seat):
        return _last_open(state, seat)
    takers = _takers(state, seat)
    if takers:
        return replace(state, phase="hou", asked="grab", queue=takers)
    return _follow(state, seat)


def _takers(state, seat):
    """W-029: the players who hold a grab on the top play, in turn order after its player."""
    single = state.top[1]
    others = _after(state, seat)
    if not state.rules["hou_allows_partner"]:  # WA-13
        others = tuple(s for s in others if s != (seat + 2) % 4)
    return tuple(s for s in others if any(grabs(p, single, state.rules) for p in combinations(state.hands[s], 2)))


def _follow(state, seat):
    """FOLLOW of the next player with cards after `seat`, skipping the owner of the top play."""
    followers = [s for s in _after(state, seat) if s != state.top[0]]
    return replace(state, phase="follow", asked="beat", queue=(followers[0],))


def _passed(state, seat):
    """PASS or DECLINE."""
    if state.phase == "follow":
        owner = state.top[0]
        if state.passes + 1 == len(_after(state, owner)):  # W-036: all others passed in succession
            return _next_lead(_capture(state, owner), owner)
        return _follow(replace(state, passes=state.passes + 1), seat)
    rest = state.queue[1:]
    if rest:
        return replace(state, queue=rest)
    if state.phase == "hou":
        return _follow(state, state.top[0])
    return _last_unanswered(state)


def _next_lead(state, seat):
    """W-037, WA-15: the winner of the trick leads, or who stands in for him."""
    if not state.hands[seat]:
        seat = (seat + 2) % 4 if state.rules["lead_passes_to"] == "partner" else _after(state, seat)[0]
    return replace(state, phase="lead", asked="lead", queue=(seat,))


def _last_open(state, finisher):
    """W-041, WA-16: the finisher's play completed his team and can still be answered."""
    mode = state.rules["last_hand_mode"]
    if mode == "none":
        return _over(_capture(state, finisher))
    if mode == "free":
        return _last_closed(_capture(state, finisher), finisher)
    takers = _takers(state, finisher)
    if takers:
        return replace(state, phase="last", asked="grab", queue=takers)
    return replace(state, phase="last", asked="beat", queue=_after(state, finisher))


def _last_unanswered(state):
    """Everybody asked in this step of LAST said no."""
    if state.asked == "lead":
        return _over(state)
    finisher = state.top[0]
    if state.asked == "grab":
        return replace(state, asked="beat", queue=_after(state, finisher))
    state = _capture(state, finisher)
    return _over(state) if state.rules["last_hand_mode"] == "must_beat" else _last_closed(state, finisher)


def _last_closed(state, finisher):
    """LAST with nothing to beat: one of the players left may still lead one play."""
    if state.rules["last_hand_mode"] == "none":
        return _over(state)
    return replace(state, phase="last", asked="lead", queue=_after(state, finisher))


def _over(state):
    return replace(state, phase="score", asked="", queue=())


# ---------------------------------------------------------------- scoring (book §4, in wuxi_score.py)


def tally(state):
    """The facts of a finished deal: captured cards (rank -> number per seat), cards left, order of going out."""
    if state.phase != "score":
        raise ValueError("the deal is not over")
    captured = {rank: [sum(card[0] == rank for card in pile) for pile in state.captured] for rank in RANKS}
    return {"captured_by_seat": captured, "left": [len(hand) for hand in state.hands], "finish": list(state.finish)}


def settle(facts, rules=DEFAULTS):
    """The settlement of a tally: a dict named as in the vectors, see `wuxi_score.settle`."""
    return wuxi_score.settle(facts, full_rules(rules))


def score(state):
    """Points per seat for a finished deal (WA-25)."""
    result = settle(tally(state), state.rules)
    loss = -result["points"] if state.rules["score_transfer"] == "zero_sum" else 0
    return [result["points"] if seat % 2 == result["winner"] else loss for seat in range(4)]


# ---------------------------------------------------------------- between deals (WA-25)


def next_leader(rules, last=None):
    """The first leader of a deal after one with tally `last` (None: first deal); None means: drawn at random."""
    if last is None or option(rules, "first_leader") == "random":
        return None
    return last["finish"][0]


def match_over(rules, played):
    """Is the match over after `played` deals?"""
    limit = option(rules, "match_hands")
    return limit is not None and played >= limit
