"""Oracle for shengji4 四副牌升级: a slow, obvious reading of the rule book in plain Python.

Ids like S-061 or SA-09 name a rule or a reading of the book. Cards are text, one string per copy (`"Ts"`, `"w"` 小王,
`"W"` 大王). Order, shapes, throws and follows are in `shengji4_follow.py`, settlement and match in `shengji4_score.py`.

An action is `("play", cards)`, `("call h", level cards of that suit)` or `("pass", ())`; passing exists in the calling
phases only. Phases: "deal" (a card has just been dealt), "call_grace", "play", "settle" (over, also for a void deal).

Choices where the book is silent:
- Calls between dealt cards: after each dealt card the seats that have a legal call are asked one by one in turn order,
  beginning with the seat that received the card. A seat without a legal call is skipped. After a call the three seats
  behind the caller are asked in turn order, each once, if they have a legal overturn; then the next card is dealt.
- After the 216th card there is no such round: CALL_GRACE follows at once, or REVEAL with `call_grace` off (§5, SA-09).
  CALL_GRACE asks in the same way, beginning with `first_recipient`, the holder of the standing call being left out.
- Which of several broken rules `check` names is a matter of order: hand, number, suit, shape.
- The score of a deal is the number of levels gained, for both seats of the side that gains; a void deal scores nothing.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from . import shengji4_follow as tricks
from . import shengji4_score as settlement
from .shengji4_follow import KINDS, RANKS, SUITS, Table
from .shengji4_score import levels as levels

# Book §7.1: every option with its values, the default first.
OPTIONS = {
    "start_level": (3, 2),
    "match_end": ("pass_a", "win_at_a", "endless"),
    "overturn_step": ("at_least_1", "exactly_1"),
    "overturn_by": ("any_other", "opponents"),
    "same_suit_overturn": (True, False),
    "call_grace": (True, False),
    "no_call_first_dealer": ("first_recipient", "random", "redeal"),
    "overturn_changes_dealer": ("first_deal", "always", "never"),
    "joker_tractor": (False, True),
    "side_tractor_skip_level": (True, False),
    "throw_rule": ("others_void", "standard", "never"),
    "mixed_width_order": ("trump_first", "width_first"),
    "wider_kill": (True, False),
    "loose_quads_beat_2x4": (False, True),
    "last_trick_base": ("all", "loser_cards"),
    "last_trick_mode": ("transfer_all", "attackers_only"),
    "last_trick_includes_capture": (True, False),
    "last_trick_n": ("cards", "largest_component"),
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}

DECK = KINDS * 4  # S-003
MAX_SETS = 200_000  # `actions` refuses to try more card sets than this


def full_rules(rules):
    """The complete option record; raises ValueError for an unknown option or value."""
    for name, value in rules.items():
        if name not in OPTIONS or not any(type(v) is type(value) and v == value for v in OPTIONS[name]):
            raise ValueError(f"no such rule: {name}={value!r}")
    return {**DEFAULTS, **rules}


def level_rank(level):
    """A level as a rank: `11` and `"J"` are both "J"."""
    if type(level) is int and 2 <= level <= 14:
        return RANKS[level - 2]
    if level not in tuple(RANKS):
        raise ValueError(f"no such level: {level!r}")
    return level


def expand(text):
    """`"5hx3 w"` -> `["5h", "5h", "5h", "w"]`: the card text of the book and the vectors."""
    cards = []
    for word in text.split():
        kind, _, copies = word.partition("x")
        cards += [kind] * int(copies or 1)
    return cards


@lru_cache(maxsize=256)
def _table(level, trump, options):
    return Table(level, trump, dict(options))


def table(level, trump, rules=DEFAULTS):
    """The Table (see `shengji4_follow`) of a level, a trump suit and rules."""
    return _table(level_rank(level), trump, tuple(sorted(full_rules(rules).items())))


# ---------------------------------------------------------------- pure functions (the operations of the vectors)


def classify(cards, level, trump, rules=DEFAULTS):
    """The Shape (name, width, length, key) of a card set, or None: no single shape."""
    if any(card not in KINDS for card in cards):
        raise ValueError(f"not cards: {cards}")
    return tricks.shape(table(level, trump, rules), cards)


def winner(plays, level, trump, rules=DEFAULTS):
    """(index of the winner in order of play, points in the trick); the lead may be an accepted throw."""
    return tricks.winner(table(level, trump, rules), plays), sum(tricks.points(play) for play in plays)


def beats(new, on, lead, level, trump, rules=DEFAULTS):
    """Does the later play `new` replace `on` as the best play of a trick with that lead?"""
    t = table(level, trump, rules)
    plays = [lead, new] if on == lead else [lead, on, new]
    return tricks.winner(t, plays[:-1]) == len(plays) - 2 and tricks.winner(t, plays) == len(plays) - 1


def follow(lead, hand, play, level, trump, rules=DEFAULTS):
    """None if the follow is legal, else the rule it breaks (book §4)."""
    return tricks.follow(table(level, trump, rules), lead, hand, play)


def follow_classes(lead, hand, play, level, trump, rules=DEFAULTS):
    """(owed, reached): the list classes of the hand and of the play; (None, None) if no list decides, that is without
    a list, without enough cards of the suit, or for a play with cards of another suit."""
    t = table(level, trump, rules)
    form, led = tricks.shape(t, lead), tricks.one_class(t, lead)
    suit = tricks.of_class(t, hand, led)
    if form is None or len(suit) < len(lead) or tricks.one_class(t, play) != led:
        return None, None
    return tricks.list_class(t, suit, form), tricks.list_class(t, play, form)


def throw(cards, others, level, trump, rules=DEFAULTS):
    """(accepted, cards then led or None): a throw tried against the three other hands."""
    return tricks.throw(table(level, trump, rules), cards, others)


def split(cards, level, trump, rules=DEFAULTS):
    """The parts of a throw in order (book §3.5)."""
    return tricks.split(table(level, trump, rules), cards)


def kill_key(lead, play, level, trump, rules=DEFAULTS):
    """The key of a kill of a throw, larger is better; None: it does not kill."""
    return tricks.kill_key(table(level, trump, rules), lead, play)


def last_trick(plays, leader, dealer, before, level, trump, rules=DEFAULTS):
    """(index of the winner, attackers' final score) of a last trick."""
    t = table(level, trump, rules)
    won = tricks.winner(t, plays)
    return won, before + settlement.last_trick(t, plays, leader, won, dealer)


def match_step(before, dealer, score, rules=DEFAULTS):
    """([levels of the two teams], next dealer, team that has won or None) after a deal; levels are ranks."""
    return settlement.match_step([level_rank(level) for level in before], dealer, score, full_rules(rules))


def calling(events, level, dealer, first_recipient, rules=DEFAULTS, drawn_dealer=None):
    """(accepted per event, trump, dealer) for calls `(seat, cards)` in time order, the cards being held.

    `dealer` None: first deal of the match. Trump None: the deal is void. Dealer None: drawn at random (`drawn_dealer`).
    """
    rules, level, calls, accepted = full_rules(rules), level_rank(level), (), []
    for seat, cards in events:
        good = not _call_broken(rules, level, calls, seat, cards, cards)
        calls += ((seat, tuple(cards)),) if good else ()
        accepted.append(good)
    return accepted, *_reveal(rules, calls, dealer, first_recipient, drawn_dealer)


def _call_broken(rules, level, calls, seat, hand, cards):
    """`call_ok` of §5: None if the cards of the hand may be called, else the rule broken."""
    if not cards or len(set(cards)) != 1 or cards[0] not in [level + suit for suit in SUITS]:
        return "S-007"  # also SA-03: no jokers
    if Counter(cards) - Counter(hand):
        return "S-007"
    if not calls:
        return None
    holder, standing = calls[-1]
    if seat == holder:
        return "S-014"
    if rules["overturn_by"] == "opponents" and seat % 2 == holder % 2:
        return "SA-05"
    if len(cards) <= len(standing):
        return "S-012" if len(cards) == len(standing) else "S-011"
    if rules["overturn_step"] == "exactly_1" and len(cards) != len(standing) + 1:
        return "SA-04"
    if not rules["same_suit_overturn"] and cards[0] == standing[0]:
        return "SA-07"
    return None


def _reveal(rules, calls, dealer, first_recipient, drawn_dealer):
    """REVEAL of §5: (trump, dealer); trump None: void."""
    first_deal = dealer is None
    if not calls:
        mode = rules["no_call_first_dealer"]  # SA-10
        if first_deal and mode == "redeal":
            return None, None
        if first_deal:
            dealer = first_recipient if mode == "first_recipient" else drawn_dealer
        return "s", dealer  # S-015
    holder, cards = calls[-1]
    change = rules["overturn_changes_dealer"]  # SA-11
    if first_deal:
        dealer = calls[0][0] if change == "never" else holder  # S-010, S-018
    elif change == "always" and len(calls) > 1:
        dealer = holder
    return cards[0][1], dealer  # S-013


# ---------------------------------------------------------------- the deal (book §5)


@dataclass(frozen=True)
class State:
    """A deal in progress. `queue` holds the seats still to be asked, the first is to act (in a trick: just one)."""

    rules: dict
    level: str
    trump: str | None
    dealer: int | None  # None: first deal of a match, not yet settled
    first_recipient: int
    drawn_dealer: int | None
    phase: str
    hands: tuple
    stock: tuple = ()
    calls: tuple = ()  # (seat, cards), the last stands
    queue: tuple = ()
    leader: int | None = None
    trick: tuple = ()  # the plays of the trick so far, in order of play
    captured: tuple = (0, 0)  # S-035: points taken by seats 0 and 2, 1 and 3, in all tricks
    last: tuple = ()  # the four plays of the last trick
    last_winner: int | None = None  # seat


def start(rules, hands, stock=(), *, level=None, dealer=None, first_recipient=0, trump=None, drawn_dealer=None):
    """A position from given cards; ValueError for impossible ones.

    Without `trump` the stock is dealt card by card from `first_recipient` and trump is called; `dealer` None is the
    first deal of a match; `drawn_dealer` is the seat a random draw would give. With `trump` the dealer leads at once.
    """
    rules = full_rules(rules)
    level = level_rank(rules["start_level"] if level is None else level)
    hands, stock = tuple(tuple(sorted(hand)) for hand in hands) or ((), (), (), ()), tuple(stock)
    dealt = Counter(stock) + Counter(card for hand in hands for card in hand)
    if any(card not in KINDS or copies > 4 for card, copies in dealt.items()):
        raise ValueError("no such card, or more than four copies of one")
    if level == "2" and rules["start_level"] != 2:
        raise ValueError("level 2 needs start_level=2")
    if dealer not in (None, 0, 1, 2, 3) or first_recipient not in range(4) or drawn_dealer not in (None, 0, 1, 2, 3):
        raise ValueError("seats are 0…3")
    out, total = sum(len(hand) for hand in hands), sum(dealt.values())
    fair = [len(range((seat - first_recipient) % 4, out, 4)) for seat in range(4)]
    if total == 0 or total % 4 or [len(hand) for hand in hands] != fair:
        raise ValueError("four equal hands, in dealing order (S-004, S-006)")
    state = State(rules, level, trump, dealer, first_recipient, drawn_dealer, "deal", hands, stock)
    if trump is None:
        return _deal_on(state)
    if dealer is None or stock or trump not in tuple(SUITS):
        raise ValueError("play needs a dealer, a trump suit and no stock")
    return _lead(state, dealer)


def _may_call(state, seats):
    """Those of the seats that have a legal call."""
    return tuple(seat for seat in seats if _calls_of(state, seat))


def _calls_of(state, seat):
    """Every legal call of a seat."""
    found = []
    for suit in SUITS:
        for k in range(1, 5):
            cards = (state.level + suit,) * k
            if not _call_broken(state.rules, state.level, state.calls, seat, state.hands[seat], cards):
                found.append((f"call {suit}", cards))
    return found


def _deal_on(state):
    """Deal until somebody can call, or on to CALL_GRACE and REVEAL."""
    while state.stock:
        seat = (state.first_recipient + sum(len(hand) for hand in state.hands)) % 4
        hands = list(state.hands)
        hands[seat] = tuple(sorted([*hands[seat], state.stock[0]]))
        state = replace(state, hands=tuple(hands), stock=state.stock[1:])
        queue = _may_call(state, [(seat + i) % 4 for i in range(4)])
        if queue and state.stock:
            return replace(state, queue=queue)
    queue = _may_call(state, [(state.first_recipient + i) % 4 for i in range(4)])
    if state.rules["call_grace"] and queue:
        return replace(state, phase="call_grace", queue=queue)
    return _show(state)


def _show(state):
    """REVEAL, then PLAY."""
    trump, dealer = _reveal(state.rules, state.calls, state.dealer, state.first_recipient, state.drawn_dealer)
    if trump is None:
        return replace(state, phase="settle", queue=())
    if dealer is None:
        raise ValueError("no_call_first_dealer='random' needs drawn_dealer")
    return _lead(replace(state, trump=trump, dealer=dealer), dealer)


def _lead(state, seat):
    return replace(state, phase="play", leader=seat, queue=(seat,), trick=())


def turn(state):
    """The seat to act, or None when the deal is over."""
    return state.queue[0] if state.queue else None


def phase(state):
    """ "deal", "call_grace", "play", or "settle" when the deal is over (or void)."""
    return state.phase


def called(state, seat):
    """The calls as a seat sees them: (seat, number of cards, suit or None if hidden), oldest first (S-008, S-009)."""
    return [
        (caller, len(cards), cards[0][1] if caller == seat or (state.trump and i == len(state.calls) - 1) else None)
        for i, (caller, cards) in enumerate(state.calls)
    ]


def actions(state):
    """Every legal action, sorted, by trying every card set of the hand; ValueError above MAX_SETS of them."""
    seat = turn(state)
    if seat is None:
        return []
    if state.phase != "play":
        return sorted([*_calls_of(state, seat), ("pass", ())])
    size = len(state.trick[0]) if state.trick else None
    tried = [("play", cards) for cards in _card_sets(state.hands[seat], size)]
    return sorted(action for action in tried if check(state, action) is None)


def _card_sets(hand, size):
    """Every non-empty sub-multiset of a hand (of the given size), at most MAX_SETS of them."""
    held = sorted(Counter(hand).items())
    ways = [1] + [0] * len(hand)  # ways[n] = number of sub-multisets of n cards
    for _, copies in held:
        ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(len(hand) + 1)]
    if (sum(ways) if size is None else ways[size]) > MAX_SETS:
        raise ValueError("too many card sets to try")

    def choose(index, room):
        if index == len(held):
            return [()] if size is None or room == 0 else []
        kind, copies = held[index]
        if size is not None and room > sum(n for _, n in held[index:]):
            return []
        most = copies if size is None else min(copies, room)
        return [(kind,) * k + rest for k in range(most + 1) for rest in choose(index + 1, room - k)]

    return [cards for cards in choose(0, size or 0) if cards]


