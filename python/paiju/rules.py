"""What the Rules classes of all games share."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from . import _native
from ._native import RulesError, Table

R = TypeVar("R", bound="RulesBase")


class RulesBase:
    """Options of a game: a frozen, keyword-only dataclass whose values are checked when it is made."""

    game: ClassVar[str]
    presets: ClassVar[tuple[str, ...]] = ()
    """The options that set the defaults of others."""
    _table: Table

    def __post_init__(self) -> None:
        """Compiles the rules.

        Raises:
            RulesError: a value that an option does not take; ``.field`` and ``.allowed`` say which.
        """
        object.__setattr__(self, "_table", Table(self.game, self.as_dict()))

    @property
    def table(self) -> Table:
        """The game under these rules, from which deals start."""
        return self._table

    def as_dict(self) -> dict[str, Any]:
        """Every option with its value, as plain JSON-able data."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]

    def replace(self, **changes: Any) -> Self:
        """The same rules with some options changed."""
        return type(self)(**{**self.as_dict(), **changes})


@dataclass_transform(frozen_default=True, kw_only_default=True)
def options(cls: type[R]) -> type[R]:
    """Makes a Rules class of a game: a frozen dataclass that reports an unknown option as RulesError."""
    made = dataclasses.dataclass(frozen=True, kw_only=True)(cls)
    names = [f.name for f in dataclasses.fields(made)]  # type: ignore[arg-type]
    init = made.__init__

    def __init__(self: Any, *args: Any, **values: Any) -> None:
        for name in values:
            if name not in names:
                Table(made.game, {name: values[name]})  # raises RulesError with the options there are
        init(self, *args, **values)

    made.__init__ = __init__  # type: ignore[method-assign]
    return made


_defaults: dict[type[RulesBase], RulesBase] = {}


def rules_or_default(rules: RulesBase | None, kind: type[R]) -> R:
    """The rules of a game that were given, or its default ones for None; `kind` is its Rules class.

    Raises:
        RulesError: the rules of another game, or something that is no rules.
    """
    if rules is None:
        if kind not in _defaults:
            _defaults[kind] = kind()
        rules = _defaults[kind]
    if not isinstance(rules, kind):
        given = f"{rules.game}.Rules" if isinstance(rules, RulesBase) else type(rules).__name__
        error = RulesError(f"rules: {kind.game}.Rules wanted, not {given}")
        error.field, error.allowed = "rules", f"{kind.game}.Rules"
        raise error
    return rules


def table_of(rules: RulesBase | None, kind: type[RulesBase]) -> Table:
    """The table of rules as `rules_or_default` takes them."""
    return rules_or_default(rules, kind)._table


def option_docs(game: str) -> dict[str, tuple[Any, str, str]]:
    """Of each option of a game: the allowed values (or (min, max)), the rule id, the meaning."""
    return {name: (allowed, rule, doc) for name, allowed, rule, doc in _native.describe(game)["rules"]}
