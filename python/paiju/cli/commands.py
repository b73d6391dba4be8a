"""The commands that every game has, as typer sees them; what they do is in the modules beside this one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from .._native import VERSION
from ..checks import DEALS_MAX, SEED_MAX, THREADS_MAX
from ..games import module
from ..rules import RulesBase
from . import replay, runs, tools
from .hooks import terminal_of
from .options import Command, GameCommand, number, rules_of
from .play import play
from .screen import Screen
from .words import HELP

Register = Callable[..., Callable[[Callable[..., None]], Callable[..., None]]]


class Options:
    """The arguments and options that commands share, with help in one language."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._zh = screen, screen.lang == "zh"
        self.game: str = typer.Argument(metavar="GAME", help=self._help("game"))
        self.rule: list[str] = self.option("rule", [], "--rule", metavar="NAME=VALUE")
        self.given: list[str] = self.option("with", [], "--with", metavar="NAME=VALUE")
        self.seed: int = self.number("seed", 0, "--seed", 0, SEED_MAX)
        self.threads: int = self.number("threads", 1, "--threads", 1, THREADS_MAX)
        self.json: bool = self.option("json", False, "--json")
        self.csv: bool = self.option("csv", False, "--csv")
        self.file: Path = typer.Argument(metavar="RECORD", help=self._help("file"))

    def _help(self, key: str) -> str:
        return HELP[key][self._zh]

    def option(self, key: str, default: Any, *names: str, **more: Any) -> Any:
        """An option with the help text of a key."""
        return typer.Option(default, *names, help=self._help(key), **more)

    def number(self, key: str, default: int | None, name: str, low: int, high: int) -> Any:
        """An option that is a whole number."""
        return self.option(key, default, name, parser=number(self._screen, low, high), metavar="N")

    def argument(self, key: str, metavar: str) -> Any:
        """An argument with the help text of a key."""
        return typer.Argument(metavar=metavar, help=self._help(key))


def enter(screen: Screen, game: str, rule: list[str]) -> RulesBase:
    """Takes a game to the screen: its terminal and its rules.

    Raises:
        RulesError: no such game, an unknown option or value.
    """
    screen.terminal = terminal_of(module(game))
    rules = screen.rules = rules_of(screen, game, rule)
    return rules


