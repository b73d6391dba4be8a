"""Oracle for 花牌: a slow, obvious reading of the rule book, used only to judge the engine.

This half plays the deal (§5, §6) and settles it; `huapai_value` says what cards are worth.

An action is ``(verb, cards)``: the discard of ``play``; the four of ``tong``; the fifth of ``tong_shang_ding``
and ``ta_chuan``; one plain card of the character called of ``call_jing``. ``hu``, ``pass`` and the claims ``dui``,
``kai_zhao``, ``kai_fan`` carry none: the discard says which cards the hand adds, and flowers go first (HA-47).
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations

from .huapai_value import (
    CHARACTERS,
    DECK,
    DEFAULTS,
    FIVES,
    FOURS,
    best,
    best_hand,
    cards,
    group_value,
    hu_waits,
    is_ting,
    jing_characters,
    related,
    sentence,
    shape,
    ting_discards,
    waits,
    without,
)

__all__ = [
    "CHARACTERS",
    "DECK",
    "DEFAULTS",
    "State",
    "actions",
    "apply",
    "best",
    "best_hand",
    "cards",
    "check",
    "group_value",
    "hu_waits",
    "is_ting",
    "next_dealer",
    "phase",
    "points",
    "related",
    "score",
    "sentence",
    "shape",
    "start",
    "surplus",
    "tally",
    "ting_discards",
    "turn",
    "waits",
]


# ---------------------------------------------------------------- the deal


@dataclass
class State:
    """One deal. ``hands`` are the free cards; a declared or exposed group is (kind, cards) in ``melds``."""

    rules: dict
    hands: list
    melds: list
    wall: list
    dealer: int
    rivers: list = field(default_factory=lambda: [[], [], []])
    phase: str = "call_jing"
    queue: list = field(default_factory=list)  # the seats still to be asked, the first one now
    can_win: bool = False  # act: the seat has just drawn (not so after 对)
    zhu_jing: str | None = None  # 叫经: the character called
    card: str | None = None  # claim: the discard; end: the discard won on
    discarder: int | None = None
    answers: list = field(default_factory=list)  # claim: (seat, action) so far
    locked: list = field(default_factory=lambda: [False] * 3)  # pass_lock, HA-35
    winners: list = field(default_factory=list)  # nearest after the discarder first


def start(rules, hands, stock, dealer=0, melds=None):
    """A deal of the given free hands, wall (front first) and groups; the dealer draws first (HA-05)."""
    if set(rules) - set(DEFAULTS):
        raise ValueError("unknown option")
    melds = [[(kind, tuple(sorted(group))) for kind, group in seat] for seat in melds or [[], [], []]]
    everything = Counter(stock) + Counter(c for hand in hands for c in hand)
    everything += Counter(c for seat in melds for _, group in seat for c in group)
    if everything - Counter(DECK) or len(hands) != 3:
        raise ValueError("no such hands")
    s = State(DEFAULTS | dict(rules), [list(h) for h in hands], melds, list(stock), dealer)
    s.queue = [dealer, (dealer + 1) % 3, (dealer + 2) % 3]
    if s.rules["zhu_jing_mode"] != "jiao":
        _open_play(s)
    return s


def turn(state):
    """The seat to act, None when the deal is over."""
    return state.queue[0] if state.queue else None


def phase(state):
    """call_jing, initial_tong, act, claim or end (§5)."""
    return state.phase


# ---------------------------------------------------------------- what is legal


def _copies(hand, char, n):
    """``n`` free copies of ``char``, flowers first (HA-47); None if there are too few."""
    have = sorted((c for c in hand if c[0] == char), key=lambda c: "*" not in c)
    return sorted(have[:n]) if len(have) >= n else None


def _check_copies(hand, char, n, laid, rule):
    """``laid`` must be exactly the ``n`` copies that flowers first picks."""
    want = _copies(hand, char, n)
    if want is None or {c[0] for c in laid} != {char} or len(laid) != n or Counter(laid) - Counter(hand):
        return rule
    return None if sorted(laid) == want else "HA-47"


def _has(state, seat, kind, char):
    return any(k == kind and group[0][0] == char for k, group in state.melds[seat])


def _check_win(state, seat, laid):
    if laid:
        return "H-021"
    claimed = [state.card] if state.phase == "claim" else []
    value = best(state.hands[seat] + claimed, state.melds[seat], state.rules, state.zhu_jing, *claimed)
    if value is None:
        return "H-021"
    return None if value >= state.rules["min_hu"] else "H-020"


def _check_own_group(state, seat, verb, laid):
    """tong, tong_shang_ding, ta_chuan on one's own turn or in INITIAL_TONG (§6)."""
    if not laid:
        return {"tong": "H-032", "tong_shang_ding": "H-034", "ta_chuan": "H-030"}[verb]
    char, hand = laid[0][0], state.hands[seat]
    if verb == "tong":
        broken = _check_copies(hand, char, 4, laid, "H-032")
    elif verb == "tong_shang_ding":
        broken = _check_copies(hand, char, 1, laid, "H-034")
        broken = broken if _has(state, seat, "统", char) else "H-034"
    else:
        broken = _check_copies(hand, char, 1, laid, "H-030")
        broken = broken if _has(state, seat, "开招", char) else "H-030"  # HA-14: a 对 never grows
    return broken or (None if state.wall else "HA-32")


