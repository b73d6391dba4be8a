"""Wuxi 巫溪四副: how often a hand of 54 cards holds what; exact, beside the figures that the rules were published with.

Everything is counted in polynomials: the coefficient of zⁿ is a number of ways to hold n cards. A rank has the
polynomial (1 + z)¹⁶, one kind of card (1 + z)⁴; what is not to be held is subtracted from it, and the product over all
cards, taken at z⁵⁴, is a number of hands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from .._native import Table, describe
from ..checks import seed_of, whole
from ..rules import table_of
from ._wuxi_rules import Rules

if TYPE_CHECKING:
    from pathlib import Path

HAND, PACK = 54, 216
Poly = tuple[int, ...]


@dataclass(frozen=True)
class Odds:
    """How often hands of 54 cards hold a type.

    What is counted is things of *exactly* that size, as the published figures do: ranks of exactly n cards, kinds of
    four equal cards, exactly n jokers (花虎: exactly four, of any mix), all four jokers of a kind (青虎), three
    neighbouring ranks of exactly k cards each, three neighbouring kinds of one suit with exactly three (飞龙) or four
    (青龙) copies each.

    >>> from paiju import wuxi
    >>> [entry.name for entry in wuxi.odds() if not entry.agrees]
    ['花豹', '十一只', '十三只', '十四只', '五节', '六节', '飞龙', '七节', '八节']
    """

    name: str
    """The type."""
    expected: Fraction
    """The expected number per hand, exact."""
    at_least_one: Fraction
    """The probability of holding at least one, exact."""
    printed: str
    """The figure that the rules were published with."""
    agrees: bool
    """Whether that figure is the expected number, rounded to as many digits."""
    samples: int = 0
    """Random hands that were looked at."""
    sampled: float | None = None
    """The mean number in these hands."""
    error: float | None = None
    """The standard error of that mean."""
    sampled_one: float | None = None
    """The share of these hands with at least one."""


# ---------------------------------------------------------------- polynomials up to z⁵⁴


def _times(a: Poly, b: Poly) -> Poly:
    product = [0] * min(len(a) + len(b) - 1, HAND + 1)
    for i, x in enumerate(a):
        if x:
            for j in range(min(len(b), len(product) - i)):
                product[i + j] += x * b[j]
    return tuple(product)


def _power(a: Poly, n: int) -> Poly:
    result: Poly = (1,)
    for bit in bin(n)[2:]:
        result = _times(result, result)
        if bit == "1":
            result = _times(result, a)
    return result


def _sum(*polys: Poly) -> Poly:
    size = max(len(poly) for poly in polys)
    return tuple(sum(poly[i] for poly in polys if i < len(poly)) for i in range(size))


@cache
def _cards(n: int) -> Poly:
    """Any of n different cards: (1 + z)ⁿ."""
    return tuple(math.comb(n, k) for k in range(min(n, HAND) + 1))


def _exactly(n: int, k: int) -> Poly:
    """Exactly k of n different cards."""
    return (*[0] * k, math.comb(n, k))


def _other(n: int, k: int) -> Poly:
    """Any number but k of n different cards."""
    return tuple(0 if i == k else x for i, x in enumerate(_cards(n)))


def _hands(poly: Poly, others: int) -> Fraction:
    """The share of all hands in which some cards are held as a polynomial says, and any of the other cards."""
    product = _times(poly, _cards(others))
    return Fraction(product[HAND] if len(product) > HAND else 0, math.comb(PACK, HAND))


def _no_three_in_a_row(good: Poly, bad: Poly, length: int) -> Poly:
    """Neighbours that are each `good` or `bad`, with never three good ones in a row."""
    zero: Poly = (0,)
    ends = [(1,), zero, zero]  # by the number of good ones at the end
    for _ in range(length):
        ends = [_times(_sum(*ends), bad), _times(ends[0], good), _times(ends[1], good)]
    return _sum(*ends)


# ---------------------------------------------------------------- types

Pair = tuple[Fraction, Fraction]


def _leopard(n: int) -> Pair:
    none = _hands(_power(_other(16, n), 13), 8)
    return 13 * _hands(_exactly(16, n), PACK - 16), 1 - none


def _flower() -> Pair:
    none = _hands(_power(_other(4, 4), 52), 8)
    return 52 * _hands(_exactly(4, 4), PACK - 4), 1 - none


def _tiger(n: int) -> Pair:
    share = _hands(_exactly(8, n), PACK - 8)
    return share, share


def _green_tiger() -> Pair:
    none = _hands(_power(_other(4, 4), 2), PACK - 8)
    return 2 * _hands(_exactly(4, 4), PACK - 4), 1 - none


def _section(k: int) -> Pair:
    none = _hands(_no_three_in_a_row(_exactly(16, k), _other(16, k), 12), PACK - 12 * 16)
    return 10 * _hands(_power(_exactly(16, k), 3), PACK - 48), 1 - none


def _suited(k: int) -> Pair:
    """飞龙 and 青龙: ten windows in each of four suits, which have nothing to do with each other."""
    suit = _no_three_in_a_row(_exactly(4, k), _other(4, k), 12)
    none = _hands(_power(suit, 4), PACK - 12 * 16)
    return 40 * _hands(_power(_exactly(4, k), 3), PACK - 12), 1 - none


PERCENT, MILLE, PPM, YI = Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**6), Fraction(1, 10**8)


@dataclass(frozen=True)
class _Type:
    name: str
    exact: Callable[[], Pair]
    printed: str
    figure: str
    unit: Fraction
    shapes: tuple[str, ...] = ()
    """What the engine counts it as; () the name itself."""

    def agrees(self, expected: Fraction) -> bool:
        """Whether the exact number rounds to the printed figure."""
        digits = len(self.figure.partition(".")[2])
        if self.unit > 1:  # one in so many
            expected = 1 / expected
        return abs(expected / self.unit - Fraction(self.figure)) <= Fraction(1, 2 * 10**digits)


def _types() -> Iterator[_Type]:
    """The list of the seed texts (牌型概率), in their order."""
    leopards = [("八只", 8, "21.99", PERCENT), ("九只", 9, "5.8", PERCENT), ("十只", 10, "1.17", PERCENT)]
    leopards += [("十一只", 11, "1.82", MILLE), ("十二只", 12, "0.203", MILLE), ("十三只", 13, "16.51", PPM)]
    leopards += [("十四只", 14, "0.203", PPM), ("十五只", 15, "3", YI), ("十六只", 16, "0.045", YI)]
    for name, n, figure, unit in leopards:
        yield _Type(name, lambda n=n: _leopard(n), _text(figure, unit), figure, unit)  # type: ignore[misc]
        if n == 8:
            yield _Type("花豹", _flower, "18.65%", "18.65", PERCENT)
    yield _Type("花虎", lambda: _tiger(4), "8.48%", "8.48", PERCENT, ("花虎", "小青虎", "大青虎"))
    yield _Type("青虎", _green_tiger, "7.2‰", "7.2", MILLE, ("青虎",))
    tigers = [
        ("五虎", 5, "2.134", PERCENT),
        ("六虎", 6, "3.27", MILLE),
        ("七虎", 7, "0.278", MILLE),
        ("八虎", 8, "10.1", PPM),
    ]
    for name, n, figure, unit in tigers:
        yield _Type(name, lambda n=n: _tiger(n), _text(figure, unit), figure, unit)  # type: ignore[misc]
    sections = [
        ("五节", 5, "13.86", PERCENT),
        ("六节", 6, "1.53", PERCENT),
        ("七节", 7, "0.65", MILLE),
        ("八节", 8, "9.9", PPM),
    ]
    for name, k, figure, unit in [*sections, ("九节", 9, "5.2", YI)]:
        if k == 7:
            yield _Type("飞龙", lambda: _suited(3), "2.9‰", "2.9", MILLE)
        yield _Type(name, lambda k=k: _section(k), _text(figure, unit), figure, unit)  # type: ignore[misc]
    yield _Type("青龙", lambda: _suited(4), "0.87ppm", "0.87", PPM)
    yield _Type("十六节", lambda: _section(16), "1/1.2e40", "1.2", Fraction(10**40))


def _text(figure: str, unit: Fraction) -> str:
    """A figure with its unit, as it was printed."""
    return f"亿分之{figure}" if unit == YI else figure + {PERCENT: "%", MILLE: "‰", PPM: "ppm"}[unit]


@cache
def _exact() -> tuple[tuple[_Type, Odds], ...]:
    found = []
    for kind in _types():
        expected, one = kind.exact()
        found.append((kind, Odds(kind.name, expected, one, kind.printed, kind.agrees(expected))))
    return tuple(found)


BLOCK = 20_000
SAMPLES_MAX = 10**9


def odds(
    samples: int = 0,
    seed: int = 0,
    rules: Rules | None = None,
    *,
    progress: Callable[[int], object] | None = None,
) -> tuple[Odds, ...]:
    """How often a hand of 54 cards holds each type of the list of probabilities with which the rules were published.

    Args:
        samples: random hands that the engine takes apart and classifies, as a check; 0: none.
        seed: of these hands.
        rules: the options; they do not change what a hand holds, only how the engine would compare it.
        progress: called now and then with the number of hands done.

    Returns:
        one entry for each type, in the order of the list.

    Raises:
        PositionError: a negative number of samples, or no seed. RulesError: rules of another game.

    >>> from paiju import wuxi
    >>> eight = wuxi.odds()[0]
    >>> eight.name, f"{float(eight.expected):.2%}", f"{float(eight.at_least_one):.2%}", eight.printed
    ('八只', '21.99%', '20.68%', '21.99%')
    """
    samples = whole("samples", samples, 0, SAMPLES_MAX)
    table, seed, exact = table_of(rules, Rules), seed_of(seed), _exact()
    if samples == 0:
        return tuple(entry for _, entry in exact)
    sums = _survey(table, samples, seed, progress)
    return tuple(_estimate(kind, entry, sums, samples) for kind, entry in exact)


def _survey(table: Table, samples: int, seed: int, progress: Callable[[int], object] | None) -> list[dict[str, int]]:
    """Of random hands by shape: the sums, the sums of squares, and in how many hands there is one."""
    names = [*describe("wuxi")["shapes"], "青虎"]
    sums = [[0] * len(names) for _ in range(3)]
    signed = seed - 2**64 if seed >= 2**63 else seed
    for first in range(0, samples, BLOCK):
        n = min(BLOCK, samples - first)
        block = table.ask("survey", signed, first, n)
        sums = [[a + b for a, b in zip(old, new, strict=True)] for old, new in zip(sums, block, strict=True)]
        if progress is not None:
            progress(first + n)
    return [dict(zip(names, row, strict=True)) for row in sums]


def _estimate(kind: _Type, entry: Odds, sums: list[dict[str, int]], samples: int) -> Odds:
    """With mean, its standard error, and the share of hands with one. Of several shapes a hand holds at most one."""
    total, squares, ones = (sum(row[shape] for shape in kind.shapes or (kind.name,)) for row in sums)
    mean = total / samples
    variance = max(squares / samples - mean * mean, 0.0)
    error = math.sqrt(variance / samples)
    return replace(entry, samples=samples, sampled=mean, error=error, sampled_one=ones / samples)


def plot(entries: tuple[Odds, ...], path: Path | str) -> None:
    """Draws a bar chart: exact beside printed, and samples with their errors where there are any.

    Args:
        entries: what `odds` returned.
        path: a file ending in ``.svg``, ``.png`` or another ending that matplotlib knows.

    Raises:
        ImportError: matplotlib is not installed (``pip install 'paiju[plot]'``).
        ValueError: an ending that matplotlib does not know.
    """
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    shown = [entry for entry in entries if entry.expected > Fraction(1, 10**12)]
    printed = {kind.name: _printed(kind) for kind, _ in _exact()}
    rcParams["svg.hashsalt"] = "paiju"
    figure = Figure(figsize=(11, 5.5), layout="constrained")
    axes = figure.add_subplot()
    at = range(len(shown))
    axes.bar([x - 0.2 for x in at], [float(e.expected) for e in shown], 0.4, label="exact")
    axes.bar([x + 0.2 for x in at], [printed[e.name] for e in shown], 0.4, label="printed")
    sampled = [(x, e) for x, e in zip(at, shown, strict=True) if e.sampled]
    if sampled:
        means, errors = [e.sampled or 0.0 for _, e in sampled], [e.error or 0.0 for _, e in sampled]
        label = f"{shown[0].samples:,} random hands"
        axes.errorbar([x for x, _ in sampled], means, errors, fmt="k.", capsize=3, label=label)
    labels = [_LABELS.get(e.name, e.name) + ("" if e.agrees else " *") for e in shown]
    axes.set_xticks(list(at), labels, rotation=60, ha="right")
    axes.set_yscale("log")
    axes.set_ylabel("expected number in a hand of 54 cards")
    axes.set_title("Wuxi: odds of the types (*: the printed figure does not follow)")
    axes.legend()
    figure.savefig(path, metadata={"Date": None} if str(path).endswith(".svg") else None)


def _printed(kind: _Type) -> float:
    """The printed figure as a number."""
    value = Fraction(kind.figure) * kind.unit
    return float(1 / value if kind.unit > 1 else value)


def _label(name: str) -> str:
    """A name in letters that every font has."""
    numbers = ["三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六"]
    families = {"只": "of a rank", "虎": "jokers", "节": "x three ranks"}
    number, family = name[:-1], families.get(name[-1], "")
    return f"{numbers.index(number) + 3} {family}" if number in numbers else name


_FANCY = {
    "花豹": "4 equal",
    "花虎": "4 jokers",
    "青虎": "4 equal jokers",
    "飞龙": "fei long 3x3",
    "青龙": "qing long 4x3",
}
_LABELS = {kind.name: _FANCY.get(kind.name) or _label(kind.name) for kind in _types()}
