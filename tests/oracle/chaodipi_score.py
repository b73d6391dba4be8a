"""Settlement of chaodipi 炒地皮 (book §6) for the oracle: from the facts of a finished deal to 积分, stages and dealer.

`facts` is a tally (see `chaodipi.tally`). Stages are texts `1:2` … `3:A`, `FLAG`, and `WIN` as a result.

Settled where the book is silent:
- the last stage is `FLAG` with `flag=true`, else the A of the last circle. `endless` sends the team that wins it as
  dealers back to `1:2`; `win_at_last_a` ends the match at the last A even when there are flag deals; with `win_flag`
  and `flag=false` no deal wins the match and a team stays at the last A;
- a flag deal won as dealers wins the match unless `endless`;
- `kang_must_play_a` does nothing without `flag`; J到底 sends to `1:2` / `1:J` in any number of circles.
"""

from collections.abc import Sequence

from .chaodipi_cards import Table, available_510k, doubles, suit_510k
from .chaodipi_rules import RANKS, SUITS

NO_FACTS = {"captured": 0, "bottom": 0, "last": None, "last_play": ()} | {
    f"{what}_{side}": 0 for what in ("wrong", "failed", "red5_lost", "red5_kept") for side in ("dealers", "attackers")
}


def final_score(facts: dict, rules: dict) -> int:
    """§6.1: the attackers' final score; facts left out are 0."""
    facts = {**NO_FACTS, **facts}

    def against_dealers(what):
        return facts[what + "_dealers"] - facts[what + "_attackers"]

    score = facts["captured"]  # C-076 … C-078
    score += rules["misthrow_points"] * against_dealers("wrong")  # C-056
    score += rules["dark_fail"] * against_dealers("failed")  # C-090
    if rules["bi_red5"] != "off":
        score += 50 * against_dealers("red5_lost")  # C-091
    score -= rules["bao_red5"] * against_dealers("red5_kept")  # C-092
    if facts["last"] == "attackers":  # C-033 … C-037
        pair = bool(doubles(facts["last_play"]))
        score += facts["bottom"] * rules["bottom_pair" if pair else "bottom_single"]
    return score


