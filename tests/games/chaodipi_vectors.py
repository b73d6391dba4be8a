"""炒地皮: how the vectors of the rule book are checked, one function for each kind."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from paiju import Deal, chaodipi, dtypes
from paiju.games._chaodipi_match import settle_stages
from tests.games.support import vectors

VECTORS = vectors("chaodipi")
SUITS, RANKS = "cdhs", "3456789TJQKA2"
PACK = [rank + suit for rank in RANKS for suit in SUITS] * 2 + ["w", "W"] * 2


def rules_of(vector: dict[str, Any]) -> chaodipi.Rules:
    default = "kang" if vector["op"] == "flag" else "an"
    return chaodipi.Rules(**{"room": vector.get("room", default), **vector.get("opts", {})})


def table_of(vector: dict[str, Any]) -> dict[str, Any]:
    return {"trump": vector["trump"], "level": None if vector["flag"] else vector["level"]}


def tally_of(**facts: Any) -> np.void:
    """A tally with these facts: seat 0 deals at level 2 with clubs for trump."""
    tally = np.zeros(1, dtypes.dtype("chaodipi", "tally"))
    for name, value in {"level": RANKS.index("2"), **facts}.items():
        tally[name] = value
    return tally[0]


def shape(vector: dict[str, Any]) -> None:
    found = chaodipi.classify(vector["cards"], rules_of(vector), **table_of(vector))
    assert (found and found.name) == vector["shape"]
    if found is not None:
        assert (found.length or None) == vector["length"]
        assert (found.side if found.name in ("510K", "510KK") else None) == vector["side"]


def winner(vector: dict[str, Any]) -> None:
    at = table_of(vector)
    assert chaodipi.winner(vector["plays"], at["trump"], at["level"], rules_of(vector)) == vector["winner"]


def kill(vector: dict[str, Any]) -> None:
    assert chaodipi.beats(vector["play"], vector["lead"], rules_of(vector), **table_of(vector)) is vector["valid"]


def follow(vector: dict[str, Any]) -> None:
    # A hand as long as the lead needs; cards of no account fill up a part of a hand.
    legal = chaodipi.legal(vector["hand"], vector["lead"], rules_of(vector), **table_of(vector))
    assert (vector["play"] in legal) is vector["legal"]


def throw(vector: dict[str, Any]) -> None:
    at = table_of(vector)
    found = chaodipi.throw(vector["cards"], vector["others"], at["trump"], at["level"], rules_of(vector))
    assert (found.accepted, found.wrong, found.fine) == (vector["accepted"], vector["wrong"], vector["fine"])
    assert found.led == chaodipi.cards(vector["led"])


def overturn(vector: dict[str, Any]) -> None:
    found = chaodipi.overturn(
        vector["current"], vector["new"], rules_of(vector), level=vector["level"], back=vector["back"]
    )
    assert tuple(found) == (vector["accepted"], vector["effective"])


# --- declaring and 炒底, played on deals ------------------------------------------------------------------------

SPARE = {"DC-16": {1: "wx2"}}
"""Further pairs of a seat that is to be asked before another, since a seat without an option is skipped."""


def stock_of(vector: dict[str, Any], bottom: list[str] | None = None) -> list[str]:
    """A shuffle in which the seats get the cards that they show first."""
    need: list[Counter[str]] = [Counter() for _ in range(4)]
    for event in vector.get("events", ()):
        need[event["seat"]] |= Counter(str(c) for c in chaodipi.cards(event.get("cards") or ""))
    for seat, cards in SPARE.get(vector["id"], {}).items():
        need[seat] |= Counter(str(c) for c in chaodipi.cards(cards))
    rest = Counter(PACK) - Counter(bottom or [])
    for cards in need:
        rest -= cards
    # The others come in an order in which no seat gets a pair of them, and special ones lie in the bottom.
    special = {"w", "W", "5h", *(vector["level"] + suit for suit in SUITS)}
    plain = sorted(rest.elements(), key=lambda card: (card in special, PACK.index(card)))
    hands = [list(cards.elements()) for cards in need]
    for card in plain:
        open_seats = [seat for seat in range(4) if len(hands[seat]) < 25]
        if open_seats:
            best = min(open_seats, key=lambda seat: (card in hands[seat], len(hands[seat])))
            hands[best].append(card)
    dealt = [hands[i % 4][i // 4] for i in range(100)]
    return dealt + (bottom or list((Counter(PACK) - Counter(dealt)).elements()))


def answer(event: dict[str, Any]) -> str:
    cards = chaodipi.cards(event["cards"])
    if str(cards) == "5hx2":
        return f"{event['act']} {event.get('named') or 'nt'} {cards}"
    return f"{event['act']} {cards}"


def bury(deal: Deal, keep: set[str]) -> Deal:
    """Buries cards that nobody needs."""
    hand = [str(card) for card in deal.hands[deal.turn]]
    return deal.play("bury " + " ".join([card for card in hand if card not in keep][:8]))


def go_on(deal: Deal, keep: set[str], seat: int, phases: tuple[str, ...]) -> Deal:
    """Passes and buries until a seat is asked in one of some phases, or for one round of a window."""
    for _ in range(4):
        while deal.phase == "bury" and "chaodi_ask" in phases:
            deal = bury(deal, keep)
        if deal.phase not in phases or deal.turn == seat:
            break
        deal = deal.play("pass")
    return deal


def declare(vector: dict[str, Any]) -> None:
    rules, first = rules_of(vector), 0
    stock = stock_of(vector)
    deal = chaodipi.deal(rules=rules, dealer=vector["dealer"], level=vector["level"], first=first, stock=stock)
    while deal.phase == "deal" and sum(map(len, deal.hands)) < 16:
        deal = deal.play("pass")
    keep = {str(card) for event in vector["events"] for card in chaodipi.cards(event.get("cards") or "")}
    keep |= {"w", "W", "5h"}
    for event, accepted in zip(vector["events"], vector["accepted"], strict=True):
        if event["act"] in ("declare", "overturn"):
            deal = go_on(deal, keep, event["seat"], ("deal", "declare_grace"))
        else:
            while deal.phase in ("deal", "declare_grace"):
                deal = deal.play("pass")
            while deal.phase == "bury":
                deal = bury(deal, keep)
        if event["act"] == "pass":
            deal = deal.play("pass") if deal.turn == event["seat"] and deal.phase == "chaodi_ask" else deal
            continue
        allowed = deal.turn == event["seat"] and answer(event) in deal.legal()
        assert allowed is accepted, (event, deal)
        deal = deal.play(answer(event)) if accepted else deal
    if not any(vector["accepted"]):
        return
    while deal.phase != "play":
        deal = bury(deal, keep) if deal.phase == "bury" else deal.play("pass")
    view = deal.view(0)
    assert view.trump == (4 if vector["trump"] is None else SUITS.index(vector["trump"]))
    assert (view.dealer, view.burier, deal.turn) == (vector["dealer_after"], vector["burier"], vector["dealer_after"])
    assert rules.dark_fail * (int(view.failed[0]) - int(view.failed[1])) == vector["score"]


def flip(vector: dict[str, Any]) -> None:
    bottom = vector["bottom"].split()
    stock = stock_of(vector, bottom)
    deal = chaodipi.deal(rules=rules_of(vector), dealer=0, level=vector["level"], stock=stock)
    while deal.phase in ("deal", "declare_grace"):
        deal = deal.play("pass")
    assert (deal.phase == "deal_start") is vector["redeal"]
    if vector["redeal"]:
        assert deal.tally()["void"]
        assert not chaodipi.score(deal.tally(), rules_of(vector)).any()
        return
    view = deal.view(0)
    assert view.trump == (4 if vector["trump"] is None else SUITS.index(vector["trump"]))
    assert view.chaodi is vector["chaodi"]
    assert deal.turn == 0


# --- settlement -------------------------------------------------------------------------------------------------------


def levels(vector: dict[str, Any]) -> None:
    found = chaodipi.result(vector["score"])
    assert found == (vector["gain_dealers"], vector["gain_attackers"], vector["points_dealers"])


def settle(vector: dict[str, Any]) -> None:
    play = Counter(str(card) for card in chaodipi.cards(vector.get("last_play", "")))
    sides = {name: [vector.get(f"{name}_dealers", 0), vector.get(f"{name}_attackers", 0)] for name in
             ("wrong", "failed", "red5_lost", "red5_kept")}  # fmt: skip
    facts = tally_of(
        captured=[0, vector["captured"]],
        bottom=vector.get("bottom", 0),
        last=1 if vector.get("last") == "attackers" else 0,
        last_pair=max(play.values(), default=0) > 1,
        **sides,
    )
    assert chaodipi.final_score(facts, rules_of(vector)).tolist() == [vector["score"]]


def flag(vector: dict[str, Any]) -> None:
    found = chaodipi.result(vector["score"], rules_of(vector), flag=True)
    assert (bool(found.gain_dealers), found.gain_attackers, found.points_dealers) == (
        vector["match_won"],
        vector["gain_attackers"],
        vector["points_dealers"],
    )


def promote(vector: dict[str, Any]) -> None:
    found = chaodipi.promote(vector["from"], vector["gain"], as_dealer=vector["as_dealer"], rules=rules_of(vector))
    assert found == vector["to"]


def jdaodi(vector: dict[str, Any]) -> None:
    found = chaodipi.jdaodi(vector["level"], vector["last_play"], vector["score"], rules_of(vector))
    assert found == vector["dealers_to"]


def sky(vector: dict[str, Any]) -> None:
    rules, at = rules_of(vector), table_of(vector)
    # One trick decides: the winner leads the play, the others throw away cards of no worth.
    play = chaodipi.cards(vector["last_play"])
    last = 0 if vector["won_by"] == "dealers" else 1
    ranks = "346789JQ".replace(at["level"] or " ", "")
    plain = [rank + suit for suit in "ch" for rank in ranks for _ in range(2)]
    size = len(play)
    hands = [plain[i * size : (i + 1) * size] for i in range(3)]
    hands.insert(last, [str(card) for card in play])
    trump = at["trump"] or "nt"
    deal = chaodipi.deal(rules=rules, hands=hands, trump=trump, level=at["level"], dealer=0, leader=last, partial=True)
    if chaodipi.classify(play, rules, **at) is None:
        assert str(play) not in deal.legal()
        assert not vector["sky"]
        return
    while not deal.over:
        deal = deal.play(" ".join(hands[deal.turn]))
    facts = deal.tally().copy()
    facts["captured"][1] += vector["score"] - int(chaodipi.final_score(facts, rules)[0])
    assert chaodipi.final_score(facts, rules)[0] == vector["score"]
    high = chaodipi.sky(facts, rules)
    assert (high is not None) is vector["sky"]
    if high is None:
        return
    assert (high.dealers, high.points) == (last == 0, vector["points"])
    won, dealers, attackers = settle_stages(facts, *vector["stages"], rules)
    assert (won, dealers, attackers) == (last == 0, vector["dealers_to"], vector["attackers_to"])
    assert vector["match"] == ("dealers" if dealers == "WIN" else None)


def escape(vector: dict[str, Any]) -> None:
    found = chaodipi.escape(
        started=vector["started"],
        dealers=vector["runner"] == "dealers",
        score=vector["score"],
        rules=rules_of(vector),
    )
    assert found == vector["loss"]


def next_dealer(vector: dict[str, Any]) -> None:
    found = chaodipi.next_dealer(vector["dealer"], dealers_won=vector["dealers_won"], rules=rules_of(vector))
    assert found == vector["next_dealer"]


def red5(vector: dict[str, Any]) -> None:
    hands = [vector["plays"][(seat - vector["leader"]) % 4] for seat in range(4)]
    deal = chaodipi.deal(
        rules=rules_of(vector), hands=hands, leader=vector["leader"], dealer=vector["dealer"],
        trump=vector["trump"] or "nt", level=vector["level"], partial=True,
    )  # fmt: skip
    for play in vector["plays"]:
        deal = deal.play(play)
    assert deal.tally()["red5_lost"].tolist() == [vector["lost_dealers"], vector["lost_attackers"]]


OPS = {
    op.__name__: op
    for op in (shape, winner, kill, follow, throw, overturn, declare, flip, levels, settle, flag, promote, jdaodi, sky,
               escape, next_dealer, red5)
}  # fmt: skip
