"""paiju beside other engines, in one process and one run.

    pip install '.[peers]' && python benches/python/peers.py

Every engine plays uniformly random deals on one core: natively, where it can, and in the plain loop of its
Python interface. No other engine has these games; the nearest card games that it has stand in. OpenSpiel's
native deals are the rollouts of its MCTS, which run in C++ from a dealt position, so the dealing is not even in
its time. It does not count their decisions; taken for them are as many per deal as its Python loop plays.
Chance moves are played but not counted.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import paiju


@dataclass(frozen=True)
class Rate:
    """How fast an engine is."""

    engine: str
    game: str
    way: str
    deals: float
    """Deals per second."""
    decisions: float
    """Decisions per second."""


def measure(engine: str, game: str, way: str, run: Callable[[], tuple[int, float]], seconds: float) -> Rate:
    """Repeats a run, which says how many deals and decisions it played, until the time is up.

    The first one only warms up.
    """
    run()
    deals, decisions = 0, 0.0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        more, steps = run()
        deals, decisions = deals + more, decisions + steps
    return Rate(engine, game, way, deals / spent, decisions / spent)


def ours(seconds: float) -> Iterator[Rate]:
    """paiju: rollouts in Rust, a batch, and the loop over single deals."""
    for game in paiju.games():
        table = paiju.module(game).Rules().table
        seeds = iter(range(10**9))

        def native(table=table, seeds=seeds) -> tuple[int, int]:
            return 200, table.playouts(200, next(seeds))[1]

        yield measure("paiju", game, "native", native, seconds)
        batch = paiju.Batch(game, n=4096, seed=1)
        rng = np.random.default_rng(1)

        def lockstep(batch=batch, rng=rng) -> tuple[int, int]:
            deals = batch.deals
            batch.step((rng.random(batch.n) * np.diff(batch.offsets)).astype(np.int64))
            return batch.deals - deals, batch.n

        yield measure("paiju", game, "batch of 4096", lockstep, seconds)

        play, draw = paiju.module(game), random.Random(1).random

        def loop(play=play, seeds=seeds, draw=draw) -> tuple[int, int]:
            deal, steps = play.deal(seed=next(seeds)), 0
            while not deal.over:
                legal = deal.legal()
                deal = deal.play(legal[int(draw() * len(legal))])
                steps += 1
            return 1, steps

        yield measure("paiju", game, "Python loop", loop, seconds)


def open_spiel(seconds: float) -> Iterator[Rate]:
    """OpenSpiel: rollouts in C++, and the loop over its Python states."""
    import pyspiel

    rollouts, draw = 1000, random.Random(1).choice
    for name in ("dou_dizhu", "hearts", "spades"):
        game = pyspiel.load_game(name)

        def loop(game=game) -> tuple[int, int]:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                steps += not state.is_chance_node()
                state.apply_action(draw(state.legal_actions()))
            return 1, steps

        slow = measure("open_spiel", name, "Python loop", loop, seconds)
        dealt = game.new_initial_state()
        while dealt.is_chance_node():
            dealt.apply_action(draw(dealt.legal_actions()))
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        searcher = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)  # one simulation: the rollouts

        def native(dealt=dealt, searcher=searcher, steps=slow.decisions / slow.deals) -> tuple[int, float]:
            searcher.step(dealt)
            return rollouts, rollouts * steps

        yield measure("open_spiel", name, "native", native, seconds)
        yield slow


def rlcard(seconds: float) -> Iterator[Rate]:
    """RLCard: its Dou Dizhu, stepped as its agents do."""
    import rlcard as peer

    env = peer.make("doudizhu", config={"seed": 1})
    draw = random.Random(1).choice

    def loop() -> tuple[int, int]:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(draw(list(state["legal_actions"])))
            steps += 1
        return 1, steps

    yield measure("rlcard", "doudizhu", "Python loop", loop, seconds)


def number(value: float) -> str:
    """A rate to three figures."""
    return f"{float(f'{value:.3g}'):,.0f}"


def table(rates: list[Rate]) -> str:
    """The rates as a Markdown table; the ratio compares decisions with the peer that is fastest in the same way."""
    best: dict[bool, float] = {}
    for rate in rates:
        if rate.engine != "paiju":
            native = rate.way == "native"
            best[native] = max(best.get(native, 0.0), rate.decisions)
    lines = ["| engine | game | way | deals/s | decisions/s | against the fastest peer |", "|---|---|---|--:|--:|--:|"]
    for rate in rates:
        peer = best.get(rate.way == "native")
        ratio = "–" if peer is None else f"× {rate.decisions / peer:.3g}"
        cells = (rate.engine, rate.game, rate.way, number(rate.deals), number(rate.decisions), ratio)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measures all engines that are installed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    rates = list(ours(seconds))
    for peer in (open_spiel, rlcard):
        try:
            rates += peer(seconds)
        except ImportError as error:
            print(f"{peer.__name__} is not installed ({error}): pip install 'paiju[peers]'")
    print(table(rates))


if __name__ == "__main__":
    main()
