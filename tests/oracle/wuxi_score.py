"""Scoring of wuxi 巫溪四副 (book §1.6 and §4) for the oracle: from the facts of a finished deal to points.

`facts` is a tally: `captured_by_seat` (rank -> number of captured cards per seat), `left` (反牌 per seat),
`finish` (seats in the order of going out). `rules` is the complete option record.
"""


def points(fang):
    """W-058, W-059: points for a number of 方."""
    if fang > 40:
        return 11 + fang - 40
    return 1 + sum(fang > limit for limit in (16, 20, 24, 27, 29, 31, 33, 35, 37, 39))


class Stock:
    """What one player has to count and to pay with: 方 (eight of them for each 齐) and 散张."""

    def __init__(self, counts, rules):
        self.fang = self.loose = self.qi = 0
        for rank, n in counts.items():  # W-044
            if n == 16:  # W-032, W-033; no joker rank has 16 cards
                self.fang, self.qi = self.fang + 8, self.qi + 1
            elif rank not in "wW":
                self._add(n // 4, n % 4)
        small, big = counts.get("w", 0), counts.get("W", 0)
        mode = rules["joker_fang"]  # WA-20
        if mode == "same_rank":
            self._add(small // 4 + big // 4, small % 4 + big % 4)
        elif mode == "any_four":
            self._add((small + big) // 4, (small + big) % 4)
        else:
            self._add(0, small + big)

    def _add(self, fang, loose):
        self.fang, self.loose = self.fang + fang, self.loose + loose

    def settle_loose(self):
        """W-031, W-045: each 14 散张 are one 方."""
        self.fang, self.loose = self.fang + self.loose // 14, self.loose % 14

    def pay(self, n, mode):
        """Take a fine of n cards (WA-19); returns what could not be taken."""
        if mode == "units":
            value = 14 * self.fang + self.loose
            self.fang, self.loose = divmod(max(value - n, 0), 14)
            return max(n - value, 0)
        n = self._pay_loose(n)
        while n and self.fang > 8 * self.qi:  # break an ordinary 方 into four cards
            taken = min(4, n)
            n -= taken
            self._add(-1, 4 - taken)
        n = self._pay_loose(n)
        while n and self.qi:  # break a 齐 into sixteen cards
            taken = min(16, n)
            n -= taken
            self.qi -= 1
            self._add((16 - taken) // 4 - 8, (16 - taken) % 4)
            n = self._pay_loose(n)
        return n

    def _pay_loose(self, n):
        taken = min(self.loose, n)
        self.loose -= taken
        return n - taken


def _fine(facts):
    """W-047 … W-050: (kind, seat that pays, number of cards)."""
    fan = [seat for seat in range(4) if facts["left"][seat]]
    left = sum(facts["left"])
    if not fan:
        return "无反", facts["finish"][-1], 10
    if len(fan) == 1:
        return "单反", fan[0], 10 + left
    taken = [sum(per_seat[seat] for per_seat in facts["captured_by_seat"].values()) for seat in range(4)]
    return "双反", max(fan, key=lambda seat: (taken[seat], -seat)), 20 + left  # WA-22: the lower seat at a tie


def settle(facts, rules):
    """The five steps of the settlement on a tally, with what they found: a dict named as in the vectors."""
    captured = facts["captured_by_seat"]
    stocks = [Stock({rank: per_seat[seat] for rank, per_seat in captured.items()}, rules) for seat in range(4)]
    stocks[facts["finish"][0]].loose += 10  # W-046, WA-18
    kind, payer, penalty = _fine(facts)
    mode = rules["penalty_mode"]
    daifa = stocks[payer].pay(penalty, mode)
    debt = stocks[(payer + 2) % 4].pay(daifa, mode) > 0  # W-051, W-052
    for stock in stocks:
        stock.settle_loose()
    players = [[stock.fang, stock.loose] for stock in stocks]
    teams = [[players[t][i] + players[t + 2][i] for i in (0, 1)] for t in (0, 1)]
    if rules["merge_team_loose"]:  # WA-21
        teams = [[fang + loose // 14, loose % 14] for fang, loose in teams]
    winner, why = _winner(teams, facts)
    best = max(players[winner][0], players[winner + 2][0])  # W-057
    value = points(best) + (debt and payer % 2 != winner)  # W-060, WA-24
    return {"kind": kind, "payer": payer, "penalty": penalty, "daifa": daifa, "shuangqian": debt, "players": players,
            "teams": teams, "winner": winner, "why": why, "best": best, "points": value}  # fmt: skip


def _winner(teams, facts):
    """W-053 … W-056: (winning team, what decided)."""
    for i, why in enumerate(("方", "散张")):
        if teams[0][i] != teams[1][i]:
            return int(teams[1][i] > teams[0][i]), why
    fan = [seat for seat in range(4) if facts["left"][seat]]
    if fan:
        return 1 - fan[0] % 2, "无反牌"
    return facts["finish"][0] % 2, "上游"
