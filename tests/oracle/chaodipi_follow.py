"""Follow obligations of chaodipi 炒地皮 (book §4) for the oracle."""

from collections import Counter

from .chaodipi_cards import (
    TR,
    Cards,
    Table,
    class_of,
    classify,
    doubles,
    led_class,
    strength,
    tractor_lengths,
    tractors_in,
    without,
)


def best_tractors(cards: Cards, limits: list[int], table: Table) -> list[int]:
    """§4: lexicographically largest list of lengths of disjoint tractors, the i-th at most limits[i], 0 for none."""
    if not limits:
        return []
    choices = [[0, *best_tractors(cards, limits[1:], table)]]
    for tractor in tractors_in(cards, table):
        if tractor.length <= limits[0]:
            rest = without(cards, tractor.kinds * 2)
            choices.append([tractor.length, *best_tractors(rest, limits[1:], table)])
    return max(choices)


def value(cards: Cards, lead: Cards, table: Table) -> tuple[list[int], int]:
    """v(x) of §4: tractors owed to the lead, and pairs up to those of the lead."""
    return best_tractors(cards, tractor_lengths(lead, table), table), min(len(doubles(lead)), len(doubles(cards)))


def why_not(lead: Cards, hand: Cards, play: Cards, table: Table) -> str | None:
    """None when a player with this hand may follow `lead` with `play`, else the rule broken."""
    if len(play) != len(lead):
        return "C-040"
    if Counter(play) - Counter(hand):
        return "C-005"  # only one's own cards
    suit = led_class(lead, table)
    held = [card for card in hand if class_of(card, table) == suit]
    given = [card for card in play if class_of(card, table) == suit]
    if len(held) <= len(lead):  # all of them, then anything; none held: C-043, C-044
        return None if len(given) == len(held) else "C-043"
    if len(given) < len(play):
        return "C-043"
    shape = classify(lead, table)
    if shape.name in ("510K", "510KK") and suit == TR:
        return _trump_510k(lead, held, play, table)
    if shape.name == "510K":
        return _side_510k(lead, held, play, table)
    if shape.name == "510KK":  # C-074: pairs, up to three
        return None if len(doubles(play)) >= min(3, len(doubles(held))) else "C-074"
    if value(play, lead, table) == value(held, lead, table):
        return None
    return "C-042" if tractor_lengths(lead, table) else "C-041"


def _trump_510k(lead, held, play, table):
    three = ["5" + table.trump, "T" + table.trump, "K" + table.trump]
    if len(lead) == 3 and set(three) <= set(held):
        return None if sorted(play) == sorted(three) else "C-070"
    strengths = sorted((strength(card, table) for card in held), reverse=True)
    played = sorted((strength(card, table) for card in play), reverse=True)
    if played == strengths[: len(lead)]:  # of equal ones any
        return None
    return "C-071" if len(lead) == 3 else "C-072"


def _side_510k(lead, held, play, table):
    """Any three of the suit (CA-23). Forced: a trump among 5, T, K counts as no card of the suit when following."""
    if table.rules["side_510k_forced"] and set(lead) <= set(held) and sorted(play) != sorted(lead):
        return "CA-23"
    return None
