"""Environments for reinforcement learning: PettingZoo (all seats) and Gymnasium (one seat against agents).

They need the extra: ``pip install 'paiju[rl]'``. For speed use `paiju.Batch`, which steps thousands of deals at once in
the same space of 96 ids; `Features` turns its views into the same observations.
"""

from __future__ import annotations

from .features import Features

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(f"paiju.envs needs gymnasium and pettingzoo ({error}): pip install 'paiju[rl]'") from error

from ..games import games
from .solo import SoloEnv
from .table import TableEnv, aec

__all__ = ["Features", "SoloEnv", "TableEnv", "aec", "solo"]

solo = SoloEnv

for _game in games():
    if (_id := f"paiju/{_game}-v0") not in gymnasium.registry:
        gymnasium.register(_id, entry_point="paiju.envs:SoloEnv", kwargs={"game": _game})
