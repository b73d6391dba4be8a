"""Oracle for wuxi 巫溪四副 (花花儿): a slow, obvious reading of the rule book in plain Python.

Ids like W-022 or WA-05 name a rule or a reading of the book. Cards are text, one string per copy (`"Ts"`, `"w"` 小王,
`"W"` 大王); a card set is any sequence of them. Scoring (book §4) is in `wuxi_score.py`.

An action is `("play" | "grab" | "pass", cards)`: `grab` is 伙, and `pass` is 不出 on a turn, "no" in a 伙 window.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

from . import wuxi_score
from .wuxi_score import points as points

# Book §2.1: every option with its values, the default first. `match_hands` is None or a number of deals.
OPTIONS = {
    "pair_beats_single": (False, True),
    "tiger_beats_run": (False, True),
    "straight_length_must_match": (True, False),
    "pairrun_length_must_match": (True, False),
    "long_pairrun_lead_only": (True, False),
    "spade_lead_rule": ("any", "all", "off"),
    "spade_bonus_single": (False, True),
    "tiger_compare": ("lead", "big_count"),
    "hou_tiger": ("any_double", "same_rank"),
    "hou_allows_partner": (True, False),
    "lead_passes_to": ("partner", "next"),
    "last_hand_mode": ("must_beat", "free", "beat_then_free", "none"),
    "penalty_mode": ("physical", "units"),
    "joker_fang": ("same_rank", "any_four", "none"),
    "merge_team_loose": (False, True),
    "double_fan_tie": ("lower_seat",),
    "first_leader": ("random", "previous_first_out"),
    "score_transfer": ("win_only", "zero_sum"),
    "match_hands": (None,),
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}

RANKS = "3456789TJQKA2wW"  # W-018, smallest first
KINDS = (*tuple(r + s for r in RANKS[:13] for s in "cdhs"), "w", "W")
DECK = KINDS * 4  # W-001: 216 cards
MAX_SETS = 1 << 16  # `actions` refuses hands with more sub-multisets than this (16 different cards have that many)

_NUMBER = dict(
    enumerate(["三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六"], start=3)
)
# W-019: one string per level, lowest first.
LEVELS = {
    name: level
    for level, names in enumerate(
        [
            "单只/连子/一对/单虎",
            "三只",
            "连对",
            "四只",
            "双虎",
            "五只",
            "六只",
            "三虎",
            "三节",
            "七只",
            "四节",
            "八只",
            "花豹",
            "花虎",
            "五节",
            "小青虎",
            "大青虎",
            "九只",
            "六节",
            "十只",
            "五虎",
            "飞龙",
            "七节",
            "十一只",
            "八节",
            "十二只",
            "六虎",
            "九节",
            "十三只",
            "十节",
            "十四只",
            "七虎",
            "青龙",
            "十一节",
            "十五只",
            "十二节",
            "十六只",
            "八虎",
            "十三节",
            "十四节",
            "十五节",
            "十六节",
        ],
        start=1,
    )
    for name in names.split("/")
}


def full_rules(rules):
    """The complete option record; raises ValueError for an unknown option or value."""
    for name, value in rules.items():
        if name == "match_hands" and type(value) is int and value > 0:
            continue
        if name not in OPTIONS or value not in OPTIONS[name]:
            raise ValueError(f"no such rule: {name}={value!r}")
    return {**DEFAULTS, **rules}


def option(rules, name):
    """One option of a record that may leave options out."""
    return rules.get(name, DEFAULTS[name])


def expand(text):
    """`"5hx3 w"` -> `["5h", "5h", "5h", "w"]`: the card text of the book and the vectors."""
    cards = []
    for word in text.split():
        kind, _, copies = word.partition("x")
        cards += [kind] * int(copies or 1)
    return cards


# ---------------------------------------------------------------- types (book §1.2)


class Shape(NamedTuple):
    """What a card set is: `lead` is the rank of the 领牌, `ring` is 带响, `length` is None outside dragons."""

    type: str
    level: int
    lead: str
    ring: bool
    length: int | None
    big: int  # big jokers, for tiger_compare="big_count"


def classify(cards, rules=DEFAULTS):
    """The Shape of a card set, or None if it is no type; ValueError for text that is no card."""
    if any(card not in KINDS for card in cards):
        raise ValueError(f"not cards: {cards}")
    if not cards or max(Counter(cards).values()) > 4:  # W-001: four copies of each card exist
        return None
    ranks = sorted({card[0] for card in cards}, key=RANKS.index)
    lead = ranks[-1]
    length = None
    if lead in "wW":
        name = _tiger(cards)
    elif len(ranks) == 1:
        name = _leopard(cards)
    else:
        name, length = _dragon(cards, ranks), len(ranks)
    if name is None:
        return None
    return Shape(name, LEVELS[name], lead, _rings(cards, name, lead, rules), length, cards.count("W"))


def _tiger(cards):
    """W-009, W-010: jokers alone."""
    small, big = cards.count("w"), cards.count("W")
    if small + big < len(cards):
        return None
    if len(cards) == 4:
        return "大青虎" if big == 4 else "小青虎" if small == 4 else "花虎"  # WA-08: any mix
    return {1: "单虎", 2: "双虎", 3: "三虎", 5: "五虎", 6: "六虎", 7: "七虎", 8: "八虎"}[len(cards)]


def _leopard(cards):
    """W-004 … W-008: cards of one rank."""
    if len(cards) <= 2:
        return ("单只", "一对")[len(cards) - 1]
    if len(cards) == 4 and len(set(cards)) == 1:
        return "花豹"  # WA-11: always the rarer type
    return _NUMBER[len(cards)] + "只"


def _dragon(cards, ranks):
    """W-011 … W-017: neighbouring ranks of 3…A, the same number of cards at each."""
    copies = {[card[0] for card in cards].count(rank) for rank in ranks}
    first = RANKS.index(ranks[0])
    if len(ranks) < 3 or len(copies) != 1 or "2" in ranks or "".join(ranks) != RANKS[first : first + len(ranks)]:
        return None
    k = copies.pop()
    if k <= 2:
        return ("连子", "连对")[k - 1]
    if len(ranks) > 3:  # W-015: 节 are three ranks exactly
        return None
    if k <= 4 and len({card[1] for card in cards}) == 1:
        return "飞龙" if k == 3 else "青龙"  # W-016, W-017, WA-09, WA-11
    return _NUMBER[k] + "节"


def _rings(cards, name, lead, rules):
    """W-021 带响: is the lead card a spade? WA-05 for several cards of the top rank, WA-06 for a single card."""
    rule = option(rules, "spade_lead_rule")
    if lead in "wW" or rule == "off" or (name == "单只" and not option(rules, "spade_bonus_single")):
        return False
    spades = [card[1] == "s" for card in cards if card[0] == lead]
    return any(spades) if rule == "any" else all(spades)


# ---------------------------------------------------------------- comparison (book §1.3, `beats` of §3)


def beats(new, on, rules=DEFAULTS):
    """May the card set `new` be played 打 on the card set `on`?"""
    return _why_not(classify(new, rules), classify(on, rules), rules) is None


def _why_not(new, old, rules):
    """None if the Shape `new` beats `old`, else the id of the rule that says no."""
    if new.type == "连对" and new.length >= 4 and option(rules, "long_pairrun_lead_only"):
        return "W-014"
    if new.level != old.level:
        return None if new.level > old.level else "W-019"
    higher = RANKS.index(new.lead) - RANKS.index(old.lead)
    if new.type != old.type:
        if new.type == "单虎" and old.type in ("单只", "一对"):  # W-018, W-023
            return None
        if new.type == "单虎" and old.type == "连子":
            return None if option(rules, "tiger_beats_run") else "WA-01b"
        if new.type == "一对" and old.type == "单只" and option(rules, "pair_beats_single") and higher > 0:
            return None
        return "WA-01"
    if new.length != old.length:
        if new.type == "连子" and option(rules, "straight_length_must_match"):
            return "WA-03"
        if new.type == "连对" and option(rules, "pairrun_length_must_match"):
            return "WA-04"
    if higher != 0:
        return None if higher > 0 else "W-020"
    if new.lead in "wW":
        return None if option(rules, "tiger_compare") == "big_count" and new.big > old.big else "WA-07"
    return None if new.ring and not old.ring else "W-022"


def grabs(pair, single, rules=DEFAULTS):
    """May `pair` grab 伙 the 单只 or 单虎 `single` (W-026, W-027)?"""
    if len(pair) != 2 or len(single) != 1:
        return False
    if single[0] in ("w", "W"):
        same = option(rules, "hou_tiger") == "same_rank"  # WA-12
        return all(card == single[0] if same else card in ("w", "W") for card in pair)
    return all(card[0] == single[0][0] for card in pair)


def legal(hand, top=None, rules=DEFAULTS):
    """Every card set of `hand` that may be led (`top` None) or played on `top`: a sorted list of sorted tuples.

    Tries every sub-multiset of the hand; ValueError above MAX_SETS of them (any hand of 16 cards or fewer is safe).
    """
    held = Counter(hand)
    sets = 1
    for copies in held.values():
        sets *= copies + 1
    if sets > MAX_SETS:
        raise ValueError(f"{sets} sub-multisets are too many to try")
    old = None if top is None else classify(top, rules)
    found = []
    for numbers in product(*(range(copies + 1) for copies in held.values())):
        cards = tuple(sorted(Counter(dict(zip(held, numbers, strict=True))).elements()))
        shape = classify(cards, rules)
        if shape and (old is None or _why_not(shape, old, rules) is None):
            found.append(cards)
    return sorted(found)


# ---------------------------------------------------------------- the deal (book §3)


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
        return _no_type(cards)
    if state.asked == "lead":
        return None
    return _why_not(shape, classify(state.top[1], state.rules), state.rules)


def _no_type(cards):
    """The rule that keeps a card set of the hand from being a type."""
    if not cards:
        return "W-004"
    if "w" in cards or "W" in cards:
        return "W-009"  # jokers mix with nothing
    counts = Counter(card[0] for card in cards)
    ranks = "".join(sorted(counts, key=RANKS.index))
    even = len(set(counts.values())) == 1 and ranks in RANKS[:12]
    return "W-015" if even and len(ranks) > 3 and counts[ranks[0]] > 2 else "W-011"


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