def add_commands(app: typer.Typer, screen: Screen) -> None:
    """Adds all commands to the command line."""
    zh = screen.lang == "zh"

    def command(name: str, *, on_game: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
        cls = GameCommand if on_game else Command
        return app.command(name, help=HELP[name][zh], epilog=HELP["epilog"][zh], cls=cls)

    _add_top(app, screen)
    options = Options(screen)
    _add_play(command, screen, options)
    _add_runs(command, screen, options)
    _add_questions(command, screen, options)
    _add_counts(command, screen, options)
    _add_records(command, screen, options)


def _add_top(app: typer.Typer, screen: Screen) -> None:
    def version(asked: bool) -> None:
        if asked:
            screen.print(f"paiju {VERSION}")
            raise typer.Exit

    shown: bool = Options(screen).option("version", False, "--version", callback=version, is_eager=True)

    @app.callback(invoke_without_command=True)
    def top(ctx: typer.Context, version: bool = shown) -> None:
        if ctx.invoked_subcommand is None:
            screen.print(ctx.get_help())


def _add_play(command: Register, screen: Screen, o: Options) -> None:
    seed_ = o.number("play_seed", None, "--seed", 0, SEED_MAX)
    seat_ = o.number("seat", 0, "--seat", 0, DEALS_MAX)
    opponents_ = o.option("opponents", "greedy", "--opponents", metavar="NAMES")
    deals_ = o.number("deals", 1, "--deals", 1, DEALS_MAX)
    record_ = o.option("record", None, "--record", metavar="FILE")

    @command("play")
    def play_(
        game: str = o.game,
        seed: int | None = seed_,
        seat: int = seat_,
        opponents: str = opponents_,
        deals: int = deals_,
        rule: list[str] = o.rule,
        record: Path | None = record_,
    ) -> None:
        play(screen, game, enter(screen, game, rule), seat, opponents, deals, seed, record)


def _add_runs(command: Register, screen: Screen, o: Options) -> None:
    deals_ = o.number("deals", 1000, "--deals", 0, DEALS_MAX)

    def add(what: str, agents_: str) -> None:
        @command(what)
        def run(
            game: str = o.game,
            agents: str = agents_,
            deals: int = deals_,
            seed: int = o.seed,
            threads: int = o.threads,
            rule: list[str] = o.rule,
            json: bool = o.json,
            csv: bool = o.csv,
        ) -> None:
            runs.run(screen, what, game, enter(screen, game, rule), agents, deals, seed, threads, json, csv)

    add("simulate", o.option("agents", "random", "--agents", metavar="NAMES"))
    add("arena", o.option("agents", "greedy,random", "--agents", metavar="NAMES"))


def _add_questions(command: Register, screen: Screen, o: Options) -> None:
    cards_, new_, hand_ = o.argument("cards", "CARDS"), o.argument("new", "NEW"), o.argument("hand", "HAND")
    beaten_ = o.argument("on", "ON")
    on_ = o.option("on", None, "--on", metavar="CARDS")
    limit_ = o.number("limit", 200, "--limit", 0, DEALS_MAX)
    expand_ = o.option("expand", False, "--expand")

    @command("classify")
    def classify(
        game: str = o.game,
        cards: list[str] = cards_,
        given: list[str] = o.given,
        rule: list[str] = o.rule,
        json: bool = o.json,
    ) -> None:
        tools.classify(screen, game, " ".join(cards), enter(screen, game, rule), given, json)

    @command("beats")
    def beats(
        game: str = o.game,
        new: str = new_,
        on: str = beaten_,
        given: list[str] = o.given,
        rule: list[str] = o.rule,
        json: bool = o.json,
    ) -> None:
        tools.beats(screen, game, new, on, enter(screen, game, rule), given, json)

    @command("legal")
    def legal(
        game: str = o.game,
        hand: list[str] = hand_,
        on: str | None = on_,
        given: list[str] = o.given,
        rule: list[str] = o.rule,
        limit: int = limit_,
        expand: bool = expand_,
        json: bool = o.json,
    ) -> None:
        tools.legal(screen, game, " ".join(hand), on, enter(screen, game, rule), given, limit, expand, json)


def _add_counts(command: Register, screen: Screen, o: Options) -> None:
    depth_ = o.number("depth", 3, "--depth", 1, 64)

    @command("perft")
    def perft(
        game: str = o.game, depth: int = depth_, seed: int = o.seed, rule: list[str] = o.rule, json: bool = o.json
    ) -> None:
        tools.perft(screen, game, enter(screen, game, rule), depth, seed, json)

    @command("games", on_game=False)
    def games(json: bool = o.json) -> None:
        tools.list_games(screen, json)

    @command("rules")
    def rules(game: str = o.game, rule: list[str] = o.rule, json: bool = o.json) -> None:
        tools.list_rules(screen, game, enter(screen, game, rule), json)


def _add_records(command: Register, screen: Screen, o: Options) -> None:
    deal_ = o.number("deal", None, "--deal", 0, DEALS_MAX)
    seat_ = o.number("show_seat", None, "--seat", 0, DEALS_MAX)

    @command("show", on_game=False)
    def show(record: Path = o.file, deal: int | None = deal_, seat: int | None = seat_) -> None:
        loaded = replay.load(screen, record)
        screen.terminal, screen.rules = terminal_of(module(loaded.game)), loaded.rules
        replay.show(screen, loaded, record, deal, seat)

    @command("verify", on_game=False)
    def verify(record: Path = o.file) -> None:
        replay.verify(screen, record)
