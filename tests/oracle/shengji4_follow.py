"""Tricks of shengji4 四副牌升级 for the oracle: order, shapes, who wins, throws and what followers owe (book §3, §4).

Every question is answered by trying all groups and tractors that a card set holds. A `Table` fixes what the answers
depend on: level, trump suit, options (the complete record, see `shengji4.DEFAULTS`). Ids like S-061 or SA-18 name a
rule or a reading of the book.

Where the book leaves an order open: equal parts of a split stand in suit order c d h s (as for a failed throw, §7.1);
all thirteen ranks of the trump suit in one tractor count as ace-high. With `loose_quads_beat_2x4` two loose quads are a
*play* that competes with a 2×4, so they can beat such a part of an attempted throw; they are no *shape*, so they answer
no component when a throw is killed.
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
KINDS = (*(rank + suit for suit in SUITS for rank in RANKS), "w", "W")
TR = "TR"  # the trump class; the other classes are the side suits
GROUPS = ("single", "pair", "triple", "quad")  # S-050 … S-053


class Shape(NamedTuple):
    """A group (length 1) or a tractor; `key` is the rank key of §3.3, comparable within one shape of one class."""

    name: str
    width: int
    length: int
    key: tuple[int, int]

    @property
    def size(self):
        return self.width * self.length


class Table:
    """Level (rank), trump (suit) and rules (complete record) of a deal; `tractors` maps kinds to the rank key."""

    def __init__(self, level, trump, rules):
        if level not in RANKS or len(level) != 1 or trump not in tuple(SUITS):
            raise ValueError(f"no such level or trump: {level!r}, {trump!r}")
        self.level, self.trump, self.rules = level, trump, rules
        self.tractors = _tractors(self)


# ---------------------------------------------------------------- single cards (book §3.1)


def class_of(t, card):
    """The effective suit: "TR" or a side suit (S-041 … S-045, S-081)."""
    if card in ("w", "W") or card[0] in ("2", t.level) or card[1] == t.trump:
        return TR
    return card[1]


def strength(t, card):
    """S-046 … S-048, S-080: larger wins within a class; equal values are equal cards in play."""
    if card in ("w", "W"):
        return 100 if card == "W" else 99
    if card[0] == t.level:  # before the 2: at level 2 the twos are the level cards
        return 98 if card[1] == t.trump else 97
    if card[0] == "2":
        return 96 if card[1] == t.trump else 95
    return RANKS.index(card[0]) + 2


def points(cards):
    """S-038, S-039."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def of_class(t, cards, suit):
    """The cards of one effective suit."""
    return [card for card in cards if class_of(t, card) == suit]


def one_class(t, cards):
    """The effective suit of all the cards, None if there are several (or no cards)."""
    suits = {class_of(t, card) for card in cards}
    return suits.pop() if len(suits) == 1 else None


# ---------------------------------------------------------------- shapes (book §3.2, §3.3)


def _tractors(t):
    """Every run of two or more neighbouring kinds: {frozenset of kinds: rank key}."""
    found = {}
    for suit in SUITS:
        side = [rank + suit for rank in "3456789TJQKA"]  # S-048
        if t.rules["side_tractor_skip_level"]:
            side = [card for card in side if card[0] != t.level]  # SA-14
        if suit != t.trump:
            _add_runs(t, found, side, [RANKS.index(card[0]) + 2 for card in side], suit, 0)
        face = [rank + suit for rank in "A23456789TJQKA"]  # S-068: an A stands at both ends
        _add_runs(t, found, face, list(range(1, 15)), TR, int(suit == t.trump))
    if t.rules["joker_tractor"]:
        found[frozenset("wW")] = (99, 1)  # SA-12
    return found


def _add_runs(t, found, ladder, ranks, suit, main):
    """Add each run of `ladder` all of whose cards are in the class `suit`; the key is (top rank, main)."""
    for first in range(len(ladder)):
        for last in range(first + 1, len(ladder)):
            run = ladder[first : last + 1]
            twice_the_ace = len(set(run)) < len(run)
            if not twice_the_ace and one_class(t, run) == suit:
                found[frozenset(run)] = max((ranks[last], main), found.get(frozenset(run), (0, 0)))


def shape(t, cards):
    """The single Shape that all the cards form, or None (S-050 … S-054)."""
    counts = Counter(cards)
    copies = set(counts.values())
    if len(copies) != 1 or max(copies) > 4:
        return None
    width = copies.pop()
    if len(counts) == 1:
        return Shape(GROUPS[width - 1], width, 1, (strength(t, cards[0]), 0))
    key = t.tractors.get(frozenset(counts))
    return Shape("tractor", width, len(counts), key) if key and width >= 2 else None


