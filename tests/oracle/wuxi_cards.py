"""Options, types and comparison of wuxi 巫溪四副 (book §1.2, §1.3, §2.1) for the oracle.

Cards are text, one string per copy; a card set is any sequence of them. What may be played is found by trying every
card set of a hand.
"""

from collections import Counter
from itertools import product
from typing import NamedTuple

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
    return why_not(classify(new, rules), classify(on, rules), rules) is None


def why_not(new, old, rules):
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
        if shape and (old is None or why_not(shape, old, rules) is None):
            found.append(cards)
    return sorted(found)


def no_type(cards):
    """The rule that keeps a card set of the hand from being a type."""
    if not cards:
        return "W-004"
    if "w" in cards or "W" in cards:
        return "W-009"  # jokers mix with nothing
    counts = Counter(card[0] for card in cards)
    ranks = "".join(sorted(counts, key=RANKS.index))
    even = len(set(counts.values())) == 1 and ranks in RANKS[:12]
    return "W-015" if even and len(ranks) > 3 and counts[ranks[0]] > 2 else "W-011"