def levels(score: int) -> dict:
    """§6.2: `gain_dealers`, `gain_attackers`, `points_dealers` (积分)."""
    if score >= 80:
        gain = (score - 80) // 10
        return {"gain_dealers": 0, "gain_attackers": gain, "points_dealers": -(gain + 1)}
    gain = 9 + -(score // 10) if score <= 0 else 8 - score // 10  # -(x // 10) rounds -x/10 up
    return {"gain_dealers": gain, "gain_attackers": 0, "points_dealers": gain}


def flag_result(score: int, rules: dict) -> dict:
    """§6.3, flag deal: `match_won`, `gain_attackers`, `points_dealers`."""
    limit = rules["flag_threshold"]
    if score >= limit:  # C-105
        shifted = (score - limit) // 10
        gain = {"shift20": shifted, "plain": max(0, (score - 80) // 10), "none": 0}[rules["flag_table"]]
        return {"match_won": False, "gain_attackers": gain, "points_dealers": -(shifted + 1)}
    points = 9 + -(score // 10) if score <= 0 else max(1, 8 - score // 10)
    return {"match_won": True, "gain_attackers": 0, "points_dealers": points}  # C-106


def last_a(rules: dict) -> str:
    """The A of the last circle."""
    return f"{rules['circles']}:A"


def promote(stage: str, gain: int, as_dealer: bool, rules: dict) -> str:
    """§6.3: where a team goes that gains so many levels; `as_dealer`: it won the deal as dealers."""
    if as_dealer and stage == "FLAG":
        return "1:2" if rules["match_end"] == "endless" else "WIN"  # C-106
    if as_dealer and stage == last_a(rules):
        if rules["match_end"] == "win_at_last_a":
            return "WIN"
        if rules["match_end"] == "endless" and not rules["flag"]:
            return "1:2"
    for step in range(gain):
        stops = stage in must_play(rules)  # C-094, C-116
        if stops and (step > 0 or not as_dealer):
            return stage
        stage = _after(stage, rules)
    return stage


def must_play(rules: dict) -> list[str]:
    """The stages at which promotions stop."""
    own = [last_a(rules)] if rules["kang_must_play_a"] and rules["flag"] else []
    return [*rules["must_play"], *own]


def _after(stage, rules):
    if stage == "FLAG":
        return "FLAG"
    if stage == last_a(rules):
        return "FLAG" if rules["flag"] else stage  # C-102
    circle, level = stage.split(":")
    if level == "A":
        return f"{int(circle) + 1}:2"  # C-093
    return f"{circle}:{RANKS[RANKS.index(level) + 1]}"


def jdaodi(level: str | None, last_play: Sequence[str], score: int, rules: dict) -> str | None:
    """C-114, C-115: where the dealers fall when attackers win the last trick with this play; None: nothing."""
    if not rules["jdaodi"] or score < 80 or level not in ("J", "A"):
        return None
    single = len(last_play) == 1 and last_play[0][0] == level
    pair = len(last_play) == 2 and len(doubles(last_play)) == 1 and last_play[0][0] == level
    if level == "J":
        return "1:2" if single or pair else None
    return "1:J" if pair or (single and rules["adaodi_single"]) else None


def sky(won_by: str, last_play, score: int, stages: Sequence[str], table: Table, flag: bool) -> dict:
    """§6.4 上天入地; `stages` = [dealers, attackers]. `points` are 积分 of the side that wins it."""
    rules = table.rules
    nothing = {"sky": False, "points": None, "dealers_to": None, "attackers_to": None, "match": None}
    if flag or not _sky_play(won_by, last_play, table):
        return nothing
    result = levels(score)
    worth = result["points_dealers"] if won_by == "dealers" else -result["points_dealers"]
    points = max(rules["sky_points"], worth)  # C-100, C-111, C-121
    mine, gain = (stages[0], 1) if won_by == "dealers" else (stages[1], result["gain_attackers"])
    top = last_a(rules)  # C-099, C-110, C-120
    if mine == "FLAG":
        to = "FLAG"
    elif mine == top:
        to = promote(mine, gain, won_by == "dealers", rules)
    else:
        to = top
    match = won_by if to == "WIN" else None
    dealers_to, attackers_to = (to, "1:2") if won_by == "dealers" else ("1:2", to)
    return {"sky": True, "points": points, "dealers_to": dealers_to, "attackers_to": attackers_to, "match": match}


def _sky_play(won_by, last_play, table):
    """C-075, C-097, C-098, C-109, C-119: is the winning last play one that earns 上天入地?"""
    exact = len(last_play) == 3 and suit_510k(last_play) is not None
    if exact:
        exact = available_510k(suit_510k(last_play), table)
    if won_by == "dealers":
        return exact and table.rules["sky_defend"]
    if table.rules["sky_exact"]:
        return exact
    inside = [suit for suit in SUITS if {"5" + suit, "T" + suit, "K" + suit} <= set(last_play)]
    return any(available_510k(suit, table) for suit in inside)


def escape(started: bool, runner: str, score: int, rules: dict) -> int | None:
    """§6.5: 积分 lost by one who leaves; None: no rule in this room."""
    least = rules["escape_min"]
    if least is None:
        return None
    if not started:
        return 0  # C-082
    result = levels(score)
    if runner == "dealers":  # C-083
        return max(least, result["gain_attackers"] + 1) if score >= 80 else least
    return least if score >= 80 else max(least, result["gain_dealers"])  # C-084


def next_dealer(dealer: int, dealers_won: bool, rules: dict) -> int:
    """§6.3, CA-11."""
    if not dealers_won:
        return (dealer + 1) % 4
    return dealer if rules["dealer_rotation"] == "winner_stays" else (dealer + 2) % 4


def red5_lost(plays, leader: int, dealer: int, win: int, rules: dict) -> tuple[int, int]:
    """C-091: red fives forced out in a trick, (of the dealers, of the attackers); `win` = index of the winning play."""
    lost = [0, 0]
    if rules["bi_red5"] == "off":
        return 0, 0
    for index, play in enumerate(plays):
        same_side = index % 2 == win % 2
        if index == win or (rules["bi_red5"] == "opponent_won" and same_side):
            continue
        lost[(leader + index) % 2 != dealer % 2] += list(play).count("5h")
    return lost[0], lost[1]


def settle(facts: dict, stages: Sequence[str], rules: dict) -> dict:
    """A finished deal: `score`, `points_dealers` (积分), `dealers_won`, stages after it, `match`, `next_dealer`, `sky`.

    `stages` = [dealers, attackers] before the deal. A void deal changes nothing (C-009).
    """
    dealer = facts["dealer"]
    if facts["void"]:
        return {"score": 0, "points_dealers": 0, "dealers_won": None, "dealers_to": stages[0],
                "attackers_to": stages[1], "match": None, "next_dealer": dealer, "sky": False}  # fmt: skip
    score = final_score(facts, rules)
    table = Table(rules, facts["level"], facts["trump"])
    high = sky(facts["last"], facts["last_play"], score, stages, table, facts["flag"])
    if high["sky"]:  # CA-34
        won = facts["last"] == "dealers"
        points = high["points"] if won else -high["points"]
        to = high["dealers_to"], high["attackers_to"]
    elif facts["flag"]:
        result = flag_result(score, rules)
        won, points = result["match_won"], result["points_dealers"]
        to = (
            promote(stages[0], 1, True, rules) if won else stages[0],
            promote(stages[1], result["gain_attackers"], False, rules),
        )
    else:
        result = levels(score)
        won, points = score < 80, result["points_dealers"]
        fall = jdaodi(facts["level"], facts["last_play"], score, rules) if facts["last"] == "attackers" else None
        to = (
            fall or (promote(stages[0], result["gain_dealers"], True, rules) if won else stages[0]),
            promote(stages[1], result["gain_attackers"], False, rules),
        )
    return {"score": score, "points_dealers": points, "dealers_won": won, "dealers_to": to[0], "attackers_to": to[1],
            "match": "dealers" if to[0] == "WIN" else None, "next_dealer": next_dealer(dealer, won, rules),
            "sky": high["sky"]}  # fmt: skip
