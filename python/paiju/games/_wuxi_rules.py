"""The options of Wuxi."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..rules import RulesBase, options


@options
class Rules(RulesBase):
    """The options of the rule book's §2.1; every field names the ambiguity that it decides.

    Raises:
        RulesError: an option that there is not, or a value that it does not take.

    >>> from paiju import wuxi
    >>> wuxi.Rules(last_hand_mode="free", match_hands=8).replace(match_hands=None).last_hand_mode
    'free'
    """

    game: ClassVar[str] = "wuxi"

    pair_beats_single: bool = False
    """A 一对 of higher lead rank beats a 单只; 带响 does not help (WA-01)."""
    tiger_beats_run: bool = False
    """A 单虎 beats any 连子; never the reverse (WA-01b)."""
    straight_length_must_match: bool = True
    """A 连子 beats only 连子 of the same length (WA-03)."""
    pairrun_length_must_match: bool = True
    """A 连对 beats only 连对 of the same length (WA-04)."""
    long_pairrun_lead_only: bool = True
    """A 连对 of four or more pairs can only be led (WA-04)."""
    spade_lead_rule: Literal["any", "all", "off"] = "any"
    """A play is 带响 if any card of its top rank is a spade, if all are, or never (WA-05)."""
    spade_bonus_single: bool = False
    """A single spade is 带响 too, as far as `spade_lead_rule` allows it (WA-06)."""
    tiger_compare: Literal["lead", "big_count"] = "lead"
    """Two 虎 of the same lead rank are equal, or more big jokers are higher (WA-07)."""
    hou_tiger: Literal["any_double", "same_rank"] = "any_double"
    """A 单虎 is grabbed with any two jokers, or with two equal to it (WA-12)."""
    hou_allows_partner: bool = True
    """The partner of the player of a single is asked in the 伙 window (WA-13)."""
    lead_passes_to: Literal["partner", "next"] = "partner"
    """Who leads when the winner of a trick has no cards left (WA-15)."""
    last_hand_mode: Literal["must_beat", "free", "beat_then_free", "none"] = "must_beat"
    """What the players left may do when a team is out (WA-16)."""
    penalty_mode: Literal["physical", "units"] = "physical"
    """How a fine is taken: card by card, or from 14 · 方 + 散张 (WA-19)."""
    joker_fang: Literal["same_rank", "any_four", "none"] = "same_rank"
    """Which four jokers are a 方: equal ones, any, or none (WA-20)."""
    merge_team_loose: bool = False
    """The 散张 of partners are added, and each 14 are one more 方, before teams are compared (WA-21)."""
    double_fan_tie: Literal["lower_seat"] = "lower_seat"
    """Who pays in a 双反 when both captured the same number of cards (WA-22)."""
    first_leader: Literal["random", "previous_first_out"] = "random"
    """Who leads the first trick of a deal: a random seat, or the 上游 of the deal before (WA-25)."""
    score_transfer: Literal["win_only", "zero_sum"] = "win_only"
    """The losers get nothing, or minus what the winners get (WA-25)."""
    match_hands: int | None = None
    """The number of deals in a match; None: no limit (WA-25)."""
