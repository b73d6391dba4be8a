"""The environments of paiju.envs, for every game."""

from __future__ import annotations

import subprocess
import sys
import warnings
from contextlib import contextmanager

import numpy as np
import pytest

import paiju

pytest.importorskip("gymnasium", reason="the extra [rl] is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import paiju.envs
from paiju.envs import Features

GAMES = paiju.games()
# PettingZoo asks for a mask beside the observation, and then warns that the observation is a dict and that the mask
# of a finished agent is empty; its own card games are on a list of exceptions.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@contextmanager
def _quietly():
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message=message)
        yield


def _play(env, seed, rng):
    """Plays an episode of an AEC environment at random; yields before every step."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        yield agent, seen, reward, over
        assert not cut
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game, capsys):
    with _quietly():
        api_test(paiju.envs.aec(game, render_mode="ansi"), num_cycles=300)
        seed_test(lambda: paiju.envs.aec(game), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_check(game):
    check_env(gymnasium.make(f"paiju/{game}-v0", render_mode="ansi").unwrapped)
    check_env(paiju.envs.solo(game, opponents="greedy", seat=None), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_the_points_and_come_once(game):
    env, rng = paiju.envs.aec(game), np.random.default_rng(1)
    for seed in range(3):
        paid = {}
        for agent, _, reward, over in _play(env, seed, rng):
            if over:
                paid[agent] = reward
            else:
                assert reward == 0
        desk = env.unwrapped.desk
        points = paiju.module(game).score(desk.deal.tally(), desk.rules)[0]
        assert [paid[f"seat_{seat}"] for seat in range(desk.seats)] == points.tolist()


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_its_view_and_no_choice_of_others(game):
    env, rng, several = paiju.envs.aec(game), np.random.default_rng(2), 0
    for agent, seen, _, over in _play(env, 5, rng):
        desk = env.unwrapped.desk
        features = desk.features
        for seat, other in enumerate(env.possible_agents):
            vector = env.observe(other)["observation"]
            alone = features.of(desk.deal.view(seat))
            if other == agent and not over:
                assert (vector == seen["observation"]).all()
                assert vector[features["chosen"].at].sum() == len(desk.pick.chosen)
                several += len(desk.pick.chosen) > 1
            else:
                assert (vector == alone).all()
                assert not env.observe(other)["action_mask"].any()
            assert (vector[: features["chosen"].first] == alone[: features["chosen"].first]).all()
            if "hand" in features.names:
                own = desk.deal.hands[seat].counts()
                assert (vector[features["hand"].at] == own).all()
    assert several, "no action took more than two steps"


@pytest.mark.parametrize("game", GAMES)
def test_the_desk_and_the_batch_open_the_same_ids(game):
    """An independent way to the same masks, cards and features: one env of a batch in picks mode."""
    rng, ended = np.random.default_rng(3), 0
    batch = paiju.Batch(game, n=1, seed=11, mode="picks")
    features = Features(game)
    deal = batch.deal(0)
    pick = deal.pick()
    while ended < 3:
        assert batch.mask[0].tolist() == pick.mask.tolist()
        assert batch.head[0] == pick.head
        vector = features.many(batch.views, batch.chosen, batch.head)[0]
        assert (vector == features.of(deal.view(deal.turn), pick)).all()
        choice = int(rng.choice(np.flatnonzero(pick.mask)))
        taken = pick.choose(choice)
        finished = batch.step([choice])
        if isinstance(taken, paiju.Action):
            deal = deal.play(taken)
            if deal.over:
                assert deal.tally() == finished.tallies[0]
                ended, deal = ended + 1, batch.deal(0)
            pick = deal.pick()
        else:
            pick = taken


@pytest.mark.parametrize("game", GAMES)
def test_features_are_documented_and_within_bounds(game):
    features = Features(game)
    assert [*paiju.columns(game), "chosen", "head"] == list(features.names)
    assert all(column.doc for column in features.columns)
    assert sum(column.width for column in features.columns) == features.width
    low, high = features.bounds()
    batch = paiju.Batch(game, n=64, seed=4)
    for _ in range(50):
        batch.step(np.zeros(64, np.int64))
        vectors = features.many(batch.views)
        assert (low <= vectors).all()
        assert (vectors <= high).all()
    for column in features.columns[:-2]:
        field = batch.views[column.name]
        if column.cards:  # plane p has bit k where there are more than p copies of slot k
            words = [int(word) for word in field[0].reshape(-1)]
            ones = sum(word.bit_count() for word in words)
            assert vectors[0, column.at].sum() == ones
        else:
            assert (vectors[:, column.at] == field.reshape(64, -1)).all()
    with pytest.raises(KeyError, match="has no column"):
        features["nonsense"]


@pytest.mark.parametrize("game", GAMES)
def test_closed_ids_are_refused_with_the_open_ones_named(game):
    env = paiju.envs.aec(game)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    closed = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for wrong in (closed, -1, 96, 2**40):
        with pytest.raises(IndexError, match="not open; open: "):
            env.step(wrong)
    after = env.observe(env.agent_selection)
    assert all((before[key] == after[key]).all() for key in before)

    solo = paiju.envs.solo(game, illegal=-7.0)
    seen, _ = solo.reset(seed=1)
    closed = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, cut, info = solo.step(closed)
    assert (reward, over, cut) == (-7.0, True, False)
    assert "not open" in info["illegal"]
    with pytest.raises(paiju.PaijuError, match="call reset"):
        solo.step(0)
    strict = paiju.envs.solo(game, illegal=None)
    strict.reset(seed=1)
    with pytest.raises(IndexError, match="not open"):
        strict.step(closed)


@pytest.mark.parametrize("game", GAMES)
def test_a_solo_episode_ends_with_the_points_of_the_seat(game):
    rng = np.random.default_rng(6)
    env = paiju.envs.solo(game, opponents="greedy", seat=None)
    seats = set()
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over, total = False, 0.0
        while not over:
            assert env.desk.deal.turn == info["seat"]
            seen, reward, over, _, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
            total += reward
        assert total == info["points"][info["seat"]]
        assert env.desk.deal.over
    assert len(seats) > 1


class Broken:
    name = "broken"

    def choose(self, view, legal):
        return "nonsense"


@pytest.mark.parametrize("game", GAMES)
def test_wrong_arguments_are_refused(game):
    with pytest.raises(paiju.PositionError, match="opponents"):
        paiju.envs.solo(game, opponents=["random"] * 9)
    with pytest.raises(paiju.PositionError, match="seat"):
        paiju.envs.solo(game, seat=9)
    with pytest.raises(paiju.PaijuError, match="no such agent"):
        paiju.envs.solo(game, opponents="nobody")
    with pytest.raises(paiju.RulesError, match="nonsense"):
        paiju.envs.aec(game, nonsense=1)
    env = paiju.envs.solo(game, opponents=Broken())
    with pytest.raises(paiju.AgentError, match="broken"):  # noqa: PT012
        for seed in range(20):
            seen, _ = env.reset(seed=seed)
            over = False
            while not over:
                seen, _, over, _, _ = env.step(np.flatnonzero(seen["action_mask"])[0])


def test_unknown_game():
    with pytest.raises(paiju.RulesError, match="no such game"):
        paiju.envs.aec("chess")


def test_own_scoring_and_rendering():
    game = GAMES[0]
    seats = len(paiju.module(game).deal(seed=0).hands)
    env = paiju.envs.aec(game, score=lambda tallies, rules: np.arange(seats)[None], render_mode="ansi")
    last = {a: r for a, _, r, over in _play(env, 3, np.random.default_rng(0)) if over}
    assert last == {f"seat_{seat}": seat for seat in range(seats)}
    env.reset(seed=3)
    assert env.render().count("seat ") == seats
    assert paiju.envs.aec(game).unwrapped.render() is None


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_missing_extra_says_what_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import paiju; paiju.games(); import paiju.envs"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert run.stderr.strip().splitlines()[-1].startswith("ImportError: paiju.envs needs")
    assert "pip install 'paiju[rl]'" in run.stderr
