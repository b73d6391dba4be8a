"""The readable text of a whole deal of every game is what it was."""

import pytest

import paiju
from tests import playthrough


@pytest.mark.parametrize("game", paiju.games())
def test_playthrough(game: str) -> None:
    path = playthrough.path_of(game)
    assert path.exists(), f"run python -m tests.playthrough {game} and read what it wrote"
    expected = path.read_bytes().decode("utf-8")
    assert playthrough.text(game) == expected, f"if the change is meant: python -m tests.playthrough {game}"


@pytest.mark.parametrize("game", paiju.games())
def test_other_deals_have_other_texts(game: str) -> None:
    assert playthrough.text(game, seed=2) != playthrough.text(game, seed=3)
