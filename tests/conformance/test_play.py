"""Playing: what is refused, with which error, and that a deal never changes; also from many threads at once."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import paiju
from paiju import Action, Cards, Deal, IllegalAction, ParseError, PositionError, RulesError, _native

from .strategies import card_sets, option_records
from .support import action_of, counts, pack, positions


def test_refusals_say_why(game: str) -> None:
    """Cards that the seat does not hold: IllegalAction with rule, reason and action; the deal is as it was."""
    refused = 0
    for deal, _ in positions(game, range(6), share=0.2):
        if deal.turn is None:
            continue
        before, foreign = deal.__reduce__(), [card for card in set(pack(game)) if card not in deal.hands[deal.turn]]
        for card in foreign[:10]:
            action = action_of("play", Cards(game, [card]))
            if action in deal.legal():  # a card before the seat, or on the table, may be claimed in some games
                continue
            refused += 1
            for given in (action, str(action), action.cards):
                with pytest.raises(IllegalAction) as error:
                    deal.play(given)
                assert error.value.reason.isidentifier()
                assert str(error.value)
                assert error.value.action is given
                assert error.value.rule in str(error.value)
                assert any(char.isdigit() for char in error.value.rule), "a rule id has a number"
        assert deal.__reduce__() == before
    assert refused > 100


def test_playing_makes_another_deal(game: str) -> None:
    """`play` leaves the deal alone, gives the same for action and text, and knows a menu row from elsewhere."""
    for deal, rng in positions(game, range(6), share=0.2):
        if deal.over:
            continue
        before = deal.__reduce__()
        action = rng.choice(deal.legal())
        after = deal.play(action)
        assert after != deal
        assert after == deal.play(str(action)) == deal.play(Action(game, str(action)))
        assert deal.__reduce__() == before
        assert after.rules == deal.rules


def test_acting_out_of_turn(game: str) -> None:
    """`play(action, seat)` takes the action of the seat whose turn it is, and of nobody else."""
    for deal, rng in positions(game, range(4), share=0.2):
        before = deal.__reduce__()
        for seat in range(-1, len(deal.hands) + 1):
            action = rng.choice(deal.legal()) if not deal.over else Action(game, "pass")
            if seat == deal.turn:
                assert deal.play(action, seat=seat) == deal.play(action)
                continue
            with pytest.raises(IllegalAction) as error:
                deal.play(action, seat=seat)
            assert error.value.reason == ("over" if deal.over else "out_of_turn")
            assert not str(error.value).startswith(":")
        assert deal.__reduce__() == before


def test_rows_of_other_deals_are_checked(game: str, play: ModuleType) -> None:
    """A menu row is taken unchecked only by the very deal that it comes from."""
    refused = 0
    for seed in range(40):
        mine, yours = play.deal(seed=seed), play.deal(seed=seed + 1)
        for row in yours.legal():
            if row not in mine.legal():
                refused += 1
                with pytest.raises(IllegalAction):
                    mine.play(row)
    for deal, _ in positions(game, range(4), share=0.2):
        again = deal.view(0).resample(1)
        for row in again.legal():
            assert (row in deal.legal()) == _plays(deal, row)
    assert refused > 10


def _plays(deal: Deal, action: Action) -> bool:
    try:
        deal.play(action)
    except IllegalAction:
        return False
    return True


def test_actions_of_the_wrong_kind(game: str, play: ModuleType) -> None:
    deal = play.deal(seed=1)
    before = deal.__reduce__()
    for nonsense in (None, 3, 2.5, object(), [None], b"pass"):
        for attempt in (deal.play, deal.legal().check, deal.legal().row_of):
            with pytest.raises(TypeError):
                attempt(nonsense)
    for text in ("", "no such verb", "3", "xx", "pass pass", "\0"):
        for attempt in (deal.play, deal.legal().check, deal.legal().row_of):
            with pytest.raises(ParseError):
                attempt(text)
    assert deal.__reduce__() == before


def test_actions_of_other_games(game: str, play: ModuleType) -> None:
    deal = play.deal(seed=1)
    for other in paiju.games():
        if other != game:
            row = paiju.module(other).deal(seed=1).legal()[0]
            with pytest.raises(PositionError):
                deal.play(row)
            assert row not in deal.legal()
            assert row != Action(game, "pass")


def test_unknown_verbs_in_picks(game: str, play: ModuleType) -> None:
    legal = play.deal(seed=1).legal()
    for verb in ("", "pass", "no such verb", "Play"):
        with pytest.raises(PositionError):
            legal.picks("", verb)


def test_games_that_there_are_not(game: str) -> None:
    seats = _native.describe(game)["seats"]
    for name in ("", game + " ", game.upper(), "chess"):
        for attempt in (
            lambda n=name: paiju.module(n),
            lambda n=name: paiju.playouts(n, 1),
            lambda n=name: paiju.Batch(n, 1),
            lambda n=name: paiju.Match(n, ["random"] * seats),
            lambda n=name: Cards(n, ""),
            lambda n=name: Action(n, "pass"),
            lambda n=name: _native.Table(n),
            lambda n=name: _native.describe(n),
        ):
            with pytest.raises(RulesError) as error:
                attempt()
            assert game in error.value.allowed


def test_errors_are_value_errors(game: str) -> None:
    for error in (IllegalAction, ParseError, PositionError, RulesError):
        assert issubclass(error, paiju.PaijuError)
        assert issubclass(error, ValueError)


def test_threads_share_one_deal(game: str, play: ModuleType) -> None:
    """Four threads on one deal and one Legal, without a lock, find what one thread finds."""
    deal = play.deal(seed=4)
    legal = deal.legal()
    gate = threading.Barrier(4)

    def work(seed: int) -> list[object]:
        gate.wait(timeout=30)
        rng, found = random.Random(seed), []
        for _ in range(60):
            row = legal[rng.randrange(len(legal))]
            after = deal.play(row)
            end = after.rollout(rng.getrandbits(64))
            found += [
                str(row),
                row.shape,
                end.tally().tobytes(),
                deal.view(0).resample(rng.getrandbits(64)),
                hash(after),
            ]
            found += [legal.count(), legal.sample(rng.getrandbits(64)), deal.perft(1)]
        return found

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(work, range(4)))
    gate = threading.Barrier(1)
    assert together == [work(seed) for seed in range(4)]


class Table(RuleBasedStateMachine):
    """Somebody who plays, takes back, cheats, looks, and lets the hidden cards change places."""

    game: str

    @initialize(data=st.data(), seed=st.integers(0, 2**64 - 1))
    def sit_down(self, data: st.DataObject, seed: int) -> None:
        rules = paiju.module(self.game).Rules(**data.draw(option_records(self.game)))
        self.deal: Deal = rules.table.deal(seed, data.draw(option_records(self.game, "setup")))
        self.trail: list[tuple[Deal, tuple[object, ...]]] = []
        self.whole = counts(pack(self.game))

    @precondition(lambda self: not self.deal.over)
    @rule(data=st.data())
    def play_a_row(self, data: st.DataObject) -> None:
        legal = self.deal.legal()
        self.trail.append((self.deal, self.deal.__reduce__()))
        self.deal = self.deal.play(legal[data.draw(st.integers(0, len(legal) - 1))])

    @precondition(lambda self: not self.deal.over)
    @rule(seed=st.integers(0, 2**64 - 1))
    def play_anything(self, seed: int) -> None:
        self.trail.append((self.deal, self.deal.__reduce__()))
        self.deal = self.deal.play(str(self.deal.legal().sample(seed)))

    @precondition(lambda self: self.trail)
    @rule()
    def take_back(self) -> None:
        self.deal, before = self.trail.pop()
        assert self.deal.__reduce__() == before

    @rule(data=st.data())
    def try_some_cards(self, data: st.DataObject) -> None:
        cards = data.draw(card_sets(self.game, most=3).filter(bool))
        before = self.deal.__reduce__()
        legal, action = self.deal.legal(), action_of("play", cards)
        assert (action in legal) == _plays(self.deal, action)
        if action in legal:
            assert legal.row_of(action) in list(legal)
            assert legal.picks(cards).complete
        assert self.deal.__reduce__() == before

    @precondition(lambda self: not self.deal.over)
    @rule(seed=st.integers(0, 2**64 - 1))
    def change_what_is_hidden(self, seed: int) -> None:
        seat = self.deal.turn
        assert seat is not None
        view, rows = self.deal.view(seat), list(self.deal.legal())
        self.deal = view.resample(seed)
        assert self.deal.view(seat) == view
        assert list(self.deal.legal()) == rows

    @invariant()
    def cards_are_in_one_place(self) -> None:
        lying = [Cards(self.game, [card]) for card in self.deal.stock]
        lying += [cards for groups in self.deal.melds for _, cards in groups]
        assert (counts(self.deal.hands) + counts(lying) <= self.whole).all()

    @invariant()
    def somebody_is_to_act_or_it_is_over(self) -> None:
        assert self.deal.over == (self.deal.turn is None) == (not self.deal.legal())
        if self.deal.over:
            play = paiju.module(self.game)
            assert play.score(self.deal.tally(), play.Rules(**self.deal.rules)).any() in (True, False)


def test_a_table_of_players(game: str) -> None:
    machine = type(f"TableOf{game}", (Table,), {"game": game})
    run_state_machine_as_test(machine, settings=settings(max_examples=25, stateful_step_count=40, deadline=None))