def check(state, action):
    """None if the action is legal, else the id of the rule it breaks. ValueError for what is no action at all."""
    verb, cards = action
    calls = verb.startswith("call ") and verb[5:] in tuple(SUITS)
    if not (verb in ("play", "pass") or calls) or (verb == "pass" and cards) or any(c not in KINDS for c in cards):
        raise ValueError(f"no action: {action}")
    if state.phase == "settle":
        return "S-036"
    seat = turn(state)
    hand = state.hands[seat]
    if state.phase != "play":
        if verb == "play":
            return "S-005"  # not before all cards are dealt
        if verb == "pass":
            return None
        if set(cards) != {state.level + verb[5:]}:
            return "S-007"
        return _call_broken(state.rules, state.level, state.calls, seat, hand, cards)
    if verb == "pass":
        return "S-025"  # one play each per trick
    if calls:
        return "S-013"  # calling is over
    if state.trick:
        return follow(state.trick[0], hand, cards, state.level, state.trump, state.rules)
    return _lead_broken(state, hand, cards)


def _others(state, seat):
    return [state.hands[(seat + i) % 4] for i in (1, 2, 3)]


def _lead_broken(state, hand, cards):
    """None if the cards may be led (or tried as a throw), else the rule broken."""
    if Counter(cards) - Counter(hand):
        return "S-006"  # only cards dealt to him
    t = table(state.level, state.trump, state.rules)
    if tricks.one_class(t, cards) is None:
        return "S-027"
    if tricks.shape(t, cards) is None and tricks.throw(t, cards, _others(state, state.leader))[1] is None:
        return "S-060"
    return None


