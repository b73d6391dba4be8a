"""The options of Huapai, and its characters and groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from ..rules import RulesBase, options
from ..typing import CardsLike

Kind = Literal["句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛"]
Melds = Sequence[tuple[str, CardsLike]]
"""Declared and exposed groups: (kind, cards) each."""

KINDS: tuple[Kind, ...] = ("句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛")
CHARACTERS = "乙二三四五六七八九十土子孔己化千可知礼上大人"
"""The characters by slot; slots 22…26 are the flower faces of 乙 三 五 七 九."""
FLOWERED = "乙三五七九"
RED = "可知礼上大人"
SENTENCES: tuple[str, ...] = (
    *(CHARACTERS[low : low + 3] for low in range(8)), "孔乙己", "化三千", "七十土", "八九子", "可知礼", "上大人"
)  # fmt: skip


def face(slot: int) -> str:
    """The card of a slot as text."""
    return CHARACTERS[slot] if slot < len(CHARACTERS) else FLOWERED[slot - len(CHARACTERS)] + "*"


@options
class Rules(RulesBase):
    """The options of the rule book's §10; every field names the ambiguity that it decides.

    Raises:
        RulesError: an option that there is not, or a value that it does not take.

    >>> from paiju import huapai
    >>> huapai.Rules(jing=3, settlement="hu").replace(jing=5).settlement
    'hu'
    """

    game: ClassVar[str] = "huapai"

    jing: Literal[5, 3] = 5
    """The number of 经: 5 (乙 三 五 七 九) or 3 (三 五 七) (HA-40)."""
    zhu_jing_mode: Literal["men_count", "men_maxhu", "jiao", "none"] = "men_count"
    """The 主经: the most numerous 经 of the winner's cards, the one that gives most, the one called, none (HA-26)."""
    jiao_jing_fallback: Literal["none", "men"] = "none"
    """叫经 when nobody called: no 主经, or as men_count (HA-27)."""
    min_hu: int = 17
    """胡 needed to win (H-020)."""
    pair_jing_counts: bool = True
    """The 经 of the final pair count by themselves (HA-23)."""
    discard_kan_scores: Literal["dui", "kan"] = "dui"
    """What a 砍 scores that the winning discard completed (HA-22)."""
    first_dealer: Literal["random", "seat0"] = "random"
    """The dealer of a first deal (HA-04)."""
    dealer_rotation: Literal["winner", "stay_or_next", "next"] = "winner"
    """Who deals next (HA-34)."""
    multi_win: Literal["nearest", "all"] = "nearest"
    """Two winners on one discard: the nearest after the discarder, or both (HA-21)."""
    replacement_from: Literal["front", "end"] = "front"
    """Where the draws after 开招, 开泛 and 踏船 come from (HA-09)."""
    initial_tong_phase: bool = False
    """统 may be declared before the first draw (HA-11)."""
    kai_fan_needs_declared_tong: bool = False
    """No 开泛 with four undeclared copies (HA-12)."""
    kai_zhao_from_four: bool = True
    """开招 by a seat that holds four free copies (HA-13)."""
    tong_hidden: bool = True
    """A 统 and a 统上顶 stay hidden (HA-18)."""
    settlement: Literal["tier5", "hu", "none"] = "tier5"
    """What a win is worth: a point per started five 胡 from the minimum on, the 胡, nothing (HA-33)."""
    discard_pays: int = 2
    """How many times the points the discarder alone pays: 2 or 1 (HA-33)."""
    pass_lock: Literal["none", "until_own_turn"] = "none"
    """Whether passing a win bars winning on discards until the next own draw (HA-35)."""