def _check_claim_group(state, seat, verb, laid):
    """dui, kai_zhao, kai_fan on the discard (§6)."""
    rules, hand, char = state.rules, state.hands[seat], state.card[0]
    held = sum(c[0] == char for c in hand)
    if laid:
        return "HA-47"
    if verb == "dui":
        # The last condition never binds in a whole deal: after 对 there must be a card to discard.
        return "H-026" if held < 2 else "HA-07" if len(hand) < 3 else None
    if verb == "kai_zhao":
        if _has(state, seat, "对", char):
            return "H-029"
        if held == 4 and not rules["kai_zhao_from_four"]:
            return "HA-13"
        return "H-028" if held < 3 else None if state.wall else "HA-32"
    if _has(state, seat, "统", char):  # H-036
        return None if state.wall else "HA-32"
    if held == 4 and rules["kai_fan_needs_declared_tong"]:
        return "HA-12"
    return "H-036" if held < 4 else None if len(state.wall) >= 2 else "HA-32"


def _check_act(state, seat, verb, laid):
    if verb == "play":
        if len(laid) == 1 and laid[0] in state.hands[seat]:
            return None
        locked = any(set(laid) & set(group) for _, group in state.melds[seat])
        return "H-035" if len(laid) == 1 and locked else "H-015"
    if verb in ("hu", "tong", "tong_shang_ding", "ta_chuan"):
        if not state.can_win:
            return "HA-42"
        if verb == "hu":
            return _check_win(state, seat, laid)
        return _check_own_group(state, seat, verb, laid)
    # No passing on one's own turn; claims need another's discard (a self-drawn fifth: HA-49).
    return {"pass": "H-015", "dui": "H-026", "kai_zhao": "H-028", "kai_fan": "HA-49", "call_jing": "HA-27"}[verb]


def _check_claim(state, seat, verb, laid):
    if verb == "pass":
        return "HA-43" if laid else None
    if verb == "hu":
        return "HA-35" if state.locked[seat] else _check_win(state, seat, laid)
    if verb in ("dui", "kai_zhao", "kai_fan"):
        taken = [a[0] for _, a in state.answers if a[0] != "pass"]
        if taken:  # the seat before has claimed: only 胡 goes before it (HA-20)
            return "H-027" if verb == "dui" and taken == ["dui"] else "HA-20"
        return _check_claim_group(state, seat, verb, laid)
    return {"play": "H-015", "tong": "HA-11", "tong_shang_ding": "HA-49", "ta_chuan": "HA-15", "call_jing": "HA-27"}[
        verb
    ]


VERBS = ("play", "pass", "hu", "dui", "kai_zhao", "kai_fan", "ta_chuan", "tong", "tong_shang_ding", "call_jing")


def check(state, action):
    """None if the seat to act may do it, else the rule that forbids it."""
    verb, laid = action
    if state.phase == "end":
        return "H-021" if state.winners else "HA-31"
    if verb not in VERBS:
        return "HA-19"  # no 吃, nor anything else the book does not name
    seat = state.queue[0]
    if state.phase == "act":
        return _check_act(state, seat, verb, laid)
    if state.phase == "claim":
        return _check_claim(state, seat, verb, laid)
    if verb == "pass" and not laid:
        return None
    if state.phase == "initial_tong":
        return _check_own_group(state, seat, verb, laid) if verb in ("tong", "tong_shang_ding") else "HA-11"
    if verb != "call_jing":
        return "HA-27"
    return None if len(laid) == 1 and laid[0] in tuple(jing_characters(state.rules["jing"])) else "H-037"


