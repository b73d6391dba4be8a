"""Options: Python's records are those of the engine, name by name and value by value."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiju
from paiju import PositionError, RulesError, _native

from .strategies import option_records, rules


def field_types(play: ModuleType) -> dict[str, Any]:
    """The annotated type of every field of Rules."""
    hints = get_type_hints(play.Rules)
    return {field.name: hints[field.name] for field in dataclasses.fields(play.Rules)}


def field_docs(play: ModuleType) -> dict[str, str]:
    """The docstring under every field of Rules."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(play.Rules))).body
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for field, doc in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            docs[field.target.id] = str(doc.value.value)
    return docs


def test_names_and_defaults(game: str, play: ModuleType) -> None:
    names = [name for name, *_ in _native.describe(game)["rules"]]
    assert [field.name for field in dataclasses.fields(play.Rules)] == names
    assert play.Rules().as_dict() == _native.Table(game).rules
    assert play.Rules().as_dict() == play.Rules().table.rules
    assert play.Rules.game == game


def test_types_list_the_values(game: str, play: ModuleType) -> None:
    """A Literal holds exactly the engine's words in its order; bool and int where the engine has those."""
    hints = field_types(play)
    for name, allowed, _rule, _doc in _native.describe(game)["rules"]:
        if allowed == [False, True]:
            assert hints[name] is bool, name
        elif isinstance(allowed, list) and isinstance(allowed[0], tuple):  # a list of words
            assert get_origin(hints[name]) is Sequence, name
        elif isinstance(allowed, list):
            assert get_origin(hints[name]) is Literal, name
            assert list(get_args(hints[name])) == allowed, name
        else:
            assert hints[name] in (int, int | None), name
            assert (hints[name] == int | None) == takes_none(game, name)


def test_every_option_names_its_rule(game: str, play: ModuleType) -> None:
    """The docstring of a field names the rule that the engine names for it."""
    docs = field_docs(play)
    for name, _allowed, rule, doc in _native.describe(game)["rules"]:
        assert rule, name
        assert doc.strip(), name
        assert rule in docs[name], (name, rule)


def test_setup_and_ask_are_described(game: str) -> None:
    records: tuple[Literal["setup"], Literal["ask"]] = ("setup", "ask")
    for record in records:
        for name, allowed, rule, doc in _native.describe(game)[record]:
            assert name.isidentifier()
            assert allowed
            assert rule
            assert doc.strip()


@given(data=st.data())
def test_any_record_of_allowed_values(game: str, data: st.DataObject) -> None:
    """Every combination is taken, told back, and carried by the deal."""
    given_options = data.draw(option_records(game))
    play = paiju.module(game)
    made = play.Rules(**given_options)
    presets = {name: value for name, value in given_options.items() if name in play.Rules.presets}
    assert made.as_dict() == {**play.Rules(**presets).as_dict(), **given_options}
    assert made.table.rules == made.as_dict() == play.deal(seed=1, rules=made).rules
    assert play.Rules().replace(**given_options) == made
    assert play.Rules(**made.as_dict()) == made
    other = data.draw(rules(game))
    assert (made == other) == (made.as_dict() == other.as_dict()) == (made.table == other.table)


def takes_none(game: str, name: str) -> bool:
    """Whether None is a value of an option: a number without a limit."""
    try:
        return _native.Table(game, {name: None}).rules[name] is None
    except RulesError:
        return False


def wrong_values(allowed: Any) -> list[Any]:
    """Values that an option does not take."""
    nonsense: list[Any] = [None, "no such value", 1.5, [], object()]
    if allowed == [False, True]:
        return [*nonsense, 0, 1, "True"]
    if isinstance(allowed, list) and isinstance(allowed[0], tuple):
        return [None, "no such value", 1.5, object(), True, ["no such word"], [allowed[0][0], allowed[0][0]]]
    if isinstance(allowed, list) and isinstance(allowed[0], str):
        return [*nonsense, True, "", allowed[0] + " ", allowed[0].upper() + "!"]
    if isinstance(allowed, list):  # some numbers
        return [*nonsense, True, max(allowed) + 1, min(allowed) - 1, str(allowed[0]), 10**30]
    return [*nonsense, allowed[0] - 1, allowed[1] + 1, str(allowed[0]), 10**30, True]


def test_values_that_are_not_allowed(game: str, play: ModuleType) -> None:
    for name, allowed, _rule, _doc in _native.describe(game)["rules"]:
        for wrong in (w for w in wrong_values(allowed) if w is not None or not takes_none(game, name)):
            for make in (play.Rules, play.Rules().replace):
                with pytest.raises(RulesError) as error:
                    make(**{name: wrong})
                assert error.value.field == name
                assert error.value.allowed
                assert name in str(error.value)


def test_options_that_there_are_not(game: str, play: ModuleType) -> None:
    with pytest.raises(RulesError) as error:
        play.Rules(no_such_option=1)
    assert error.value.field == "no_such_option"
    assert all(name in error.value.allowed for name, *_ in _native.describe(game)["rules"])
    with pytest.raises(TypeError):
        play.Rules(1)


def test_setups_that_cannot_be(game: str, play: ModuleType) -> None:
    table = play.Rules().table
    for name, allowed, _rule, _doc in _native.describe(game)["setup"]:
        for wrong in wrong_values(allowed):
            with pytest.raises(RulesError) as error:
                table.deal(1, {name: wrong})
            assert error.value.field == name
    with pytest.raises(RulesError):
        table.deal(1, {"no_such_parameter": 1})


def test_rules_cannot_be_changed(game: str, play: ModuleType) -> None:
    made = play.Rules()
    for field in dataclasses.fields(made):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, field.name, getattr(made, field.name))


def test_rules_where_rules_are_wanted(game: str, play: ModuleType) -> None:
    calls: list[Callable[..., object]] = [
        partial(play.deal, seed=1),
        partial(paiju.playouts, game, 1),
        partial(paiju.Batch, game, 1),
        partial(paiju.Match, game, ["random"] * _native.describe(game)["seats"]),
    ]
    nonsense: list[Any] = [{}, "default", play.Rules, play.Rules().table]
    for call, given_rules in product(calls, nonsense):
        with pytest.raises(RulesError):
            call(rules=given_rules)


def test_seeds_that_cannot_be(game: str, play: ModuleType) -> None:
    for seed in (-1, 2**64, 10**30):
        with pytest.raises(PositionError):
            play.deal(seed=seed)
        with pytest.raises(PositionError):
            play.deal(seed=1).legal().sample(seed)
    for nonsense in ("1", 1.5, [], object()):
        with pytest.raises(TypeError):
            play.deal(seed=nonsense)
        with pytest.raises(TypeError):
            play.deal(seed=1).view(0).resample(nonsense)
