"""paiju 牌局: five Chinese card games as one exact, very fast engine.

Rust plays and counts; Python runs the table and keeps score.

>>> import paiju
>>> from paiju import bigtwo
>>> deal = bigtwo.deal(seed=7)
>>> while not deal.over:
...     deal = deal.play(deal.legal()[0])
>>> bigtwo.score(deal.tally()).sum()
np.int64(0)
"""

from __future__ import annotations

from . import agents, dtypes
from ._native import (
    SHUFFLE,
    Action,
    Card,
    Cards,
    Deal,
    IllegalAction,
    Legal,
    PaijuError,
    ParseError,
    Picks,
    PositionError,
    RulesError,
    Shape,
    View,
    series_seed,
)
from ._native import VERSION as __version__
from .agents import Agent, AgentError
from .arena import arena, simulate
from .batch import Batch, columns
from .games import bigtwo, chaodipi, games, huapai, module, shengji4, wuxi
from .match import Match
from .playouts import playouts
from .records import Record, RecordError
from .scoring import Line, Score

__all__ = [
    "SHUFFLE",
    "Action",
    "Agent",
    "AgentError",
    "Batch",
    "Card",
    "Cards",
    "Deal",
    "IllegalAction",
    "Legal",
    "Line",
    "Match",
    "PaijuError",
    "ParseError",
    "Picks",
    "PositionError",
    "Record",
    "RecordError",
    "RulesError",
    "Score",
    "Shape",
    "View",
    "__version__",
    "agents",
    "arena",
    "bigtwo",
    "chaodipi",
    "columns",
    "dtypes",
    "games",
    "huapai",
    "module",
    "playouts",
    "series_seed",
    "shengji4",
    "simulate",
    "wuxi",
]
