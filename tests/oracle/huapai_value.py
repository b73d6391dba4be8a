"""Oracle for 花牌, first half: sentences, 胡 of groups and finished hands, 听牌.

Everything is done with physical cards. A card is its character, with ``*`` for the flower face
(``三*``, H-040). A finished hand is valued by laying every single card, flower by flower, into every
possible group and taking the best result; the only short cut is a memo on the cards still to be laid.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, product

# Book §10.
DEFAULTS = {
    "jing": 5,
    "zhu_jing_mode": "men_count",
    "jiao_jing_fallback": "none",
    "min_hu": 17,
    "pair_jing_counts": True,
    "discard_kan_scores": "dui",
    "first_dealer": "random",
    "dealer_rotation": "winner",
    "multi_win": "nearest",
    "replacement_from": "front",
    "initial_tong_phase": False,
    "kai_fan_needs_declared_tong": False,
    "kai_zhao_from_four": True,
    "tong_hidden": True,
    "settlement": "tier5",
    "discard_pays": 2,
    "pass_lock": "none",
}

CHARACTERS = "孔化可上乙二三四五六七八九十知大己千土子礼人"  # H-002
NUMBERS = "乙二三四五六七八九十"
FLOWERED = "乙三五七九"  # H-040: two of the five copies are flowers, in the 3-经 game too
RED = "可知礼上大人"  # H-041
SENTENCES = (
    *(NUMBERS[i : i + 3] for i in range(8)),  # H-004
    *("孔乙己", "化三千", "十七土", "八九子", "可知礼", "上大人"),  # H-005 .. H-010
)
DECK = tuple(card for c in CHARACTERS for card in ([c] * 3 + [c + "*"] * 2 if c in FLOWERED else [c] * 5))  # H-001

# Book §3, rows "black" and "red" (H-043 .. H-058).
BLACK_HU = {"砍": 1, "统": 2, "统上顶": 4, "开招": 2, "踏船": 4, "开泛": 4, "对": 0, "句": 0}
RED_HU = {"砍": 2, "统": 4, "统上顶": 8, "开招": 4, "踏船": 8, "开泛": 8, "对": 1, "句": 1}
FOURS = ("统", "开招")
FIVES = ("统上顶", "踏船", "开泛")


# ---------------------------------------------------------------- sentences and relations


def cards(text):
    """The cards written in ``text``, one string per copy: ``三*x2 孔`` gives 三* 三* 孔. 一 is 乙 (HA-01)."""
    out = []
    for char in text.replace(" ", "").replace("一", "乙"):
        if char == "*":
            out[-1] += "*"
        elif char.isascii() and char.isdigit():
            out += [out[-1]] * (int(char) - 1)  # a character has five copies: one digit is enough
        elif char in CHARACTERS:
            out.append(char)
        elif char != "x":
            raise ValueError(f"no card: {char}")
    return out


def sentence(cards):
    """句, 砍, 统 or 统上顶, or None (H-003 .. H-013)."""
    chars = [card[0] for card in cards]
    if len(set(chars)) == 1 and len(chars) in (3, 4, 5):
        return {3: "砍", 4: "统", 5: "统上顶"}[len(chars)]
    if any(sorted(chars) == sorted(s) for s in SENTENCES):
        return "句"
    return None


def related(a, b):
    """Two characters (or cards) are related: equal, or both in one sentence (H-021, D-01)."""
    return a[0] == b[0] or any(a[0] in s and b[0] in s for s in SENTENCES)


# ---------------------------------------------------------------- 胡 of one group


def jing_characters(jing):
    """H-037."""
    return "乙三五七九" if jing == 5 else "三五七"


def _single(card, jing, main):
    """What one card earns by itself."""
    if card[0] in jing_characters(jing):  # H-059, H-060; H-069 for 主经
        return (2 if "*" in card else 1) * (2 if card[0] == main else 1)
    return 1 if "*" in card else 0  # H-077: only 乙 and 九 of the 3-经 game can get here with a flower


@lru_cache(maxsize=1 << 16)
def _group_value(kind, cards, jing, main):
    singles = sum(_single(card, jing, main) for card in cards)
    char = cards[0][0]
    if kind == "句":  # H-058, H-059, H-060: red sentences hold no 经 and no flower
        return singles + (1 if char in RED else 0)
    if char in jing_characters(jing):
        doubled = 2 if char == main else 1  # H-069
        if kind == "对":
            return singles  # H-071
        best_three = sum(sorted(_single(card, jing, main) for card in cards)[-3:])
        kan = best_three + 2 * doubled  # H-061
        if kind == "砍":
            return kan
        return kan * 2 if kind in FOURS else kan * 2 * 2  # H-065, H-073; H-068, H-074, HA-24
    return (RED_HU if char in RED else BLACK_HU)[kind] + singles  # HA-29: flowers are added


def group_value(kind, cards, rules=DEFAULTS, main=None):
    """胡 of one group; ``kind`` is 句 砍 统 统上顶 开招 踏船 开泛 or 对, ``main`` the 主经."""
    return _group_value(kind, tuple(cards), (DEFAULTS | dict(rules))["jing"], main)


# ---------------------------------------------------------------- 胡 of a finished hand


def _arrange(tokens):
    return tuple(sorted(tokens, key=lambda t: (CHARACTERS.index(t[0]), t)))


def without(tokens, taken):
    left = list(tokens)
    for token in taken:
        left.remove(token)
    return tuple(left)


def _groups_with_first(tokens):
    """Every different group of three that holds the first card: nobody else can take that card away."""
    first, rest = tokens[0], tokens[1:]
    found = set(combinations([t for t in rest if t[0] == first[0]], 2))
    for s in SENTENCES:
        if first[0] in s:
            b, c = (x for x in s if x != first[0])
            found |= set(product([t for t in rest if t[0] == b], [t for t in rest if t[0] == c]))
    return [(first, *pair) for pair in sorted(found)]


def _pairs(tokens):
    """Every different pair that can be the two related cards of the end (H-021)."""
    return [pair for pair in sorted(set(combinations(tokens, 2))) if related(*pair)]


@lru_cache(maxsize=1 << 16)
def _splits(tokens):
    """Can these cards be laid out in groups of three?"""
    return not tokens or any(_splits(without(tokens, g)) for g in _groups_with_first(tokens))


@lru_cache(maxsize=1 << 16)
def _lay_out(tokens, jing, kan_scores, main):
    """(胡, groups) of the best way to lay out all ``tokens`` in threes; None if there is none.

    The card won on is marked ``!``. A 砍 it stands in was not made by the player alone: it is two own
    cards and another's one, which is a 对 (HA-22). Standing anywhere else it costs nothing (HA-41).
    """
    if not tokens:
        return 0, ()
    best = None
    for group in _groups_with_first(tokens):
        tail = _lay_out(without(tokens, group), jing, kan_scores, main)
        if tail is None:
            continue
        kind = sentence(group)
        if kind == "砍" and kan_scores == "dui" and any("!" in t for t in group):
            kind = "对"
        laid = tuple(t.rstrip("!") for t in group)
        value = _group_value(kind, laid, jing, main) + tail[0]
        if best is None or value > best[0]:
            best = value, ((kind, laid),) + tail[1]
    return best


def main_candidates(all_cards, rules, called=None):
    """The characters that may be 主经 of a winner owning ``all_cards`` (H-038, H-039, HA-26 .. HA-28)."""
    mode = rules["zhu_jing_mode"]
    if mode == "jiao" and called is not None:
        return [called]
    if mode == "none" or (mode == "jiao" and rules["jiao_jing_fallback"] == "none"):
        return [None]
    held = Counter(card[0] for card in all_cards if card[0] in jing_characters(rules["jing"]))
    if not held:
        return [None]
    if mode == "men_maxhu":
        return sorted(held)
    return sorted(c for c in held if held[c] == max(held.values()))  # men_count and jiao falling back on it


def best_hand(free, melds, rules=DEFAULTS, called=None, discard=None):
    """The best reading of a finished hand, (胡, 主经, groups, pair), or None: no winning shape.

    ``free`` holds the winning card too; ``discard`` is that card if another player discarded it, None for
    自摸; ``called`` the character called in 叫经.
    """
    rules = DEFAULTS | dict(rules)
    melds = [(kind, tuple(group)) for kind, group in melds]
    if len(free) != 3 * (8 - len(melds)) + 2 or not shape(free, melds):  # H-021, D-03
        return None
    tokens = list(free)
    if discard is not None:
        tokens[tokens.index(discard)] += "!"
    tokens = _arrange(tokens)
    owned = list(free) + [card for _, group in melds for card in group]
    best = None
    for main in main_candidates(owned, rules, called):
        fixed = sum(_group_value(kind, group, rules["jing"], main) for kind, group in melds)
        for pair in _pairs(tokens):
            laid = _lay_out(without(tokens, pair), rules["jing"], rules["discard_kan_scores"], main)
            if laid is None:
                continue
            value = fixed + laid[0]
            if rules["pair_jing_counts"]:  # HA-23
                value += sum(_single(card, rules["jing"], main) for card in pair)
            if best is None or value > best[0]:
                best = value, main, list(laid[1]), tuple(t.rstrip("!") for t in pair)
    return best


def best(free, melds, rules=DEFAULTS, called=None, discard=None):
    """胡 of the best reading of a finished hand, or None (see ``best_hand``)."""
    found = best_hand(free, melds, rules, called, discard)
    return None if found is None else found[0]


# ---------------------------------------------------------------- 听牌


def shape(free, melds):
    """Do the cards form eight sentences and two related cards, whatever they are worth (H-021)?"""
    if len(free) != 3 * (8 - len(melds)) + 2:
        return False
    chars = _arrange(card[0] for card in free)
    return any(_splits(without(chars, pair)) for pair in _pairs(chars))


def is_ting(free, melds):
    """Off turn: one more card of some character finishes the hand (H-017 .. H-019, §8)."""
    return any(shape([*list(free), c], melds) for c in CHARACTERS)


def waits(free, melds):
    """The characters that finish the hand and can still come (§8, X-069)."""
    owned = Counter(card[0] for card in list(free) + [x for _, group in melds for x in group])
    return {c for c in CHARACTERS if owned[c] < 5 and shape([*list(free), c], melds)}


def hu_waits(free, melds, rules=DEFAULTS, called=None):
    """The winning cards as (card, "自摸" or "放冲"), flower and plain apart (§8)."""
    rules = DEFAULTS | dict(rules)
    owned = Counter(list(free) + [x for _, group in melds for x in group])
    found = set()
    for card in set(DECK):
        if owned[card] < DECK.count(card):  # this face can still come
            for way, discard in (("自摸", None), ("放冲", card)):
                value = best([*list(free), card], melds, rules, called, discard)
                if value is not None and value >= rules["min_hu"]:
                    found.add((card, way))
    return found


def ting_discards(free, melds):
    """On turn: the cards whose discard leaves 听牌 (§8)."""
    return {x for x in free if is_ting(without(free, [x]), melds)}