def apply(state, action):
    """The state after a legal action; ValueError for an illegal one."""
    broken = check(state, action)
    if broken:
        raise ValueError(f"illegal by {broken}: {action}")
    verb, cards = action
    seat = turn(state)
    if verb == "play":
        return _play(state, seat, tuple(sorted(cards)))
    queue = state.queue[1:]
    if verb != "pass":
        state = replace(state, calls=(*state.calls, (seat, tuple(cards))))
        queue = _may_call(state, [(seat + i) % 4 for i in (1, 2, 3)])
    if queue:
        return replace(state, queue=queue)
    state = replace(state, queue=())
    return _deal_on(state) if state.phase == "deal" else _show(state)


def _play(state, seat, cards):
    """A play of a trick; of a failed throw only the part to be led leaves the hand."""
    t = table(state.level, state.trump, state.rules)
    if not state.trick and tricks.shape(t, cards) is None:
        cards = tricks.throw(t, cards, _others(state, seat))[1]
    hands = tuple(tricks.less(hand, cards) if s == seat else hand for s, hand in enumerate(state.hands))
    state = replace(state, hands=hands, trick=(*state.trick, cards), queue=((seat + 1) % 4,))
    if len(state.trick) < 4:
        return state
    won = (state.leader + tricks.winner(t, state.trick)) % 4  # TRICK_END
    taken = list(state.captured)
    taken[won % 2] += sum(tricks.points(play) for play in state.trick)  # S-035
    state = replace(state, captured=tuple(taken))
    if any(hands):
        return _lead(state, won)  # S-026
    return replace(state, phase="settle", queue=(), last=state.trick, last_winner=won)


