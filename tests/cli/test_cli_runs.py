"""simulate and arena."""

from __future__ import annotations

import csv
import io
import json

import pytest

import paiju

from .conftest import Run, seats_of


def test_simulate_prints_each_seat_with_its_mean_and_interval(run: Run, game: str) -> None:
    ran = run("simulate", game, "--deals", "40", "--seed", "5")
    result = paiju.simulate(game, ["random"] * seats_of(game), deals=40, seed=5)
    assert ran.code == 0
    assert "40 deals, seed 5" in ran.lines()[0]
    rows = [line.split() for line in ran.lines()[2:]]
    assert len(rows) == seats_of(game)
    for seat, (row, (name, estimate)) in enumerate(zip(rows, result.table(), strict=True)):
        want = [str(seat), name, f"{estimate.mean:+.3f}", f"{estimate.low:+.3f}", "…", f"{estimate.high:+.3f}"]
        assert row == want


def test_simulate_json_has_the_numbers_of_the_library(run: Run, game: str) -> None:
    agents = ["greedy"] + ["random"] * (seats_of(game) - 1)
    data = run("simulate", game, "--deals", "12", "--seed", "9", "--agents", ",".join(agents), "--json").json()
    result = paiju.simulate(game, agents, deals=12, seed=9)
    assert [row["agent"] for row in data["agents"]] == list(result.agents)
    assert [row["mean"] for row in data["agents"]] == pytest.approx(result.points.mean(axis=0))
    assert data["deals"], data["seed"] == (12, 9)
    assert data["rules"] == json.loads(json.dumps(paiju.module(game).Rules().as_dict()))


def test_simulate_csv_is_a_table(run: Run) -> None:
    ran = run("simulate", "bigtwo", "--deals", "30", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["agent"] for row in rows] == [f"random#{n}" for n in (1, 2, 3, 4)]
    assert sum(float(row["mean"]) for row in rows) == pytest.approx(0)
    assert all(float(row["low"]) <= float(row["mean"]) <= float(row["high"]) for row in rows)


def test_one_name_is_every_seat(run: Run) -> None:
    data = run("simulate", "bigtwo", "--agents", "greedy", "--deals", "3", "--json").json()
    assert len(data["agents"]) == 4


def test_rules_count_in_simulations(run: Run) -> None:
    plain = run("simulate", "bigtwo", "--deals", "25", "--json").json()["agents"]
    tripled = run("simulate", "bigtwo", "--deals", "25", "--json", "--rule", "base=3").json()["agents"]
    assert [3 * row["mean"] for row in plain] == pytest.approx([row["mean"] for row in tripled])


def test_arena_rotates_and_compares_in_pairs(run: Run, game: str) -> None:
    data = run("arena", game, "--agents", "greedy,random", "--deals", "6", "--seed", "2", "--json").json()
    result = paiju.arena(game, ["greedy", "random"], deals=6, seed=2)
    (pair,) = data["pairs"]
    ((a, b, gap, better),) = result.pairs()
    assert (pair["agent"], pair["against"]) == (a, b) == ("greedy", "random")
    assert (pair["mean"], pair["better"]) == pytest.approx((gap.mean, better))


def test_arena_shows_its_result_to_people_and_as_csv(run: Run) -> None:
    shown = run("arena", "bigtwo", "--deals", "8")
    assert "each in 2 seatings" in shown.lines()[0]
    assert "against" in shown.out
    rows = list(csv.DictReader(io.StringIO(run("arena", "bigtwo", "--deals", "8", "--csv").out)))
    assert [(row["agent"], row["against"]) for row in rows] == [("greedy", ""), ("random", ""), ("greedy", "random")]


def test_the_result_does_not_depend_on_the_number_of_processes(run: Run) -> None:
    args = ("arena", "bigtwo", "--deals", "70", "--json")
    one, two = run(*args).json(), run(*args, "--threads", "2").json()
    assert (one["agents"], one["pairs"]) == (two["agents"], two["pairs"])


@pytest.mark.parametrize("deals", ["0", "1"])
def test_too_few_deals_have_no_interval(run: Run, deals: str) -> None:
    data = run("arena", "bigtwo", "--deals", deals, "--json").json()
    assert all(row["low"] is None for row in data["agents"] + data["pairs"])
    assert "nan" not in run("arena", "bigtwo", "--deals", deals).out


def test_seeds_go_up_to_64_bits(run: Run) -> None:
    assert run("simulate", "bigtwo", "--deals", "2", "--seed", str(2**64 - 1), "--json").json()["seed"] == 2**64 - 1


def test_no_progress_bar_where_there_is_no_terminal(run: Run) -> None:
    assert run("simulate", "bigtwo", "--deals", "50").err == ""