def held(t, cards, width, length):
    """Every group (length 1) or tractor of that form in a card set: a list of sorted card tuples."""
    enough = {kind for kind, copies in Counter(cards).items() if copies >= width}
    if length == 1:
        return [(kind,) * width for kind in KINDS if kind in enough]
    return [tuple(sorted([*run] * width)) for run in t.tractors if len(run) == length and run <= enough]


def all_held(t, cards):
    """Every group and every tractor in a card set."""
    counts = Counter(cards)
    found = [(kind,) * k for kind in KINDS for k in range(1, counts[kind] + 1)]
    for run in t.tractors:
        if run <= counts.keys():
            found += [tuple(sorted([*run] * k)) for k in range(2, min(counts[kind] for kind in run) + 1)]
    return found


def less(cards, part):
    """The cards without `part`, sorted."""
    return tuple(sorted((Counter(cards) - Counter(part)).elements()))


# ---------------------------------------------------------------- who wins (book §3.4)


def competes(t, new, lead, kill):
    """Can the Shape `new` compete with the Shape `lead`? `kill`: trumps on a side lead."""
    if kill and not t.rules["wider_kill"] and new.width != lead.width:  # SA-20
        return False
    if lead.length == 1 or new.length == 1:
        same_group = new.width == lead.width and new.length == lead.length
        return same_group or (new.width == 4 and (lead.width, lead.length) == (2, 2))  # S-059
    return new.size == lead.size and new.width >= lead.width  # S-057, S-058


def _loose_quads(t, cards):
    """The key (higher, lower) of two quads that are no tractor, else None (SA-17)."""
    counts = Counter(cards)
    if sorted(counts.values()) != [4, 4] or shape(t, cards) or one_class(t, cards) is None:
        return None
    return tuple(sorted((strength(t, card) for card in counts), reverse=True))


def worth(t, cards, lead, kill):
    """(width, rank key) of a play of one class against a lead of the one Shape `lead`; None if it cannot compete."""
    new = shape(t, cards)
    if new and competes(t, new, lead, kill):
        return new.width, new.key
    if t.rules["loose_quads_beat_2x4"] and (lead.width, lead.length) == (2, 4):
        loose = _loose_quads(t, cards)
        if loose and not (kill and not t.rules["wider_kill"]):
            return 3, loose  # above 2×4, below 4×2
    return None


def _play_key(t, cards, lead):
    """What decides between the plays of one trick; None for a play that cannot win."""
    led, suit = one_class(t, lead), one_class(t, cards)
    if suit is None or suit not in (led, TR) or len(cards) != len(lead):
        return None
    kill = suit != led
    if shape(t, lead) is None:  # a throw can only be killed
        return kill_key(t, lead, cards)
    value = worth(t, cards, shape(t, lead), kill)
    if value is None:
        return None
    first = (kill, value[0]) if t.rules["mixed_width_order"] == "trump_first" else (value[0], kill)  # SA-19
    return *first, value[1]


def winner(t, plays):
    """The index in order of play of the winner of a trick: the lead is accepted, the earlier of equal plays wins."""
    best, best_key = 0, None if shape(t, plays[0]) is None else _play_key(t, plays[0], plays[0])
    for index in range(1, len(plays)):
        key = _play_key(t, plays[index], plays[0])
        if key is not None and (best_key is None or key > best_key):  # S-049
            best, best_key = index, key
    return best


# ---------------------------------------------------------------- throws (book §3.5, `throw_rule` of §7.1)


def split(t, cards):
    """The parts of a throw: always the one with most cards first, then by width, then by rank key."""
    rest, parts = tuple(cards), []
    while rest:
        shapes = [(shape(t, part), part) for part in all_held(t, rest)]
        largest = max(s.size for s, _ in shapes)
        shapes = [(s, part) for s, part in shapes if s.size == largest]
        widest = max(s.width for s, _ in shapes)
        shapes = [(s, part) for s, part in shapes if s.width == widest]
        highest = max(s.key for s, _ in shapes)
        part = min((part for s, part in shapes if s.key == highest), key=_suit_order)
        parts.append(part)
        rest = less(rest, part)
    return parts


def _suit_order(part):
    return "cdhswW".index(part[0][-1])


def decompositions(t, cards):
    """Every full decomposition: a set of sorted tuples of parts, no two or more of which form one shape together."""
    found = set()

    def cut(rest, parts):
        if not rest:
            found.add(tuple(sorted(parts)))
        for part in all_held(t, rest):
            if rest[0] in part and not _joins(t, parts, part):
                cut(less(rest, part), [*parts, part])

    cut(tuple(sorted(cards)), [])
    return found


