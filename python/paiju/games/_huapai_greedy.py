"""The rule-of-thumb player of Huapai."""

from __future__ import annotations

from typing import Any

from .._native import Action, Cards, Legal, View
from ._huapai_hands import is_ting, ting_discards, waits
from ._huapai_rules import CHARACTERS, KINDS, SENTENCES, Rules

_WALL_LOW = 8
"""With so few cards left in the wall a claim that only makes the hand larger is no longer worth a turn."""


def greedy(view: View, legal: Legal) -> Action:
    """The rule-of-thumb player.

    It wins when it can; lays down 统, 统上顶, 踏船, 开招 and 开泛 when it can; claims 对 where that is worth 胡 or
    the two cards stand alone; calls a 经 of which it holds three. Once some discard leaves 听牌 it takes the one that
    waits for most unseen cards that reach the minimum, then for most unseen cards at all. Before that it discards the
    card that goes least with the others: 砍 and sentences stay together, then 口, then 经 and flowers.
    """
    rows = list(legal)
    if len(rows) == 1:
        return rows[0]
    by_verb = {action.verb: action for action in rows}
    for verb in ("hu", "kai_fan", "tong_shang_ding", "ta_chuan", "kai_zhao", "tong"):
        if verb in by_verb:
            return by_verb[verb]
    if "call_jing" in by_verb:
        return _call(view, rows)
    if "dui" in by_verb:
        return by_verb["dui"] if _wants_dui(view) else by_verb["pass"]
    plays = [action for action in rows if action.verb == "play"]
    return _best_ting(view, legal, plays) or min(plays, key=lambda action: _use(view, _slot(action)))


def melds_of(view: View, seat: int = 0) -> list[tuple[str, Cards]]:
    """The groups in front of a seat, counted from the viewer, that the viewer can see."""
    found = []
    for char, kind in enumerate(view.group_kind):
        if kind and view.group_seat[char] == seat:
            text, flowers = CHARACTERS[char], view.group_flowers[char]
            size = {"对": 3, "统": 4, "开招": 4}.get(KINDS[kind], 5)
            plain = [text] * (size - flowers)
            found.append((KINDS[kind], Cards("huapai", plain + [text + "*"] * flowers)))
    return found


def _call(view: View, rows: list[Action]) -> Action:
    counts = _copies(view)
    calls = [action for action in rows if action.verb == "call_jing"]
    best = max(calls, key=lambda action: counts[_slot(action)])
    return best if counts[_slot(best)] >= 3 else next(action for action in rows if action.verb == "pass")


def _slot(action: Action) -> int:
    """The slot of the one card of an action."""
    return action.cards.kinds.bit_length() - 1


def _char(slot: int) -> int:
    """The slot of the character of a slot."""
    return slot if slot < 22 else 2 * (slot - 22)


def _copies(view: View) -> list[int]:
    """Free copies by character, flowers included."""
    counts = view.hand.counts()
    return [int(counts[char]) + (int(counts[22 + char // 2]) if char in (0, 2, 4, 6, 8) else 0) for char in range(22)]


_SENTENCES = [tuple(CHARACTERS.index(c) for c in sentence) for sentence in SENTENCES]
_THROUGH = [[tuple(c for c in s if c != char) for s in _SENTENCES if char in s] for char in range(22)]
"""By character: the other two of every sentence that holds it."""


def _use(view: View, slot: int) -> float:
    """How well a card goes with the others of the hand."""
    counts, char = _copies(view), _char(slot)
    unseen = view.unseen.counts()
    use = {1: 0.0, 2: 2.5}.get(counts[char], 7.0)
    for a, b in _THROUGH[char]:
        if counts[a] and counts[b]:
            use += 4.0
        elif counts[a] or counts[b]:
            missing = b if counts[a] else a
            left = int(unseen[missing]) + (int(unseen[22 + missing // 2]) if missing in (0, 2, 4, 6, 8) else 0)
            use += 0.3 * left
    if char in (0, 2, 4, 6, 8):
        use += 0.8
    return use + (0.6 if slot >= 22 else 0.0) + (0.3 if 16 <= char < 22 else 0.0)


def _wants_dui(view: View) -> bool:
    """Whether a 对 is worth breaking up what the two cards are in: 经 and red ones count, others must stand alone."""
    counts, char = _copies(view), _char(view.card)
    if is_ting(view.hand, melds_of(view)):
        return False
    if counts[char] == 2 and all(not (counts[a] and counts[b]) for a, b in _THROUGH[char]):
        return True
    return counts[char] == 2 and char in (2, 4, 6) and view.wall > _WALL_LOW


def _best_ting(view: View, legal: Legal, plays: list[Action]) -> Action | None:
    """The discard that leaves the widest 听牌, if one does."""
    melds: Any = melds_of(view)
    leaving = ting_discards(view.hand, melds)
    if not leaving:
        return None
    rules = Rules(**legal.deal.rules)
    called = CHARACTERS[view.called] if view.called >= 0 else None
    unseen = view.unseen.counts()

    def width(action: Action) -> tuple[int, int]:
        rest = view.hand - action.cards
        hu = waits(rest, melds, rules, with_hu=True, called=called)
        wide = waits(rest, melds)
        enough = sum(int(unseen[card.slot]) for faces in hu for card in faces)
        shape = sum(int(unseen[card.slot]) for card in wide)
        return enough, shape

    return max((action for action in plays if action.cards <= leaving), key=width)
