"""The options of 炒地皮 with their values in the three rooms (rule book §7.1)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from ..rules import RulesBase, options

RANKS = "3456789TJQKA2"
"""The ranks by slot."""
ORDER = "23456789TJQKA"
"""The ranks as levels follow one another."""
FLAG = len(RANKS)
"""The level of a flag deal in tallies and views; others are a place among the ranks."""

OverturnName = Literal["c", "d", "h", "s", "w", "W", "R5", "BACK"]


class _OfRoom:
    """The default of an option whose value the room sets."""

    def __repr__(self) -> str:
        return "<of the room>"


_OF_ROOM: Any = _OfRoom()

ROOMS: Mapping[str, Mapping[str, Any]] = {
    "an": {
        "hidden": True, "overturn_order": ("c", "d", "s", "h", "w", "W", "R5", "BACK"), "dark_fail": 80, "huitou": True,
        "skip_level": False, "heart_510k": True, "bi_red5": "not_won", "bao_red5": 50, "circles": 3,
        "must_play": ("3:A",), "flag": False, "jdaodi": False, "sky_points": 16, "sky_exact": True, "escape_min": 15,
        "match_end": "win_at_last_a",
    },
    "kang": {
        "hidden": False, "overturn_order": ("d", "c", "h", "s", "w", "W", "R5"), "dark_fail": 0, "huitou": False,
        "skip_level": True, "heart_510k": False, "bi_red5": "off", "bao_red5": 0, "circles": 1,
        "must_play": (), "flag": True, "jdaodi": False, "sky_points": 16, "sky_exact": False, "escape_min": None,
        "match_end": "win_flag",
    },
    "ming": {
        "hidden": False, "overturn_order": ("d", "c", "h", "s", "w", "W", "R5", "BACK"), "dark_fail": 0, "huitou": True,
        "skip_level": False, "heart_510k": True, "bi_red5": "off", "bao_red5": 0, "circles": 1,
        "must_play": ("1:J", "1:A"), "flag": False, "jdaodi": True, "sky_points": 13, "sky_exact": False,
        "escape_min": None, "match_end": "win_at_last_a",
    },
}  # fmt: skip
"""Of each room the options that it sets."""


@options
class Rules(RulesBase):
    """The options of the rule book's §7.1; every field names what it decides.

    ``room`` is the preset: options that are not given have the values of that room.

    Raises:
        RulesError: an option that there is not, or a value that it does not take.

    >>> from paiju import chaodipi
    >>> chaodipi.Rules(room="kang").skip_level, chaodipi.Rules.kang() == chaodipi.Rules(room="kang")
    (True, True)
    """

    game: ClassVar[str] = "chaodipi"
    presets: ClassVar[tuple[str, ...]] = ("room",)

    room: Literal["an", "kang", "ming"] = "an"
    """暗炒, 扛旗 or 明炒: the room that sets the options not given (C-087, C-101, C-113)."""
    hidden: bool = _OF_ROOM
    """Shown cards stay hidden until 炒底 is over; too low acts are accepted without effect (C-087)."""
    overturn_order: Sequence[OverturnName] = _OF_ROOM
    """The overturning combinations from low to high; a missing one cannot be shown (C-086, C-101, C-113)."""
    red5_rank: Literal["top", "below_jokers"] = "top"
    """The place of the red five (CA-01)."""
    first_declare: Literal["any", "level_only"] = "any"
    """What a first declaration may be (CA-02)."""
    flip_fallback: Literal["first_suit", "no_trump", "redeal"] = "first_suit"
    """A flipped bottom without level card and joker (CA-05)."""
    flip_blocks_chaodi: Literal["always", "joker_only"] = "always"
    """Whether there is 炒底 after a flip (CA-06)."""
    chaodi_rounds: Literal["until_3_passes", "one_lap"] = "until_3_passes"
    """How long 炒底 goes on (CA-07)."""
    dark_fail: int = _OF_ROOM
    """Points for a failed 炒底 in a hidden room; 0: off (C-090)."""
    dark_fail_takes_bottom: bool = True
    """In a hidden room every 炒底 takes the bottom (CA-08)."""
    huitou: bool = _OF_ROOM
    """回头望 exists (C-085)."""
    skip_level: bool = _OF_ROOM
    """Side tractors may skip the level rank (CA-12)."""
    heart_510k: bool = _OF_ROOM
    """With hearts a side suit the red five makes a heart 510K (C-096, C-108)."""
    side_510k_with_level: bool = False
    """A side 510K may hold a level card (CA-19)."""
    side_510k_forced: bool = False
    """A follower who holds the 5, T, K of a led side 510K's suit must play them (CA-23)."""
    side_510kk_kill: Literal["trump_510kk", "any_kill"] = "trump_510kk"
    """What kills a side 510KK (CA-42)."""
    k510_as_kill: Literal["plain", "special"] = "plain"
    """Trump 5-10-K as a kill of a throw of three singles (CA-20)."""
    kill_pair_count: Literal["all", "loose"] = "all"
    """Which pairs of a kill count (CA-15)."""
    misthrow_lead: Literal["smallest_beaten", "smallest_part"] = "smallest_beaten"
    """What is led when a throw fails (CA-17)."""
    misthrow_count: Literal["beaten", "returned", "all"] = "beaten"
    """Which cards of a failed throw are fined (CA-18)."""
    misthrow_points: int = 10
    """The fine for each such card, in points (C-056)."""
    bi_red5: Literal["off", "not_won", "opponent_won"] = _OF_ROOM
    """逼红5: which red fives cost 50 points (CA-24)."""
    bao_red5: int = _OF_ROOM
    """保红5: points for each red five kept to the end; 0: off (C-092)."""
    bottom_single: int = 2
    """The factor of the bottom's points after a last trick of singles (C-036)."""
    bottom_pair: int = 4
    """The factor after a last trick with a pair (C-037)."""
    circles: int = _OF_ROOM
    """The circles of 2 … A of a match (CA-26)."""
    must_play: Sequence[str] = _OF_ROOM
    """The stages, circle:level, at which promotions stop (CA-28)."""
    flag: bool = _OF_ROOM
    """Beyond A comes the flag deal (C-102)."""
    flag_threshold: int = 100
    """The points with which attackers win a flag deal (C-105)."""
    flag_table: Literal["shift20", "plain", "none"] = "shift20"
    """The levels that attackers gain in a flag deal (CA-31)."""
    kang_must_play_a: bool = False
    """With flag deals: A cannot be jumped (CA-32)."""
    jdaodi: bool = _OF_ROOM
    """J到底 (C-114, C-115)."""
    adaodi_single: bool = False
    """At level A a single A does for J到底 (CA-29)."""
    sky_points: int = _OF_ROOM
    """The least 积分 of 上天入地 (C-100, C-111, C-121)."""
    sky_exact: bool = _OF_ROOM
    """Attackers win 上天入地 with exactly the three cards only (C-097, C-098, C-109)."""
    sky_defend: bool = True
    """Dealers win 上天入地 too (CA-33)."""
    escape_min: int | None = _OF_ROOM
    """The least 积分 that a runner loses; None: the room has no such rule (C-083)."""
    dealer_rotation: Literal["partner_or_next", "winner_stays"] = "partner_or_next"
    """Who deals after the dealers have won (CA-11)."""
    declare_grace: bool = True
    """A round of declaring follows the last card (CA-39)."""
    match_end: Literal["win_at_last_a", "win_flag", "endless"] = _OF_ROOM
    """What wins the match (CA-30)."""

    def __post_init__(self) -> None:
        """Takes the values of the room for options not given, and compiles the rules.

        Raises:
            RulesError: a value that an option does not take; ``.field`` and ``.allowed`` say which.
        """
        preset = ROOMS.get(self.room, ROOMS["an"]) if isinstance(self.room, str) else ROOMS["an"]
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is _OF_ROOM:
                object.__setattr__(self, field.name, preset[field.name])
            elif isinstance(value, list):
                object.__setattr__(self, field.name, tuple(value))
        super().__post_init__()

    @classmethod
    def an(cls, **changes: Any) -> Self:
        """The room 暗炒, with some options changed."""
        return cls(room="an", **changes)

    @classmethod
    def kang(cls, **changes: Any) -> Self:
        """The room 扛旗, with some options changed."""
        return cls(room="kang", **changes)

    @classmethod
    def ming(cls, **changes: Any) -> Self:
        """The room 明炒, with some options changed."""
        return cls(room="ming", **changes)

    def replace(self, **changes: Any) -> Self:
        """The same rules with some options changed. With another room, options at the old room's values follow it."""
        own = self.as_dict()
        if changes.get("room", self.room) != self.room:
            preset = ROOMS[self.room]
            own = {name: value for name, value in own.items() if name not in preset or preset[name] != value}
        return type(self)(**{**own, **changes})