def _joins(t, parts, new):
    """Does `new` form one shape with one or more of `parts`?"""
    everything = [card for part in parts for card in part] + list(new)
    for goal in all_held(t, everything):
        if Counter(new) <= Counter(goal) and len(new) < len(goal):
            inside = [part for part in parts if Counter(part) <= Counter(goal)]
            for n in range(1, len(inside) + 1):
                for chosen in combinations(inside, n):
                    if sorted([*new, *(card for part in chosen for card in part)]) == sorted(goal):
                        return True
    return False


def kill_key(t, lead, play):
    """The key of trumps on a thrown side lead: (cards of the largest component, width and rank key of its answer).

    The best over all full decompositions of the lead and all partitions of the play; None: the play does not kill.
    """
    if one_class(t, lead) in (TR, None) or one_class(t, play) != TR or len(lead) != len(play):
        return None
    keys = []
    for parts in decompositions(t, lead):
        shapes = sorted((shape(t, part) for part in parts), key=lambda s: (s.size, s.width), reverse=True)
        best = _best_answer(t, shapes, tuple(sorted(play)), {})
        if best is not None:
            keys.append((shapes[0].size, *best))
    return max(keys, default=None)


def _best_answer(t, shapes, play, known):
    """Answer every component out of `play`: the best answer to one of the largest components, None if impossible."""
    if not shapes:
        return ()
    if shapes[0].size == 1:  # only singles are left: any cards answer them
        return 1, (max(strength(t, card) for card in play), 0)
    if (len(shapes), play) in known:
        return known[len(shapes), play]
    results = []
    for part in sorted(set(all_held(t, play))):
        answer = shape(t, part)
        if competes(t, answer, shapes[0], kill=True):
            rest = _best_answer(t, shapes[1:], less(play, part), known)
            if rest is not None:
                also_largest = len(shapes) > 1 and shapes[1][:3] == shapes[0][:3]  # name, width, length
                results.append(max((answer.width, answer.key), rest if also_largest else ()))
    known[len(shapes), play] = max(results, default=None)
    return known[len(shapes), play]


def _beatable(t, part, others):
    """Does another player hold a play of the led class that competes with the part and has a larger key?"""
    suit, lead = one_class(t, part), shape(t, part)
    for hand in others:
        cards = of_class(t, hand, suit)
        tries = [new for new in all_held(t, cards) if len(new) == len(part)]
        tries += [a + b for a, b in combinations(held(t, cards, 4, 1), 2)]  # perhaps loose quads
        values = [worth(t, new, lead, kill=False) for new in tries if len(new) == len(part)]
        if any(value is not None and value > (lead.width, lead.key) for value in values):
            return True
    return False


def throw(t, cards, others):
    """Several cards that are no single shape are led against the hands `others`: (accepted as they are, cards led).

    The cards led are None if the lead is refused.
    """
    suit, rule = one_class(t, cards), t.rules["throw_rule"]
    if suit is None or rule == "never":
        return False, None
    if rule == "others_void":  # S-060
        void = not any(of_class(t, hand, suit) for hand in others)
        return void, tuple(sorted(cards)) if void else None
    beatable = [part for part in split(t, cards) if _beatable(t, part, others)]
    if not beatable:
        return True, tuple(sorted(cards))
    return False, min(beatable, key=lambda part: (shape(t, part).key[0], len(part), _suit_order(part)))


# ---------------------------------------------------------------- follows: the lists (book §4.2, §4.3)

# Items: t2x4 = a tractor of four connected pairs, q = quad, tr = triple, p = pair. Each entry is filled up with
# singles, which are any further cards, so they need no mention; "/" is a free choice.
_TAIL = [
    "t2x3 p", "t2x3", "t2x2 p p", "t2x2 p", "t2x2", "q p p", "q p", "q", "tr tr", "tr p p", "tr p", "tr",
    "p p p p", "p p p", "p p", "p", "",
]  # fmt: skip
LISTS = {  # (width, length) of the lead: (rule, entries, their labels)
    (2, 4): ("S-061", ["t2x4 / q q", *_TAIL]),
    (4, 2): ("S-062", ["t4x2", "q q", "t2x4", *_TAIL]),
    (2, 3): ("S-063", ["t2x3 / t3x2", "q p", "t2x2 p", "p p p", "p p", "p", ""]),
    (3, 2): ("S-065", ["t3x2", "t2x3", "q p", "t2x2 p", "tr tr", "tr p", "p p p", "p p", "p", ""]),
    (4, 1): ("S-066", ["q", "t2x2", "p p", "tr", "p", ""]),
    (2, 2): ("S-067", ["t2x2 / q", "p p", "p", ""]),
    (3, 1): ("S-028", ["tr", "p", ""]),
    (2, 1): ("S-028", ["p", ""]),
    (1, 1): ("S-028", [""]),
}
_ITEMS = {"q": (4, 1), "tr": (3, 1), "p": (2, 1)}


