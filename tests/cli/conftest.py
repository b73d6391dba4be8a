"""The command line as a function: arguments and typed lines in; exit code and both streams out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")

from typer.testing import CliRunner

import paiju
from paiju.cli.app import build


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Ran]


@pytest.fixture
def run() -> Run:
    def call(*args: str, typed: str = "", lang: str = "en") -> Ran:
        result = CliRunner().invoke(build(lang), list(args), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Runs what must be refused: one line on standard error, exit code 2, nothing on standard output."""

    def call(*args: str, typed: str = "", lang: str = "en") -> str:
        ran = run(*args, typed=typed, lang=lang)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.startswith("paiju: ")
        assert ran.err.count("\n") == 1, ran.err
        assert ran.err.endswith("\n")
        return ran.err.removeprefix("paiju: ").rstrip("\n")

    return call


@pytest.fixture(params=paiju.games())
def game(request: pytest.FixtureRequest) -> str:
    """Every game there is."""
    return str(request.param)


def seats_of(game: str) -> int:
    return len(paiju.module(game).deal(seed=0).hands)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a short match, two deals."""
    match = paiju.Match("bigtwo", ["greedy", "random", "random", "random"], seed=3)
    match.run(deals=2)
    path = tmp_path / "match.jsonl"
    match.record.save(path)
    return path
