"""Settlement (book §6) and match steps of shengji4 四副牌升级 for the oracle.

`rules` is the complete option record, `t` a `shengji4_follow.Table`. Ids like S-083 or SA-21 name a rule or a reading.
"""

from .shengji4_follow import RANKS, points, shape, split


def attackers_of(dealer):
    """S-002, S-022, S-023: the two seats of the team that is not the dealer's."""
    return [(dealer + 1) % 4, (dealer + 3) % 4]


def last_trick(t, plays, leader, winner, dealer):
    """What the last trick adds to the attackers' score (S-089 … S-095); `winner` is the index in order of play."""
    seats = [(leader + index) % 4 for index in range(4)]
    attackers = attackers_of(dealer)
    attackers_won = seats[winner] in attackers
    everything = sum(points(play) for play in plays)
    base = everything
    if t.rules["last_trick_base"] == "loser_cards":  # SA-21
        base = sum(points(play) for seat, play in zip(seats, plays, strict=True) if seat % 2 != seats[winner] % 2)
    n = len(plays[0])
    if t.rules["last_trick_n"] == "largest_component" and shape(t, plays[0]) is None:  # SA-23
        n = len(split(t, plays[0])[0])
    if not attackers_won:
        return 0 if t.rules["last_trick_mode"] == "attackers_only" else -base * n  # SA-22
    if t.rules["last_trick_includes_capture"]:  # S-095, SA-24
        return base * n + (everything - base)
    return base * n + everything


def levels(score):
    """(side that gains, number of levels) for the attackers' final score (S-083 … S-088)."""
    if score <= 0:
        return "dealers", 3
    if score < 80:
        return "dealers", 2
    if score < 160:
        return "dealers", 1
    gain = 1
    while score >= 80 * (gain + 2):  # 240, 320, …
        gain += 1
    return "attackers", gain


def next_dealer(dealer, score):
    """S-020, S-021."""
    return (dealer + 2) % 4 if levels(score)[0] == "dealers" else (dealer + 1) % 4


def match_step(before, dealer, score, rules):
    """After a deal: ([level of seats 0 and 2, level of seats 1 and 3], next dealer, team that has won or None)."""
    ladder = RANKS[RANKS.index(str(rules["start_level"])) :]  # SA-01
    side, gain = levels(score)
    team = dealer % 2 if side == "dealers" else 1 - dealer % 2
    after, won = list(before), None
    for _ in range(gain):
        place = ladder.index(after[team])
        if place + 1 < len(ladder):
            after[team] = ladder[place + 1]
        elif rules["match_end"] == "endless":
            after[team] = ladder[0]
        elif rules["match_end"] == "pass_a" or (side == "dealers" and before[team] == "A"):  # SA-02
            won = team
    return after, next_dealer(dealer, score), won
