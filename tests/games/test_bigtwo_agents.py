"""Big Two: agents, arenas and simulations, and long runs that are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections import Counter
from typing import Any

import numpy as np
import pytest

import paiju
from paiju import AgentError, PaijuError, PositionError, View, bigtwo
from paiju._native import Action, Legal
from paiju.agents import Greedy, Random, make
from paiju.arena import lineups

# --- agents ----------------------------------------------------------------------------------------------------------


def test_random_draws_uniformly_from_the_menu() -> None:
    deal = bigtwo.deal(seed=3)
    legal, agent, n = deal.legal(), Random(5), 20_000
    drawn = Counter(str(agent.choose(deal.view(deal.turn), legal)) for _ in range(n))
    assert set(drawn) == {str(action) for action in legal}
    expected = n / len(legal)
    chi_square = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = len(legal) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_random_draws_uniformly_for_many_deals_at_once() -> None:
    batch, agent, n = paiju.Batch("bigtwo", 64, seed=2), Random(6), 4000
    rows = np.diff(batch.offsets)
    drawn = np.stack([agent.choose_rows(batch) for _ in range(n)])
    for env, count in enumerate(rows):
        shares = np.bincount(drawn[:, env], minlength=count) / n
        assert len(shares) == count
        assert np.abs(shares - 1 / count).max() < 5 * (1 / count / n) ** 0.5


def test_agents_with_a_seed_repeat_themselves() -> None:
    deal = bigtwo.deal(seed=3)
    choices = [
        [str(agent.choose(deal.view(deal.turn), deal.legal())) for _ in range(30)]
        for agent in (Random(1), Random(1), Random(2))
    ]
    assert choices[0] == choices[1] != choices[2]


def test_greedy_goes_out_when_it_can_and_guards_against_a_last_card() -> None:
    def choice(hands: list[str], *actions: str, leader: int) -> str:
        deal = bigtwo.deal(hands=hands, leader=leader, partial=True)
        for action in actions:
            deal = deal.play(action)
        return str(Greedy("bigtwo").choose(deal.view(deal.turn), deal.legal()))

    assert choice(["5c 5d", "3c 4c", "6c 7c", "8c 9c"], leader=0) == "5c 5d"
    assert choice(["4c 9s Ks", "2h", "6c 7c", "8c 9c"], leader=0) == "Ks"  # the next player has one card left
    assert choice(["3c 4c 5d 6h 7s 9h", "3d 3h 3s", "8c 8d 8h", "Tc Jc Qc"], leader=0) == "3c 4c 5d 6h 7s"


def test_names_and_classes_of_agents() -> None:
    assert isinstance(make("random", "bigtwo", 1), Random)
    assert make("paiju.agents:Random", "bigtwo").name == "random"
    for bad in ("nobody", "os:no_such", "no_such_module:Agent", "os:getcwd"):
        with pytest.raises(PaijuError, match="agent"):
            make(bad, "bigtwo")


# --- arenas ----------------------------------------------------------------------------------------------------------


def test_greedy_beats_random_clearly() -> None:
    result = paiju.arena("bigtwo", ["greedy", "random"], deals=300, seed=1)
    [(first, second, gap, better)] = result.pairs()
    assert (first, second) == ("greedy", "random")
    assert gap.low > 5, "in points per deal, at the lower end of the 95 % interval"
    assert better > 0.9
    table = dict(result.table())
    assert table["greedy"].low > 0 > table["random"].high


class First:
    """Does the first legal thing: no randomness of its own."""

    name = "first"

    def choose(self, view: View, legal: Legal) -> Action:
        return legal[0]


@pytest.mark.parametrize("count", [2, 4])
def test_luck_cancels_between_identical_agents(count: int) -> None:
    for agents in (["greedy"] * count, [First() for _ in range(count)]):
        result = paiju.arena("bigtwo", agents, deals=20, seed=7)
        assert (result.points == result.points[:, :1]).all()
        assert (result.points == 0).all()  # the game is zero-sum
        assert all((gap.mean, gap.low, gap.high, better) == (0, 0, 0, 0.5) for _, _, gap, better in result.pairs())


@pytest.mark.parametrize("count", [2, 3, 4])
def test_lineups_are_balanced(count: int) -> None:
    plans = lineups(count, 4)
    sat = Counter((agent, seat) for plan in plans for seat, agent in enumerate(plan))
    assert set(sat.values()) == {1}
    assert len(sat) == count * 4


def test_arenas_and_simulations_do_not_depend_on_processes_and_threads() -> None:
    for play, agents in (
        (paiju.arena, ["greedy", "random"]),
        (paiju.simulate, ["greedy", "random", "random", "greedy"]),
    ):
        one, two = (play("bigtwo", agents, deals=70, seed=3, threads=threads) for threads in (1, 2))
        assert (one.points == two.points).all()
    runs = [
        paiju.simulate("bigtwo", ["random"] * 4, deals=5000, seed=3, threads=threads).points for threads in (1, 2, 3)
    ]
    assert (runs[0] == runs[1]).all()
    assert (runs[0] == runs[2]).all()
    assert (paiju.simulate("bigtwo", ["random"] * 4, deals=5000, seed=4).points != runs[0]).any()


def test_a_simulation_in_another_process_gives_the_same() -> None:
    call = "paiju.simulate('bigtwo', ['greedy', 'random', 'random', 'random'], deals=9, seed=5)"
    code = f"import paiju; print({call}.points.tolist())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    here = paiju.simulate("bigtwo", ["greedy", "random", "random", "random"], deals=9, seed=5)
    assert run.stdout.strip() == str(here.points.tolist())


def test_the_first_deals_of_a_longer_simulation_are_the_same() -> None:
    agents = ["greedy", "random", "random", "random"]
    short, long = (paiju.simulate("bigtwo", agents, deals=deals, seed=8).points for deals in (5, 9))
    assert (short == long[:5]).all()


class Broken(First):
    name = "broken"

    def choose(self, view: View, legal: Legal) -> Any:
        return "nonsense" if view.left[0] < 5 else super().choose(view, legal)


def test_an_agent_that_fails_in_an_arena_is_named() -> None:
    with pytest.raises(AgentError, match=r"agent 'broken' at seat \d \(bigtwo, deal 0\): ParseError"):
        paiju.arena("bigtwo", [First(), Broken()], deals=3, seed=1)
    with pytest.raises(PositionError, match="by name"):
        paiju.arena("bigtwo", [First(), First()], deals=3, threads=2)


@pytest.mark.parametrize(
    ("agents", "options", "problem"),
    [
        (["random"], {}, "2 to 4 agents"),
        (["random"] * 5, {}, "2 to 4 agents"),
        (["random", "human"], {}, "human"),
        (["random", "nobody"], {}, "no such agent"),
        (["random", "greedy"], {"deals": -1}, "deals"),
        (["random", "greedy"], {"threads": 0}, "threads"),
        (["random", "greedy"], {"seed": -1}, "seed"),
    ],
)
def test_impossible_arenas(agents: list[str], options: dict[str, Any], problem: str) -> None:
    with pytest.raises(PaijuError, match=problem):
        paiju.arena("bigtwo", agents, **{"deals": 1, **options})


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------

RUNS = {
    "playouts": "paiju.playouts('bigtwo', 50_000_000, threads=2, progress=tell)",
    "arena": "paiju.arena('bigtwo', ['greedy', 'random'], deals=1_000_000, progress=tell)",
    "processes": "paiju.simulate('bigtwo', ['greedy'] * 4, deals=1_000_000, threads=2, progress=tell)",
}


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("run", RUNS)
def test_ctrl_c_stops_a_long_run(run: str) -> None:
    code = f"""
        import paiju

        def tell(done):
            if done:
                print("running", flush=True)

        if __name__ == "__main__":
            try:
                {RUNS[run]}
            except KeyboardInterrupt:
                print("stopped", flush=True)
    """
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], start_new_session=True, **options) as process:
        try:
            assert process.stdout.readline() == "running\n"
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            out, _ = process.communicate(timeout=30)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert out.splitlines()[-1] == "stopped"
    assert process.returncode == 0
