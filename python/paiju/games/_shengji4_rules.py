"""The options of shengji4, and how levels and suits are named."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from .._native import PositionError
from ..rules import RulesBase, options, rules_or_default

LevelLike = int | str | None
RANKS = "23456789TJQKA"
SUITS = "cdhs"


@options
class Rules(RulesBase):
    """The options of the rule book's §7.1; every field names the ambiguity that it decides.

    Raises:
        RulesError: an option that there is not, or a value that it does not take.

    >>> from paiju import shengji4
    >>> shengji4.Rules(start_level=2, joker_tractor=True).replace(start_level=3).joker_tractor
    True
    """

    game: ClassVar[str] = "shengji4"

    start_level: int = 3
    """Both teams start at this level, 3 or 2 (SA-01)."""
    match_end: Literal["pass_a", "win_at_a", "endless"] = "pass_a"
    """When a match is won: by a promotion beyond A, by a deal won as dealers at A, never (SA-02)."""
    overturn_step: Literal["at_least_1", "exactly_1"] = "at_least_1"
    """How many more cards an overturn needs (SA-04)."""
    overturn_by: Literal["any_other", "opponents"] = "any_other"
    """Who may overturn a call (SA-05)."""
    same_suit_overturn: bool = True
    """The suit of the standing call may be called again by another seat (SA-07)."""
    call_grace: bool = True
    """After the last card every seat is asked once more for a call (SA-09)."""
    no_call_first_dealer: Literal["first_recipient", "random", "redeal"] = "first_recipient"
    """Who deals the first deal when nobody called; `redeal`: the deal is void (SA-10)."""
    overturn_changes_dealer: Literal["first_deal", "always", "never"] = "first_deal"
    """In which deals the call decides the dealer (SA-11)."""
    joker_tractor: bool = False
    """Equally many big and small jokers are a tractor, above every other (SA-12)."""
    side_tractor_skip_level: bool = True
    """In side suits the neighbours of the level rank are neighbours (SA-14)."""
    throw_rule: Literal["others_void", "standard", "never"] = "others_void"
    """When several shapes may be led at once (SA-18)."""
    mixed_width_order: Literal["trump_first", "width_first"] = "trump_first"
    """What comes first when plays of other widths and trumps meet (SA-19)."""
    wider_kill: bool = True
    """Trumps of a wider shape kill a side lead (SA-20)."""
    loose_quads_beat_2x4: bool = False
    """On a lead 2×4 two quads that are no neighbours rank between 2×4 and 4×2 (SA-17)."""
    last_trick_base: Literal["all", "loser_cards"] = "all"
    """The points that the last trick multiplies (SA-21)."""
    last_trick_mode: Literal["transfer_all", "attackers_only"] = "transfer_all"
    """Whether the attackers also lose by the last trick (SA-22)."""
    last_trick_includes_capture: bool = True
    """The multiplied points of the last trick take the place of its own (SA-24)."""
    last_trick_n: Literal["cards", "largest_component"] = "cards"
    """The factor of the last trick: the cards of a play, or of the largest part of the lead (SA-23)."""


def rank_of(level: LevelLike, rules: Rules | None) -> str:
    """A level as a rank: 11, "J" and "10" are understood; None is the first level of a match.

    Raises:
        PositionError: no level. RulesError: rules of another game.
    """
    if level is None:
        return str(rules_or_default(rules, Rules).start_level)
    if isinstance(level, int | np.integer) and 2 <= level <= 14:
        return RANKS[int(level) - 2]
    text = str(level).upper()
    rank = "T" if text == "10" else text
    if len(rank) != 1 or rank not in RANKS:
        raise PositionError(f"level {level!r}: a rank 2 … A (or 2 … 14) wanted")
    return rank


def suit_of(trump: str) -> str:
    """A trump suit as a letter; its sign is understood too.

    Raises:
        PositionError: no suit.
    """
    signs = dict(zip("♣♦♥♠", SUITS, strict=True))
    suit = signs.get(trump, trump) if isinstance(trump, str) else ""
    if suit not in tuple(SUITS):
        raise PositionError(f"trump {trump!r}: one of c, d, h, s wanted")
    return suit