def _candidates(state):
    """Every action worth asking about: each verb with nothing and with every set of equal characters."""
    hand = state.hands[state.queue[0]]
    sets = {()} | {(c,) for c in CHARACTERS}
    for char in {c[0] for c in hand}:
        same = sorted(c for c in hand if c[0] == char)
        sets |= {laid for n in range(1, 5) for laid in combinations(same, n)}
    return [(verb, laid) for verb in VERBS for laid in sorted(sets)]


def actions(state):
    """Every legal action of the seat to act."""
    if state.phase == "end":
        return []
    return [a for a in _candidates(state) if check(state, a) is None]


# ---------------------------------------------------------------- what happens


def _draw(state, seat, end=False):
    state.hands[seat].append(state.wall.pop(-1 if end else 0))
    state.locked[seat] = False  # HA-35: until it has drawn again


def _act(state, seat, can_win):
    state.phase, state.queue, state.can_win = "act", [seat], can_win
    state.card = state.discarder = None
    state.answers = []


def _draw_turn(state, seat):
    if state.wall:
        _draw(state, seat)
        _act(state, seat, True)
    else:  # HA-31
        state.phase, state.queue, state.card, state.discarder = "end", [], None, None


def _open_play(state):
    """After the deal and the calls: the 统 round if there is one (HA-11), then the dealer draws."""
    state.phase = "initial_tong"
    last = [(state.dealer + 2) % 3, (state.dealer + 1) % 3, state.dealer]
    state.queue = last if state.rules["initial_tong_phase"] else []
    _ask(state)


def _ask(state):
    """Skip seats that could only pass; when nobody is left, go on."""
    while state.queue and all(a[0] == "pass" for a in actions(state)):
        state.queue.pop(0)
    if not state.queue:
        if state.phase == "initial_tong":
            _draw_turn(state, state.dealer)
        else:
            _resolve(state)


def _resolve(state):
    """The end of a claim window (§5)."""
    state.winners = [seat for seat, a in state.answers if a[0] == "hu"]
    if state.winners:
        state.phase = "end"
        return
    for seat, (verb, _) in state.answers:
        if verb != "pass":  # D-05: at most one of the two can still stand here
            _claim(state, seat, verb)
            return
    state.rivers[state.discarder].append(state.card)
    _draw_turn(state, (state.discarder + 1) % 3)


def _lock_up(state, seat, kind, laid, upon=None, extra=()):
    """Take ``laid`` out of the hand, lay it down as ``kind``, growing the group ``upon`` if named."""
    state.hands[seat] = list(without(state.hands[seat], laid))
    group = list(laid) + list(extra)
    if upon is not None:
        old = next(m for m in state.melds[seat] if m[0] == upon and m[1][0][0] == group[0][0])
        state.melds[seat].remove(old)
        group += old[1]
    state.melds[seat].append((kind, tuple(sorted(group))))


def _claim(state, seat, verb):
    char = state.card[0]
    declared = verb == "kai_fan" and _has(state, seat, "统", char)
    laid = _copies(state.hands[seat], char, {"dui": 2, "kai_zhao": 3, "kai_fan": 0 if declared else 4}[verb])
    kind = {"dui": "对", "kai_zhao": "开招", "kai_fan": "开泛"}[verb]
    _lock_up(state, seat, kind, laid, "统" if declared else None, [state.card])
    owed = {"dui": 0, "kai_zhao": 1, "kai_fan": 1 if declared else 2}[verb]  # D-03
    for _ in range(owed):
        _draw(state, seat, state.rules["replacement_from"] == "end")  # HA-09
    _act(state, seat, owed > 0)  # HA-07, HA-42: after 对 only a discard


