"""How 炒地皮 shows itself in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from .._native import Cards, View
from ..cli.hooks import Terminal
from ._chaodipi_rules import FLAG, RANKS

if TYPE_CHECKING:
    from ..cli.screen import Screen

_SUITS = (("clubs", "梅花"), ("diamonds", "方块"), ("hearts", "红桃"), ("spades", "黑桃"), ("no trump", "无主"))


class ChaoDiPiTerminal(Terminal):
    """The words of the game; level, trumps and points, and the trick on the table."""

    title = ("Chao Di Pi", "炒地皮")
    words: ClassVar[Mapping[str, tuple[str, str]]] = {
        "play": ("play", "出牌"),
        "pass": ("pass", "不要"),
        "declare": ("declare", "亮主"),
        "overturn": ("overturn", "反主"),
        "chao": ("chao", "炒底"),
        "bury": ("bury", "扣底"),
        "deal": ("deal", "摸牌"),
        "declare_grace": ("last round of declaring", "最后亮主"),
        "chaodi_ask": ("fight for the bottom", "问炒底"),
        "settle": ("settle", "结算"),
        "deal_start": ("void: deal again", "流庄重新发牌"),
        "dealer": ("dealer", "庄家"),
        "level": ("level", "级牌"),
        "first": ("first card", "先摸"),
        "single": ("single", "单张"),
        "pair": ("pair", "对子"),
        "tractor": ("tractor", "连对"),
        "510K": ("5-10-K", "5、10、K"),
        "510KK": ("55-1010-KK", "5对、10对、K对"),
        "throw": ("throw", "甩牌"),
        "stages": ("stages", "级别"),
        "rule:room": ("", "房间: 暗炒、扛旗、明炒"),
        "rule:hidden": ("", "亮牌、反主、炒底不公开"),
        "rule:overturn_order": ("", "反主级别由低到高"),
        "rule:red5_rank": ("", "红5的位置"),
        "rule:first_declare": ("", "首次亮主可用的牌"),
        "rule:flip_fallback": ("", "翻底无级牌和王时"),
        "rule:flip_blocks_chaodi": ("", "翻底后能否炒底"),
        "rule:chaodi_rounds": ("", "炒底问几轮"),
        "rule:dark_fail": ("", "炒底失败扣分"),
        "rule:dark_fail_takes_bottom": ("", "暗炒失败也拿底牌"),
        "rule:huitou": ("", "回头望"),
        "rule:skip_level": ("", "副牌连对可跳过级牌"),
        "rule:heart_510k": ("", "红桃为副牌时红桃5可成510K"),
        "rule:side_510k_with_level": ("", "副牌510K可含级牌"),
        "rule:side_510k_forced": ("", "副牌510K有则必跟"),
        "rule:side_510kk_kill": ("", "什么能毙副牌5对10对K对"),
        "rule:k510_as_kill": ("", "主510K毙三张单牌"),
        "rule:kill_pair_count": ("", "毙牌时哪些对子算数"),
        "rule:misthrow_lead": ("", "甩错时出哪一手"),
        "rule:misthrow_count": ("", "甩错牌的张数"),
        "rule:misthrow_points": ("", "甩错一张扣分"),
        "rule:bi_red5": ("", "逼红5"),
        "rule:bao_red5": ("", "保红5每张分数"),
        "rule:bottom_single": ("", "单张抠底倍数"),
        "rule:bottom_pair": ("", "对子抠底倍数"),
        "rule:circles": ("", "打几圈"),
        "rule:must_play": ("", "必打的级别"),
        "rule:flag": ("", "过A后扛旗"),
        "rule:flag_threshold": ("", "扛旗时抓分方上台分数"),
        "rule:flag_table": ("", "扛旗时抓分方升级"),
        "rule:kang_must_play_a": ("", "扛旗房间A必打"),
        "rule:jdaodi": ("", "J到底"),
        "rule:adaodi_single": ("", "A到底单张也算"),
        "rule:sky_points": ("", "上天入地的积分"),
        "rule:sky_exact": ("", "上天入地只限三张510K"),
        "rule:sky_defend": ("", "庄家方保底也可上天入地"),
        "rule:escape_min": ("", "逃跑至少扣积分"),
        "rule:dealer_rotation": ("", "庄家赢后谁坐庄"),
        "rule:declare_grace": ("", "摸完牌后再问一轮亮主"),
        "rule:match_end": ("", "怎样赢得整场"),
    }

    def table(self, screen: Screen, view: View) -> list[str]:
        """Level, trumps, dealer and points; then the plays of the trick, the leader's first."""
        seen: Any = view
        level = RANKS[seen.level] if seen.level < FLAG else "-"
        trump = _SUITS[seen.trump] if seen.trump >= 0 else ("not known", "未定")
        dealer = "?" if seen.dealer < 0 else screen.seat((seen.seat + seen.dealer) % 4)
        lines = [
            screen.say(
                f"level {level}, trumps: {trump[0]}, dealer: {dealer}, attackers: {seen.captured[1]} points",
                f"级牌 {level}, 主: {trump[1]}, 庄家: {dealer}, 抓分方 {seen.captured[1]} 分",
            )
        ]
        for n in range(seen.plays):
            seat = (seen.leader + n) % 4
            lines.append(f"{screen.seat((seen.seat + seat) % 4)}: {screen.cards(seen.table[seat])}")
        shown: Cards = seen.bottom
        return [*lines, *([f"{screen.say('bottom', '底牌')}: {screen.cards(shown)}"] if shown else [])]


terminal = ChaoDiPiTerminal()
