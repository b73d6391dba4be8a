"""The readable text of a whole deal of every game, in each of its presets, is what it was."""

import pytest

from tests import playthrough
from tests.presets import ALL


@pytest.mark.parametrize("name", ALL)
def test_playthrough(name: str) -> None:
    path = playthrough.path_of(name)
    assert path.exists(), f"run python -m tests.playthrough {name} and read what it wrote"
    expected = path.read_bytes().decode("utf-8")
    assert playthrough.text(name) == expected, f"if the change is meant: python -m tests.playthrough {name}"


@pytest.mark.parametrize("name", ALL)
def test_other_deals_have_other_texts(name: str) -> None:
    assert playthrough.text(name, seed=2) != playthrough.text(name, seed=3)
