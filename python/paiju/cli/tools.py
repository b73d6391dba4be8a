"""The short commands: classify, beats, legal, perft, games, rules."""

from __future__ import annotations

import dataclasses
import threading
import time
from itertools import islice
from typing import Any

from .._native import Deal, describe
from ..games import games, module
from ..rules import RulesBase, option_docs
from .hooks import terminal_of
from .options import function_of
from .screen import Screen


def classify(screen: Screen, game: str, cards: str, rules: RulesBase, given: list[str], as_json: bool) -> None:
    """Prints the shape of cards with its fields."""
    held = module(game).cards(cards)
    shape = function_of(screen, game, "classify", given)(held, rules=rules)
    fields = {} if shape is None else {name: getattr(shape, name) for name in shape.fields}
    if as_json:
        screen.json({"game": game, "cards": str(held), "shape": None if shape is None else shape.name, **fields})
    elif shape is None:
        screen.print(screen.t("no_shape", cards=screen.cards(held) or "-"))
    else:
        facts = "  ".join(f"{screen.word(name)} {value}" for name, value in fields.items() if name != "kind")
        name = screen.text(screen.word(shape.name))
        screen.print(f"{screen.cards(held)}: [bold]{name}[/bold]  [dim]{screen.text(facts)}[/dim]")


def beats(screen: Screen, game: str, new: str, on: str, rules: RulesBase, given: list[str], as_json: bool) -> None:
    """Prints whether a play beats another."""
    answer = bool(function_of(screen, game, "beats", given)(new, on, rules=rules))
    if as_json:
        screen.json({"game": game, "new": new, "on": on, "beats": answer})
    else:
        screen.print(screen.t("yes" if answer else "no"))


def legal(
    screen: Screen,
    game: str,
    hand: str,
    on: str | None,
    rules: RulesBase,
    given: list[str],
    limit: int,
    expand: bool,
    as_json: bool,
) -> None:
    """Lists what a hand may do: one row per class, or every concrete action."""
    found = function_of(screen, game, "legal", given)(hand, on, rules=rules)
    count = found.count()
    total = count if expand else len(found)
    rows = islice(found.expand() if expand else iter(found), limit or None)
    if as_json:
        screen.json({"game": game, "rows": len(found), "count": count, "actions": [str(action) for action in rows]})
        return
    shown = 0
    for action in rows:
        shape = found.row_of(action).shape if expand else action.shape
        screen.print(screen.action(action, shape))
        shown += 1
    if shown < total:
        screen.print(screen.t("rest", n=total - shown))
    screen.print(f"[dim]{screen.t('rows', n=len(found), count=count)}[/dim]")


def _perft(deal: Deal, depth: int) -> int:
    """Counts in another thread, because the engine does not look at Ctrl-C while it counts; a count that is given up
    goes on in the background only until the process ends."""
    answer: list[int] = []
    worker = threading.Thread(target=lambda: answer.append(deal.perft(depth)), daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.1)
    return answer[0]


def perft(screen: Screen, game: str, rules: RulesBase, depth: int, seed: int, as_json: bool) -> None:
    """Prints the number of ways to go on from a deal, for every depth up to one."""
    deal = rules.table.deal(seed)
    rows: list[dict[str, Any]] = []
    for at in range(1, depth + 1):
        begun = time.perf_counter()
        nodes = _perft(deal, at)
        rows.append({"depth": at, "nodes": nodes, "seconds": round(time.perf_counter() - begun, 3)})
    if as_json:
        screen.json({"game": game, "seed": seed, "depths": rows})
        return
    header = [screen.t(key) for key in ("depth", "nodes", "seconds")]
    screen.table(header, [[str(r["depth"]), f"{r['nodes']:,}", f"{r['seconds']:.3f}"] for r in rows], right=(0, 1, 2))


def list_games(screen: Screen, as_json: bool) -> None:
    """Lists the games."""
    found = []
    for game in games():
        title = terminal_of(module(game)).title or (game, game)
        found.append({"game": game, "title": title[screen.lang == "zh"], "seats": describe(game)["seats"]})
    if as_json:
        screen.json(found)
        return
    header = [screen.t(key) for key in ("game", "title", "seats")]
    cells = [[f"[bold]{g['game']}[/bold]", screen.text(g["title"]), str(g["seats"])] for g in found]
    screen.table(header, cells, right=(2,))


def list_rules(screen: Screen, game: str, rules: RulesBase, as_json: bool) -> None:
    """Lists the options of a game; with options given, their values beside the defaults."""
    docs, plain, rows = option_docs(game), type(rules)(), []
    for option in dataclasses.fields(rules):  # type: ignore[arg-type]
        allowed, rule, doc = docs[option.name]
        words = screen.terminal.words.get(f"rule:{option.name}", ("", ""))
        meaning = words[screen.lang == "zh"] or doc.strip()
        row = {
            "option": option.name,
            "values": allowed,
            "default": getattr(plain, option.name),
            "value": getattr(rules, option.name),
        }
        rows.append({**row, "rule": rule, "meaning": meaning})
    if as_json:
        screen.json({"game": game, "options": rows})
        return
    cells = [
        [f"[bold]{r['option']}[/bold]", _values(r["values"]), _default(screen, r), r["rule"], screen.text(r["meaning"])]
        for r in rows
    ]
    screen.table([screen.t(key) for key in ("option", "values", "default", "rule", "meaning")], cells)


def _values(allowed: Any) -> str:
    """The values of an option: all of them, or the ends of a range."""
    if isinstance(allowed, tuple):
        return f"{allowed[0]} … {allowed[1]}"
    return " | ".join(_text(value) for value in allowed)


def _default(screen: Screen, row: dict[str, Any]) -> str:
    default = screen.text(_text(row["default"]))
    if row["value"] == row["default"]:
        return default
    return f"{default} → [bold yellow]{screen.text(_text(row['value']))}[/]"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