# ---------------------------------------------------------------- after the deal (book §6)


def tally(state):
    """The facts of a finished deal: void; dealer, trump, level; points captured per team, no last-trick factor; the
    last trick; the attackers' final score, the side that gains and its levels, the next dealer."""
    if state.phase != "settle":
        raise ValueError("the deal is not over")
    if state.trump is None:
        return {"void": True}
    t = table(state.level, state.trump, state.rules)
    attackers = 1 - state.dealer % 2
    before = state.captured[attackers]
    if state.last_winner % 2 == attackers:
        before -= sum(tricks.points(play) for play in state.last)
    index, after = last_trick(state.last, state.leader, state.dealer, before, state.level, state.trump, state.rules)
    side, gain = levels(after)
    return {
        "void": False, "dealer": state.dealer, "trump": state.trump, "level": state.level,
        "captured": list(state.captured), "before_last": before, "last_leader": state.leader,
        "last_winner": (state.leader + index) % 4, "last_cards": len(state.last[0]),
        "last_component": len(tricks.split(t, state.last[0])[0]),
        "last_points": [tricks.points(state.last[(seat - state.leader) % 4]) for seat in range(4)],
        "score": after, "side": side, "gain": gain, "next_dealer": settlement.next_dealer(state.dealer, after),
    }  # fmt: skip


def score(state):
    """Levels gained per seat (S-037: nobody loses any)."""
    facts = tally(state)
    if facts["void"]:
        return [0, 0, 0, 0]
    gaining = facts["dealer"] % 2 if facts["side"] == "dealers" else 1 - facts["dealer"] % 2
    return [facts["gain"] if seat % 2 == gaining else 0 for seat in range(4)]
