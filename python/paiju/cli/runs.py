"""`paiju simulate` and `paiju arena`: many deals, and how the agents did."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from .._native import describe
from ..arena import Estimate, Result, arena, simulate
from ..rules import RulesBase
from .hooks import Wrong
from .screen import Screen


def agents_of(screen: Screen, text: str) -> list[str]:
    """The names in a list with commas.

    Raises:
        Wrong: an empty name.
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise Wrong(screen.t("no_agents", text=text))
    return names


def run(
    screen: Screen,
    what: str,
    game: str,
    rules: RulesBase,
    agents: str,
    deals: int,
    seed: int,
    threads: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Plays and prints. Nothing is printed of a run that is interrupted."""
    if as_json and as_csv:
        raise Wrong(screen.t("one_format"))
    names = agents_of(screen, agents)
    if what == "simulate" and len(names) == 1:
        names *= describe(game)["seats"]
    function: Callable[..., Result] = arena if what == "arena" else simulate
    begun = time.perf_counter()
    with screen.progress(deals, screen.t("deals_unit")) as done:
        result = function(game, names, deals=deals, seed=seed, rules=rules, threads=threads, progress=done)
    seconds = time.perf_counter() - begun
    pairs = result.pairs() if what == "arena" else []
    if as_json:
        head = {"command": what, "game": game, "deals": deals, "seed": seed, "rules": rules.as_dict()}
        tables = {"agents": [{"agent": name, **_numbers(estimate)} for name, estimate in result.table()]}
        if what == "arena":
            tables["pairs"] = [
                {"agent": a, "against": b, **_numbers(gap), "better": _finite(better)} for a, b, gap, better in pairs
            ]
        screen.json({**head, **tables, "seconds": round(seconds, 3)})
    elif as_csv:
        rows: list[list[Any]] = [[name, "", *_numbers(estimate).values(), ""] for name, estimate in result.table()]
        rows += [[a, b, *_numbers(gap).values(), _finite(better)] for a, b, gap, better in pairs]
        screen.csv(("agent", "against", "mean", "low", "high", "better"), rows)
    else:
        speed = deals / seconds if seconds > 0 else 0.0
        text = {"game": screen.title(game), "deals": deals, "seed": seed, "seconds": seconds, "speed": speed}
        key = "arena" if what == "arena" else "simulated"
        screen.print(screen.t(key, turns=len(names), **text))
        _tables(screen, result, pairs, seats=what == "simulate")


def _tables(screen: Screen, result: Result, pairs: list[tuple[str, str, Estimate, float]], *, seats: bool) -> None:
    """The result tables for people."""
    rows = [
        [*([str(seat)] if seats else []), screen.text(name), _signed(estimate.mean), _interval(estimate)]
        for seat, (name, estimate) in enumerate(result.table())
    ]
    header = [*([screen.t("seat_head")] if seats else []), screen.t("agent"), screen.t("mean"), screen.t("interval")]
    screen.table(header, rows, right=range(len(header) - 2, len(header)))
    if pairs:
        screen.print("")
        header = [screen.t(key) for key in ("agent", "against", "advantage", "interval", "better")]
        rows = [
            [screen.text(a), screen.text(b), _signed(gap.mean), _interval(gap), _share(better)]
            for a, b, gap, better in pairs
        ]
        screen.table(header, rows, right=(2, 3, 4))


def _finite(number: float) -> float | None:
    """The number; None for what cannot be known from so few deals, which JSON has no number for."""
    return number if math.isfinite(number) else None


def _numbers(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": _finite(estimate.mean), "low": _finite(estimate.low), "high": _finite(estimate.high)}


def _signed(number: float) -> str:
    return f"{number:+.3f}" if math.isfinite(number) else "–"


def _interval(estimate: Estimate) -> str:
    return f"{_signed(estimate.low)} … {_signed(estimate.high)}" if math.isfinite(estimate.low) else "–"


def _share(share: float) -> str:
    return f"{share:.1%}" if math.isfinite(share) else "–"
