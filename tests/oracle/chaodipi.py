"""Oracle for chaodipi 炒地皮, rooms 暗炒 / 扛旗 / 明炒: a slow, obvious reading of the rule book in plain Python.

Ids like C-045 or CA-17 name a rule or a settled reading of the book. Cards are text, one string per copy (`"Ts"`, `"w"`
小王, `"W"` 大王). The parts: `chaodipi_rules` (options), `chaodipi_cards` (order, shapes, winner, throws),
`chaodipi_follow` (obligations), `chaodipi_calls` (亮主, 反主, 炒底, flip), `chaodipi_score` (settlement).

Actions, `cards` always a sorted tuple:
`("declare", cards)`, `("overturn", cards)`, `("chao", cards)`; with a pair of red fives the verb names what becomes
trump: `"declare h"`, `"overturn nt"`; `("bury", 8 cards)`; `("play", cards)` (a throw as intended: what is led when it
fails is found by `apply`); `("pass", ())` in a window.

Phases: `deal`, `declare_grace`, `bury`, `chaodi_ask`, `play`, `settle` (over), `deal_start` (over: the deal is void and
is to be dealt again). FLIP, TAKE_BOTTOM and REVEAL take no decision and are passed through.

Windows, where the book is silent: after each dealt card seats are asked in turn order beginning with the seat that
received it; a seat without an option is skipped; after an act asking goes on until every other seat has been asked once
since that act. The grace round is such a window of its own, beginning with `first_recipient`. At 炒底 too a seat
without an option is skipped, which counts as its pass.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from . import chaodipi_calls as calling
from . import chaodipi_follow as follow
from .chaodipi_calls import NO_TRUMP, Call, flip, overturn, replay
from .chaodipi_cards import (
    PACK,
    TR,
    Shape,
    Table,
    card_points,
    class_of,
    classify,
    kill_key,
    strength,
    suit_510k,
    throw,
    winner,
    without,
)
from .chaodipi_rules import DEFAULTS, RANKS, ROOMS, SUITS, VALUES, expand, full_rules
from .chaodipi_score import (
    escape,
    final_score,
    flag_result,
    jdaodi,
    levels,
    next_dealer,
    promote,
    red5_lost,
    settle,
    sky,
)

__all__ = [
    "DEFAULTS",
    "PACK",
    "ROOMS",
    "VALUES",
    "Call",
    "Shape",
    "State",
    "Table",
    "actions",
    "apply",
    "check",
    "class_of",
    "classify",
    "escape",
    "expand",
    "final_score",
    "flag_result",
    "flip",
    "follow",
    "full_rules",
    "jdaodi",
    "kill_key",
    "levels",
    "next_dealer",
    "overturn",
    "phase",
    "promote",
    "red5_lost",
    "replay",
    "score",
    "score_now",
    "settle",
    "sky",
    "start",
    "strength",
    "suit_510k",
    "table",
    "tally",
    "throw",
    "turn",
    "winner",
]  # fmt: skip

MAX_SETS = 200_000  # `actions` refuses to try more sets than this
WINDOWS = ("deal", "declare_grace", "chaodi_ask")
OVER = ("settle", "deal_start")


@dataclass(frozen=True)
class State:
    """One deal in progress (book §5). Pairs `(dealers, attackers)` are counts per side."""

    rules: dict
    stages: tuple[str, str]  # of seats 0+2 and of seats 1+3
    level: str | None  # None in a flag deal
    flag: bool
    dealer: int | None  # None: first deal, not yet known
    first_recipient: int
    hands: tuple[tuple[str, ...], ...]
    phase: str
    first_deal: bool = False
    stock: tuple[str, ...] = ()  # cards to be dealt, without the bottom
    bottom: tuple[str, ...] = ()
    seat: int | None = None  # who acts
    pending: tuple[int, ...] = ()  # who is still to be asked in this window, in order
    calls: tuple[Call, ...] = ()
    flipped: str | None = None  # trump found by the flip
    chaodi: bool = True  # may there be 炒底?
    burier: int | None = None
    trump: str | None = None  # None: no trump (or not yet in play)
    leader: int | None = None
    trick: tuple[tuple[str, ...], ...] = ()
    captured: tuple[int, int] = (0, 0)
    wrong: tuple[int, int] = (0, 0)
    lost: tuple[int, int] = (0, 0)  # 逼红5
    kept: tuple[int, int] = (0, 0)  # 保红5
    last: int | None = None  # winner of the last trick
    last_play: tuple[str, ...] = ()


def start(rules, hands, stock=(), *, room=None, levels=None, level=None, dealer=None, first_recipient=None, flag=None,
          trump=None, bottom=(), leader=None, captured=0) -> State:  # fmt: skip
    """A deal to be dealt from `stock`, or a position at a lead.

    `room`: preset, like the option of that name. `levels`: stages of the teams 0+2 and 1+3 (`("1:2", "1:2")`; with
    `level` given both `1:<level>`). `level`: level of the deal, if not that of the dealer's stage. `flag`: flag deal,
    by default when the dealer's stage is `FLAG`. `dealer=None`: first deal of the match.

    With calling (`trump=None`): `hands=[]`, `stock` = the 108 cards in dealing order, the last 8 are the bottom
    (shorter stocks of 4n + 8 cards will do; in a flag deal all 4n are dealt); `first_recipient` gets the first
    card (default: the dealer, seat 0 in the first deal).

    `trump` = a suit or `"nt"`: four equally long hands at a lead, by `leader` (default: the dealer, himself 0 by
    default), `bottom` = the buried cards or none, `captured` = points the attackers already have.
    """
    rules = full_rules(rules if room is None else {"room": room, **rules})
    calling_first = not hands and dealer is None
    dealer = 0 if hands and dealer is None else dealer
    stages, level, flag = _stages(levels, level, flag, dealer, rules)
    cards = [card for hand in hands for card in hand] + list(stock) + list(bottom)
    if Counter(cards) - Counter(PACK):
        raise ValueError("cards that are not in the pack")
    known = State(rules, stages, level, flag, dealer, dealer or 0, ((),) * 4, "play")
    if first_recipient is not None:
        known = replace(known, first_recipient=first_recipient)
    if hands:
        equal = len(hands) == 4 and len({len(hand) for hand in hands}) == 1 and hands[0]
        if trump not in (*SUITS, NO_TRUMP) or not equal:
            raise ValueError("a position needs four equally long hands and a trump")
        if stock or (flag and (bottom or trump != NO_TRUMP)):
            raise ValueError("no stock in a position; a flag deal has no bottom and no trump suit")
        leader = dealer if leader is None else leader
        return replace(known, hands=tuple(tuple(sorted(hand)) for hand in hands), seat=leader, leader=leader,
                       trump=None if trump == NO_TRUMP else trump, bottom=tuple(bottom), burier=dealer,
                       captured=(0, captured))  # fmt: skip
    if bottom or len(stock) % 4 or len(stock) <= (0 if flag else 8):
        raise ValueError("calling needs a stock of 4n + 8 cards, the bottom among them")
    if flag:  # C-104: all cards are dealt, nobody declares
        dealt = [tuple(sorted(stock[i::4])) for i in range(4)]
        first = known.first_recipient
        return replace(known, hands=tuple(dealt[(seat - first) % 4] for seat in range(4)), seat=dealer, leader=dealer)
    dealing = replace(known, phase="deal", first_deal=calling_first, stock=tuple(stock[:-8]), bottom=tuple(stock[-8:]))
    return _go_on(dealing)


def _stages(stages, level, flag, dealer, rules):
    """The stages of both teams, the level (C-017) and whether it is a flag deal (C-102)."""
    if stages is None:
        stages = ["1:" + (level or "2")] * 2
        if flag:
            stages[(dealer or 0) % 2] = "FLAG"
    own = stages[(dealer or 0) % 2]
    flag = own == "FLAG" if flag is None else flag
    if flag != (own == "FLAG") or (flag and (not rules["flag"] or dealer is None or level)):
        raise ValueError("a flag deal needs a dealer in stage FLAG, the option `flag` and no level")
    if dealer is None and stages[0] != stages[1]:
        raise ValueError("in the first deal both teams stand at one stage")
    level = None if flag else level or own.split(":")[1]
    if level is not None and level not in RANKS:
        raise ValueError(f"no rank: {level}")
    return tuple(stages), level, flag


def table(state: State) -> Table:
    """What the order of the cards depends on, in phase `play`."""
    return Table(state.rules, state.level, state.trump)


def turn(state: State) -> int | None:
    """The seat to act, None when the deal is over."""
    return None if state.phase in OVER else state.seat


def phase(state: State) -> str:
    """The phase, see the head of this file."""
    return state.phase


def _act_of(state):
    """The act that can be done in this window."""
    if state.phase == "chaodi_ask":
        return "chao"
    return "overturn" if state.calls else "declare"


def _acts(state, seat):
    return calling.choices(seat, _act_of(state), state.hands[seat], state.calls, state.level, state.rules)


def check(state: State, action) -> str | None:
    """None when legal, else the id of the rule broken."""
    verb, cards = action
    act, _, named = verb.partition(" ")
    if state.phase in OVER:
        return "C-078"  # only the settlement is left
    if state.phase in WINDOWS:
        if act == "pass":
            return "C-018" if cards or named else None
        if act != _act_of(state):
            return "C-027" if state.phase == "chaodi_ask" else "C-018"
        if Counter(cards) - Counter(state.hands[state.seat]):
            return "C-018"  # only one's own cards
        return calling.why_not(state.seat, act, cards, named or None, state.calls, state.level, state.rules)
    hand = state.hands[state.seat]
    if state.phase == "bury":  # CA-36: any eight
        return None if verb == "bury" and len(cards) == 8 and not Counter(cards) - Counter(hand) else "C-028"
    if verb != "play" or not cards:
        return "C-040"
    if state.trick:
        return follow.why_not(state.trick[0], hand, cards, table(state))
    if Counter(cards) - Counter(hand):
        return "C-005"
    return None if classify(cards, table(state)) else "C-052"  # one class, or a 510K


def actions(state: State) -> list:
    """Every legal action, by trying; ValueError when there are more than `MAX_SETS` sets to try."""
    if state.phase in OVER:
        return []
    hand = state.hands[state.seat]
    if state.phase in WINDOWS:
        return [("pass", ()), *_acts(state, state.seat)]
    if state.phase == "bury":
        tries = [("bury", cards) for cards in _sets(hand, 8)]
    elif state.trick:
        tries = [("play", cards) for cards in _sets(hand, len(state.trick[0]))]
    else:
        tries = [("play", cards) for cards in _leads(hand, table(state))]
    return [action for action in tries if check(state, action) is None]


def _leads(hand, at):
    """Candidates for a lead: every set of one class, and 5, T, K of one suit of which some are trumps."""
    for name in (TR, *SUITS):
        yield from _sets([card for card in hand if class_of(card, at) == name], None)
    for suit in SUITS:
        for copies in (1, 2):
            cards = tuple(sorted(["5" + suit, "T" + suit, "K" + suit] * copies))
            mixed = len({class_of(card, at) for card in cards}) > 1
            if mixed and not Counter(cards) - Counter(hand):
                yield cards


def _sets(cards, size):
    """Every different multiset of `size` of these cards, sorted; every non-empty one when `size` is None."""
    kinds = sorted(Counter(cards).items())
    if size is None:
        if prod(n + 1 for _, n in kinds) > MAX_SETS:
            raise ValueError("too many sets to try")
        for numbers in product(*(range(n + 1) for _, n in kinds)):
            if any(numbers):
                yield tuple(kind for (kind, _), n in zip(kinds, numbers, strict=True) for _ in range(n))
        return
    found = {()}
    for kind, n in kinds:
        found |= {some + (kind,) * copies for some in found for copies in range(1, n + 1) if len(some) + copies <= size}
        if len(found) > MAX_SETS:
            raise ValueError("too many sets to try")
    yield from sorted(some for some in found if len(some) == size)


def apply(state: State, action) -> State:
    """The state after a legal action; ValueError (naming the rule) otherwise."""
    broken = check(state, action)
    if broken is not None:
        raise ValueError(f"{action}: {broken}")
    verb, cards = action[0], tuple(sorted(action[1]))
    if state.phase in WINDOWS:
        return _go_on(_answer(state, verb, cards))
    if state.phase == "bury":
        return _go_on(_bury(state, cards))
    return _play(state, cards)


def _answer(state, verb, cards):
    """The asked seat passes or acts."""
    act, _, named = verb.partition(" ")
    seat, call = state.seat, None
    if act != "pass":
        call = calling.make(seat, act, cards, named or None, state.calls, state.level, state.rules)
        state = replace(state, calls=(*state.calls, call))
    if state.phase != "chaodi_ask":
        others = tuple((seat + step) % 4 for step in (1, 2, 3))
        return replace(state, pending=others if call else state.pending[1:])
    state = _next_asked(state, call)
    if call and calling.takes_bottom(call, state.rules):  # C-028
        state = _take_bottom(state, seat)
    return state


def _next_asked(state, call):
    return replace(state, pending=calling.next_asked(state.pending, call, state.calls, state.dealer, state.rules))


def _take_bottom(state, seat):
    hands = _with_hand(state.hands, seat, sorted(state.hands[seat] + state.bottom))
    return replace(state, hands=hands, bottom=(), phase="bury", seat=seat)


def _with_hand(hands, seat, cards):
    return (*hands[:seat], tuple(cards), *hands[seat + 1 :])


def _bury(state, cards):
    first = state.burier is None
    hands = _with_hand(state.hands, state.seat, without(state.hands[state.seat], cards))
    state = replace(state, hands=hands, bottom=cards, burier=state.seat, phase="chaodi_ask")
    if not first:
        return state
    return replace(state, pending=calling.first_asked(state.dealer, state.rules) if state.chaodi else ())


def _go_on(state):
    """Deal, skip seats without an option and change phases until somebody has to decide."""
    while state.phase in WINDOWS:
        if state.pending and _acts(state, state.pending[0]):
            return replace(state, seat=state.pending[0])
        if state.pending and state.phase == "chaodi_ask":
            state = _next_asked(state, None)
        elif state.pending:
            state = replace(state, pending=state.pending[1:])
        else:
            state = _window_closed(state)
    return state


def _window_closed(state):
    if state.phase == "deal" and state.stock:
        dealt = sum(map(len, state.hands))
        seat = (state.first_recipient + dealt) % 4
        hands = _with_hand(state.hands, seat, sorted((*state.hands[seat], state.stock[0])))
        return replace(state, hands=hands, stock=state.stock[1:], pending=_from(seat))
    if state.phase == "deal" and state.rules["declare_grace"]:  # CA-39
        return replace(state, phase="declare_grace", pending=_from(state.first_recipient))
    if state.phase == "chaodi_ask":
        return _reveal(state)
    top = calling.standing(state.calls)
    if top is not None:
        state = replace(state, dealer=top.seat if state.first_deal else state.dealer)  # C-008
        return _take_bottom(state, state.dealer)
    if state.first_deal:  # C-009
        return replace(state, phase="deal_start", seat=None)
    result = flip(state.bottom, state.level, state.rules)
    if result["redeal"]:  # CA-05
        return replace(state, phase="deal_start", seat=None)
    return _take_bottom(replace(state, flipped=result["trump"], chaodi=result["chaodi"]), state.dealer)


def _from(seat):
    return tuple((seat + step) % 4 for step in range(4))


def _reveal(state):
    """Trump is fixed (C-030, C-088); the dealer leads (C-007)."""
    top = calling.standing(state.calls)
    trump = top.trump if top else state.flipped
    trump = None if trump == NO_TRUMP else trump
    return replace(state, phase="play", trump=trump, seat=state.dealer, leader=state.dealer)


def _side(state, seat):
    """0: dealers, 1: attackers (C-014)."""
    return (seat - state.dealer) % 2


def _add(pair, side, amount):
    return (pair[0] + amount, pair[1]) if side == 0 else (pair[0], pair[1] + amount)


def _play(state, cards):
    seat = state.seat
    if not state.trick and classify(cards, table(state)).name == "throw":
        others = [state.hands[(seat + step) % 4] for step in (1, 2, 3)]
        thrown = throw(cards, others, table(state))
        cards = tuple(thrown["led"])
        state = replace(state, wrong=_add(state.wrong, _side(state, seat), thrown["wrong"]))
    hands = _with_hand(state.hands, seat, without(state.hands[seat], cards))
    state = replace(state, hands=hands, trick=(*state.trick, cards), seat=(seat + 1) % 4)
    return _trick_end(state) if len(state.trick) == 4 else state


def _trick_end(state):
    plays, leader = state.trick, state.leader
    index = winner(plays, table(state))
    win = (leader + index) % 4
    points = sum(card_points(play) for play in plays)
    lost = red5_lost(plays, leader, state.dealer, index, state.rules)
    state = replace(state, trick=(), leader=win, seat=win,
                    captured=_add(state.captured, _side(state, win), points),
                    lost=(state.lost[0] + lost[0], state.lost[1] + lost[1]))  # fmt: skip
    if state.hands[0]:
        return state
    # C-092: whoever led the last trick has won the one before. A position set up at its last trick is taken so too;
    # a whole deal cannot begin with it.
    if plays[0] in (("5h",), ("5h", "5h")):
        state = replace(state, kept=_add(state.kept, _side(state, leader), len(plays[0])))
    return replace(state, phase="settle", seat=None, last=win, last_play=plays[index])


def tally(state: State) -> dict:
    """Facts of a finished deal; `captured` are the attackers' points, `captured_dealers` those that escaped (C-077)."""
    if state.phase not in OVER:
        raise ValueError("the deal is not over")
    if state.phase == "deal_start":
        return {"void": True, "dealer": state.dealer}
    return {
        "void": False,
        "dealer": state.dealer,
        "level": state.level,
        "trump": state.trump,
        "flag": state.flag,
        "burier": state.burier,
        "bottom": card_points(state.bottom),
        "last": ("dealers", "attackers")[_side(state, state.last)],
        "last_seat": state.last,
        "last_play": state.last_play,
        **_counts(state),
    }


def _counts(state):
    """What can be counted at any time of the play."""
    failed = (0, 0)
    for call in calling.failed(state.calls):  # C-089
        failed = _add(failed, _side(state, call.seat), 1)
    counts = {"captured_dealers": state.captured[0], "captured": state.captured[1]}
    pairs = {"wrong": state.wrong, "failed": failed, "red5_lost": state.lost, "red5_kept": state.kept}
    for name, (dealers, attackers) in pairs.items():
        counts |= {f"{name}_dealers": dealers, f"{name}_attackers": attackers}
    return counts


def score_now(state: State) -> int:
    """The attackers' score so far, for one who leaves (`escape`); 0 before the play."""
    return final_score(_counts(state), state.rules) if state.phase == "play" else 0


def result(state: State) -> dict:
    """What follows from a finished deal, see `chaodipi_score.settle`."""
    stages = state.stages
    if state.dealer is not None and state.dealer % 2:
        stages = (stages[1], stages[0])
    return settle(tally(state), stages, state.rules)


def score(state: State) -> list[int]:
    """积分 per seat of a finished deal; 0 for all in a void one."""
    points = result(state)["points_dealers"]
    return [points if points == 0 or _side(state, seat) == 0 else -points for seat in range(4)]