def _apply_own_group(state, seat, verb, laid):
    if verb == "ta_chuan":
        _lock_up(state, seat, "踏船", laid, "开招")
        _draw(state, seat, state.rules["replacement_from"] == "end")  # H-031, HA-09
    else:
        _lock_up(state, seat, *(("统", laid) if verb == "tong" else ("统上顶", laid, "统")))
        _draw(state, seat, end=True)  # H-033


def _apply_claim_answer(state, seat, action):
    if state.rules["pass_lock"] == "until_own_turn" and action[0] != "hu" and check(state, ("hu", ())) is None:
        state.locked[seat] = True  # HA-35
    state.answers.append((seat, action))
    state.queue.pop(0)
    if action[0] == "hu" and state.rules["multi_win"] == "nearest":
        state.queue = []  # HA-21
    _ask(state)


def apply(state, action):
    """The state after a legal action; ValueError if it is illegal."""
    action = action[0], tuple(sorted(action[1]))
    broken = check(state, action)
    if broken is not None:
        raise ValueError(f"{action}: {broken}")
    s, seat, (verb, laid) = deepcopy(state), state.queue[0], action
    if s.phase == "claim":
        _apply_claim_answer(s, seat, action)
    elif verb == "call_jing":  # H-039: the first call decides
        s.zhu_jing = laid[0]
        _open_play(s)
    elif verb == "pass":
        s.queue.pop(0)
        if s.phase == "initial_tong":
            _ask(s)
        elif not s.queue:
            _open_play(s)
    elif verb == "play":
        s.hands[seat].remove(laid[0])
        s.phase, s.card, s.discarder = "claim", laid[0], seat
        s.queue = [(seat + 1) % 3, (seat + 2) % 3]
        _ask(s)
    elif verb == "hu":
        s.phase, s.queue, s.winners = "end", [], [seat]
    else:
        _apply_own_group(s, seat, verb, laid)
        if s.phase == "initial_tong":
            _ask(s)
    return s


# ---------------------------------------------------------------- the end


def tally(state):
    """The facts of a finished deal; 胡 and 主经 per seat, 0 and None for those who did not win."""
    if state.phase != "end":
        raise ValueError("the deal is not over")
    hu, main = [0] * 3, [None] * 3
    for seat in state.winners:
        won = [] if state.discarder is None else [state.card]
        found = best_hand(state.hands[seat] + won, state.melds[seat], state.rules, state.zhu_jing, *won)
        hu[seat], main[seat] = found[0], found[1]
    return {
        "winners": list(state.winners),
        "discarder": state.discarder,
        "hu": hu,
        "main": main,
        "dealer": state.dealer,
        "called": state.zhu_jing,
        "wall": len(state.wall),
    }


def points(hu, rules):
    """What a win of ``hu`` 胡 is worth (HA-33)."""
    if rules["settlement"] == "tier5":
        return 1 + (hu - rules["min_hu"]) // 5
    return hu if rules["settlement"] == "hu" else 0


def score(state):
    """Points per seat (HA-33, §7): every winner is paid apart (HA-21)."""
    facts, total = tally(state), [0, 0, 0]
    for winner in facts["winners"]:
        price = points(facts["hu"][winner], state.rules)
        if facts["discarder"] is None:  # 自摸: each of the others pays
            for seat in range(3):
                total[seat] += 2 * price if seat == winner else -price
        else:  # 放冲: the discarder pays alone
            total[winner] += state.rules["discard_pays"] * price
            total[facts["discarder"]] -= state.rules["discard_pays"] * price
    return total


def next_dealer(state):
    """HA-34."""
    after = (state.dealer + 1) % 3
    if state.rules["dealer_rotation"] == "winner":
        return state.winners[0] if state.winners else state.dealer
    if state.rules["dealer_rotation"] == "stay_or_next":
        return state.dealer if state.dealer in state.winners else after
    return after


def surplus(state):
    """Per seat: cards in front of it minus what D-03 asks for; all 0 at every decision of a whole deal."""
    out = []
    for seat in range(3):
        groups = state.melds[seat]
        have = len(state.hands[seat]) + sum(len(group) for _, group in groups)
        want = 25 + sum(k in FOURS for k, _ in groups) + 2 * sum(k in FIVES for k, _ in groups)
        drawn = state.phase == "act" and seat == state.queue[0]
        won = state.phase == "end" and state.discarder is None and seat in state.winners
        out.append(have - want - (1 if drawn or won else 0))
    return out
