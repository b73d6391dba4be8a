"""Wuxi 巫溪四副 in the terminal: its words, a hand of 54 cards, short texts for plays, and the odds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar

from .. import _native
from .._native import Action, Cards, Legal, PaijuError, Shape, View
from ..cli.hooks import Terminal, Wrong
from ..rules import table_of
from ._wuxi_odds import SAMPLES_MAX, Odds, odds, plot
from ._wuxi_rules import Rules
from ._wuxi_score import RANKS

if TYPE_CHECKING:
    from ..cli.screen import Screen

_NUMBERS = ["三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六"]
_SAME = {
    "单张": "单只",
    "单": "单只",
    "对子": "一对",
    "对": "一对",
    "两只": "一对",
    "花花儿": "花豹",
    "花花": "花豹",
    "王花花儿": "花虎",
    "一虎": "单虎",
    "顺子": "连子",
    "单顺": "连子",
}
"""Other names for types."""
_RANK = r"(?P<rank>10|[3-9TtJjQqKkAa2])"
_NAMED = re.compile(rf"(?P<ring>响)?(?P<name>[一-鿿]+?)(?:{_RANK}(?P<suit>[cdhs♣♦♥♠])?|(?P<joker>[wW]))?(?P<late>响)?")
_MANY = re.compile(rf"{_RANK}[x×*](?P<count>\d{{1,2}})(?P<ring>响|s)?")
_SPAN = re.compile(
    r"(?P<name>[一-鿿]+)?(?P<low>10|[3-9TtJjQqKkAa])-(?P<high>10|[3-9TtJjQqKkAa])(?:[x×*](?P<count>\d{1,2}))?(?P<ring>响|s)?"
)
_MENU_SHOWN = 6


def _english() -> dict[str, tuple[str, str]]:
    """The names of the types in English."""
    words = {
        "单只": "single",
        "一对": "pair",
        "花豹": "four equal",
        "单虎": "joker",
        "双虎": "two jokers",
        "三虎": "three jokers",
        "花虎": "four jokers",
        "小青虎": "four small jokers",
        "大青虎": "four big jokers",
        "连子": "run",
        "连对": "run of pairs",
        "青虎": "four equal jokers",
        "飞龙": "flying dragon",
        "青龙": "green dragon",
    }
    for n, number in enumerate(_NUMBERS, start=3):
        words[f"{number}只"] = f"{n} of a rank"
        words[f"{number}节"] = f"{n} x three ranks"
        if 5 <= n <= 8:
            words[f"{number}虎"] = f"{n} jokers"
    return {name: (f"{name} {english}", name) for name, english in words.items()}


_OPTIONS = {
    "pair_beats_single": "点数大的一对可打单只",
    "tiger_beats_run": "单虎可打连子",
    "straight_length_must_match": "连子须同长才能相打",
    "pairrun_length_must_match": "连对须同长才能相打",
    "long_pairrun_lead_only": "四对以上的连对只能首出",
    "spade_lead_rule": "最大点数的牌怎样算带响",
    "spade_bonus_single": "单只黑桃也算带响",
    "tiger_compare": "领牌相同的虎怎样比",
    "hou_tiger": "单虎用什么伙",
    "hou_allows_partner": "同伙也可以伙",
    "lead_passes_to": "得胜者无牌时由谁出牌",
    "last_hand_mode": "最后一手牌怎样打",
    "penalty_mode": "怎样罚牌",
    "joker_fang": "四张王怎样成方",
    "merge_team_loose": "同伙散张相加再折方",
    "double_fan_tie": "双反得牌相同由谁受罚",
    "first_leader": "每局由谁先出",
    "score_transfer": "败方得分",
    "match_hands": "一场几局",
}


def odds_command(
    screen: Screen,
    rules: Rules,
    *,
    samples: Annotated[int, "random hands to classify as a check", "随机手牌数, 用来核对"] = 0,
    seed: Annotated[int, "seed of these hands", "随机手牌的种子"] = 0,
    plot: Annotated[str, "file for a bar chart: .svg or .png", "柱状图文件: .svg 或 .png"] = "",
    json: Annotated[bool, "print one line of JSON", "输出一行 JSON"] = False,
) -> None:
    """Exact odds of the types in a hand of 54 cards, beside the printed ones ┃ 54 张手牌各牌型的精确概率"""
    if not 0 <= samples <= SAMPLES_MAX:
        raise Wrong(f"--samples: 0 to {SAMPLES_MAX} wanted, not {samples}")
    if plot and not plot.endswith((".svg", ".png")):
        raise Wrong(f"--plot: a file ending in .svg or .png wanted, not {plot!r}")
    with screen.progress(samples, screen.say("hands", "手")) as step:
        found = odds(samples, seed, rules, progress=step)
    if json:
        screen.json([_plain(entry) for entry in found])
    else:
        _show(screen, found)
    if plot:
        _draw(found, plot)


def _plain(entry: Odds) -> dict[str, object]:
    """An entry as plain data; fractions as text."""
    data = dict(vars(entry))
    return {**data, "expected": str(entry.expected), "at_least_one": str(entry.at_least_one)}


def _show(screen: Screen, found: tuple[Odds, ...]) -> None:
    header = [
        screen.say(*pair)
        for pair in (("type", "牌型"), ("expected", "期望个数"), ("at least one", "至少一个"), ("printed", "原文"))
    ]
    sampled = found[0].samples > 0
    if sampled:
        header += [screen.say("sampled", "抽样"), screen.say("± error", "± 误差")]
    rows = []
    for entry in found:
        row = [screen.text(screen.word(entry.name)), f"{float(entry.expected):.6g}", f"{float(entry.at_least_one):.6g}"]
        row.append(entry.printed if entry.agrees else f"[yellow]{entry.printed} *[/yellow]")
        if sampled:
            row += [f"{entry.sampled:.6g}", f"{entry.error:.2g}"]
        rows.append(row)
    screen.table(header, rows, right=range(1, len(header)))
    screen.print(screen.say("* the printed figure is not the expected number", "* 原文数字与期望个数不符"))


def _draw(found: tuple[Odds, ...], path: str) -> None:
    try:
        plot(found, path)
    except ImportError:
        raise Wrong("--plot: matplotlib is not installed: pip install 'paiju[plot]'") from None


class WuxiTerminal(Terminal):
    """Hands by rank, plays by their names."""

    title = ("Wuxi", "巫溪四副")
    words: ClassVar[Mapping[str, tuple[str, str]]] = {
        "play": ("play", "打"),
        "pass": ("pass", "不出"),
        "grab": ("grab", "伙"),
        "lead": ("lead", "出牌"),
        "follow": ("follow", "打牌"),
        "hou": ("window 伙", "问伙"),
        "last": ("last hand", "最后一手"),
        "score": ("score", "结算"),
        "leader": ("leader", "先出者"),
        "first_out": ("first out", "上游"),
        "decision": ("decision", "所问"),
        **_english(),
        **{f"rule:{name}": ("", zh) for name, zh in _OPTIONS.items()},
    }
    commands: ClassVar = {"odds": odds_command}

    def hand(self, screen: Screen, view: View, marks: int) -> list[str]:
        """The hand by rank: the number of cards, then the cards; ranks with many cards catch the eye."""
        lines = []
        for rank, name in enumerate(RANKS[:13]):
            held = _within(view.hand, range(4 * rank, 4 * rank + 4))
            if held:
                many = "bold yellow" if len(held) >= 6 else "bold" if len(held) >= 3 else "dim"
                lines.append(f"  {name} [{many}]×{len(held):<2}[/] {screen.cards(held, marks)}")
        jokers = _within(view.hand, (52, 53))
        if jokers:
            lines.append(f"  {screen.say('jokers', '王')} [bold]×{len(jokers)}[/] {screen.cards(jokers, marks)}")
        return lines

    def table(self, screen: Screen, view: View) -> list[str]:
        """The play to beat with its level, the pile, and what everybody has captured."""
        lines = []
        if view.top:
            shape = table_of(screen.rules, Rules).classify(view.top)
            who = screen.seat((view.seat + view.top_seat) % 4)
            kind = _named(screen, shape) if shape else ""
            lines.append(f"{screen.say('on the table', '桌上')}: {screen.cards(view.top)}  [dim]{kind}[/dim]  ({who})")
        pile, captured = sum(view.pile), [sum(view.captured[15 * n : 15 * n + 15]) for n in range(4)]
        taken = "  ".join(f"{screen.seat((view.seat + n) % 4)} {captured[n]}" for n in range(4))
        lines.append(f"[dim]{screen.say('pile', '本轮')} {pile} · {screen.say('captured', '得牌')} {taken}[/dim]")
        return lines

    def action(self, screen: Screen, action: Action, shape: Shape | None) -> str:
        """Cards and type with its level."""
        text = super().action(screen, action, None)
        return text if shape is None else f"{text} [dim]{_named(screen, shape)}[/dim]"

    def read(self, text: str, view: View, legal: Legal) -> Action | str:
        """A play by name (``九只5``, ``飞龙 5s``, ``双虎``), by number (``5x9``) or by span (``3-7``, ``3-5x4``);
        with 响 at the end the one that rings. Anything else goes to the engine's parser.

        Raises:
            PaijuError: the hand holds no such play.
        """
        plain = "".join(text.split())
        if plain in ("过", "不伙"):
            return "pass"
        if plain in ("grab", "伙"):
            rows = [action for action in legal if action.verb == "grab"]
            return rows[0] if rows else "grab " + str(view.top)
        wanted = _wanted(plain)
        if wanted is None:
            return super().read(text, view, legal)
        rows = [action for action in legal if _fits(action, wanted)]
        if rows:
            return _choice(rows, wanted)
        # Not legal now: the same play as a lead, so that the engine can say why not.
        leads = [action for action in table_of(None, Rules).legal(view.hand) if _fits(action, wanted)]
        if leads:
            return _choice(leads, wanted)
        raise PaijuError(f"you do not hold {text}")

    def why(self, screen: Screen, action: Action, view: View, legal: Legal) -> list[str]:
        """What could be played instead."""
        names = list(dict.fromkeys(screen.word(row.shape.name) for row in legal if row.shape is not None))
        if not names:
            return [f"[dim]{screen.say('nothing you hold can be played here: pass', '手中无牌可打，只能不出')}[/dim]"]
        more = " …" if len(names) > _MENU_SHOWN else ""
        head = screen.say("you could play", "可以打")
        return [f"[dim]{head}: {screen.text(', '.join(names[:_MENU_SHOWN]))}{more}[/dim]"]


def _within(cards: Cards, slots: range | tuple[int, ...]) -> Cards:
    """The cards in some slots."""
    return Cards("wuxi", [card for card in cards if card.slot in slots])


def _named(screen: Screen, shape: Shape) -> str:
    """A type with lead rank, level and 带响."""
    ring = screen.say(", rings", "，带响") if shape.ring else ""
    level = screen.say(f"level {shape.level}", f"{shape.level} 级")
    return screen.text(f"{screen.word(shape.name)} {RANKS[shape.lead]} ({level}{ring})")


class _Wanted:
    """What a short text asks for; None means that it does not say."""

    def __init__(
        self, names: tuple[str, ...], lead: int | None, ring: bool | None, suit: str | None, length: int | None
    ) -> None:
        self.names, self.lead, self.ring, self.suit, self.length = names, lead, ring, suit, length


def _wanted(text: str) -> _Wanted | None:
    """What a text without spaces asks for; None when it is no short text."""
    if match := _MANY.fullmatch(text):
        return _Wanted(_of_rank(int(match["count"])), _rank(match["rank"]), True if match["ring"] else None, None, None)
    if match := _SPAN.fullmatch(text):
        low, high = _rank(match["low"]), _rank(match["high"])
        named = _names(match["name"]) if match["name"] else _of_ranks(int(match["count"] or 1))
        return _Wanted(named, high, True if match["ring"] else None, None, high - low + 1) if named else None
    if (match := _NAMED.fullmatch(text)) and (named := _names(match["name"])):
        lead = _rank(match["rank"]) if match["rank"] else RANKS.index(match["joker"]) if match["joker"] else None
        suit = "cdhs"["cdhs♣♦♥♠".index(match["suit"]) % 4] if match["suit"] else None
        return _Wanted(named, lead, True if match["ring"] or match["late"] else None, suit, None)
    return None


def _rank(text: str) -> int:
    return RANKS.index("T" if text == "10" else text.upper())


def _names(name: str) -> tuple[str, ...]:
    """The types that a name may mean: 套 is 节, 跳 is 只, 青虎 both of them, 花豹 only itself."""
    name = _SAME.get(name, name)
    if name[-1] in "套跳":
        name = name[:-1] + {"套": "节", "跳": "只"}[name[-1]]
    if name == "青虎":
        return ("小青虎", "大青虎")
    return (name,) if name in _native.describe("wuxi")["shapes"] else ()


def _of_rank(n: int) -> tuple[str, ...]:
    shapes = _native.describe("wuxi")["shapes"]
    return (shapes[n - 1],) if 1 <= n <= 16 else ()


def _of_ranks(k: int) -> tuple[str, ...]:
    return (("连子", "连对")[k - 1],) if k <= 2 else (f"{_NUMBERS[k - 3]}节",) if k <= 16 else ()


def _fits(action: Action, wanted: _Wanted) -> bool:
    shape = action.shape
    return (
        shape is not None
        and shape.name in wanted.names
        and wanted.lead in (None, shape.lead)
        and wanted.ring in (None, shape.ring)
        and wanted.length in (None, shape.length)
        and (
            wanted.suit is None
            or any(str(card)[-1] == wanted.suit for card in action.cards if card.slot // 4 == shape.lead)
        )
    )


def _choice(rows: list[Action], wanted: _Wanted) -> Action:
    """Of several plays that fit: the longest, then one without 带响 unless asked for, then the lowest.

    A grab of the same cards is not meant by a play's name.
    """

    def order(action: Action) -> tuple[int, bool, int]:
        shape = action.shape
        assert shape is not None
        return -shape.length, shape.ring, shape.lead

    return min(rows, key=order)


terminal = WuxiTerminal()