def list_class(t, cards, lead):
    """The label of the first entry of the list of the Shape `lead` that the cards can supply; None: no list."""
    if (lead.width, lead.length) not in LISTS:
        return None
    entries = LISTS[lead.width, lead.length][1]
    supplied = (any(_supplies(t, cards, choice.split()) for choice in entry.split("/")) for entry in entries)
    index = list(supplied).index(True)  # every list ends with an entry that anything supplies
    if (lead.width, lead.length) == (4, 2):
        return ("1a", "1b")[index] if index < 2 else str(index)
    return str(index + 1)


def _supplies(t, cards, items):
    """Do the cards hold disjoint groups as the items name them? SA-15: larger groups may be broken."""
    if not items:
        return True
    form = _ITEMS.get(items[0]) or (int(items[0][1]), int(items[0][3]))
    return any(_supplies(t, less(cards, part), items[1:]) for part in held(t, cards, *form))


# ---------------------------------------------------------------- follows: rule G and accepted throws (book §4.3, §7.1)


def pairs(cards):
    """A triple is one pair, a quad two."""
    return sum(copies // 2 for copies in Counter(cards).values())


def _longest(t, cards, cap):
    """The length of the longest tractor of pairs of at most `cap` pairs, 0 for none."""
    return max((n for n in range(2, cap + 1) if held(t, cards, 2, n)), default=0)


def _rule_g(t, suit, play, lead):
    """Rule G for m >= N cards `suit` of the led class: None or the rule broken."""
    k, n, new = lead.width, lead.length, shape(t, play)
    forms = [[(w, lead.size // w) for w in (2, 3, 4) if lead.size % w == 0]] if k == 2 else [[(k, n)]]  # G1
    if k == 3 and lead.size % 4 == 0:
        forms.append([(4, lead.size // 4)])  # G2
    for choice in forms:
        if any(held(t, suit, *form) for form in choice):
            return None if new and (new.width, new.length) in choice else "S-055"
    groups = []
    if k > 2:  # G3
        groups = [kind for kind, copies in Counter(suit).items() if copies >= k]
        if len(groups) >= n:
            good = all(copies == k for copies in Counter(play).values())
            return None if good else "S-033"
        if any(Counter(play)[kind] < k for kind in groups):
            return "S-033"
    suit, play = less(suit, groups * k), less(play, groups * k)
    cap = len(play) // 2  # G4
    if _longest(t, play, cap) != _longest(t, suit, cap):
        return "S-055"
    return None if min(cap, pairs(play)) == min(cap, pairs(suit)) else "S-056"


def throw_value(t, cards, lead):
    """v(x) of §7.1 for following an accepted throw: (tractor lengths, pairs)."""
    shapes = [shape(t, part) for part in split(t, lead)]
    lens = [s.length for s in shapes if s.length > 1]
    return _best_lengths(t, cards, lens), min(pairs(lead), pairs(cards))


def _best_lengths(t, cards, lens):
    """The lexicographically largest list of lengths of disjoint pair tractors, the i-th at most lens[i]."""
    if not lens:
        return []
    first = _longest(t, cards, lens[0])
    if first == 0:
        return [0, *_best_lengths(t, cards, lens[1:])]
    return max([first, *_best_lengths(t, less(cards, run), lens[1:])] for run in held(t, cards, 2, first))


def follow(t, lead, hand, play):
    """None if `play` from `hand` may follow the lead (one shape or an accepted throw), else the rule broken (§4.1)."""
    if Counter(play) - Counter(hand):
        return "S-006"  # only cards dealt to him
    if len(play) != len(lead):
        return "S-028"
    led = one_class(t, lead)
    suit, played = of_class(t, hand, led), of_class(t, play, led)
    if len(suit) < len(lead):  # none of them: anything goes
        return None if len(played) == len(suit) else "S-031"
    if len(played) < len(play):
        return "S-029"
    form = shape(t, lead)
    if form is None:
        return None if throw_value(t, play, lead) == throw_value(t, suit, lead) else "SA-18"
    if (form.width, form.length) not in LISTS:
        return _rule_g(t, suit, play, form)
    owed, reached = list_class(t, suit, form), list_class(t, play, form)
    return None if owed == reached else LISTS[form.width, form.length][0]
