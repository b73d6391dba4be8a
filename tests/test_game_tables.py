"""The tables in the pages of the games are what the engine says."""

import pytest

import paiju
from tests import game_tables


@pytest.mark.parametrize("game", paiju.games())
def test_the_page_of_a_game_is_up_to_date(game: str) -> None:
    page = game_tables.path_of(game).read_text(encoding="utf-8")
    assert set(game_tables.BLOCK.findall(page)) >= {"options", "view", "tally", "shape"}
    assert page == game_tables.filled(game, page), f"run python -m tests.game_tables {game}"


def test_a_table_is_filled_and_what_stands_around_it_stays() -> None:
    page = "before\n<!-- table: tally -->\nold\n<!-- end -->\nafter\n"
    filled = game_tables.filled("bigtwo", page)
    assert filled.startswith("before\n<!-- table: tally -->\n| field |")
    assert filled.endswith("|\n<!-- end -->\nafter\n")
    assert "| `winner` | i1 |" in filled
    assert game_tables.filled("bigtwo", filled) == filled
    with pytest.raises(KeyError):
        game_tables.filled("bigtwo", page.replace("tally", "prices"))
