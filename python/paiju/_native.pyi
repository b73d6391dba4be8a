"""The native module: `paiju-core` behind Python classes.

Everything here is immutable and safe to share between threads, except `Batch`. All errors are `PaijuError`s, which are
`ValueError`s; an index out of range is an `IndexError` and a value of the wrong type a `TypeError`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Never, Self, SupportsIndex, TypeAlias, TypedDict, final, overload

import numpy as np
import numpy.typing as npt

from .typing import ActionLike, CardsLike, Rng

__all__ = [
    "SHUFFLE",
    "VERSION",
    "Action",
    "Batch",
    "Card",
    "Cards",
    "Deal",
    "IllegalAction",
    "Legal",
    "PaijuError",
    "ParseError",
    "Pick",
    "Picks",
    "PositionError",
    "RulesError",
    "Shape",
    "Table",
    "View",
    "describe",
    "games",
    "restore_deal",
    "restore_view",
    "series_seed",
]

SHUFFLE: Final[str]
"""The name of the way in which a seed becomes a deal; part of every record."""
VERSION: Final[str]
"""The version of the package."""

_Options: TypeAlias = Mapping[str, Any]
_Field: TypeAlias = tuple[str, str, int, str]
"""Name, numpy code (`u1`, `i4`, `?` …, or `cards`), number of elements, what it says."""
_Option: TypeAlias = tuple[str, list[bool] | list[str] | list[tuple[str, ...]] | tuple[int, int], str, str]
"""Name, allowed values or (least, greatest), rule id, what it means. Of a list of words all and none are given."""
_Melds: TypeAlias = Iterable[Iterable[tuple[str, CardsLike]]]

class _Description(TypedDict):
    name: str
    seats: int
    planes: int
    heads: list[tuple[str, bool]]
    phases: list[str]
    shapes: list[str]
    menu_max: int
    questions: list[str]
    state_size: int
    rules: list[_Option]
    setup: list[_Option]
    ask: list[_Option]
    view: list[_Field]
    tally: list[_Field]
    shape: list[_Field]

class PaijuError(ValueError):
    """Base of all errors that paiju raises."""

class ParseError(PaijuError):
    """Text that is no card, set or action."""

    position: int
    """The character at which it goes wrong, counted from 0."""

class RulesError(PaijuError):
    """An unknown game, option or parameter, or a value that it does not take."""

    field: str
    """Its name."""
    allowed: str
    """What would have been right, in words."""

class IllegalAction(PaijuError):
    """An action that the rules forbid."""

    rule: str
    """The rule broken, as an id of the game's rule book."""
    reason: str
    """A fixed word for the kind of reason: ``not_held``, ``too_low`` …"""
    action: Any
    """What was tried, as it was given."""

class PositionError(PaijuError):
    """Hands, views, positions or numbers that cannot be."""

@final
class Card:
    """One card kind of a game's pack; kinds compare by slot. ``str(card)`` is its canonical text."""

    def __new__(cls, game: str, text: Card | str) -> Self:
        """A card of a game.

        Raises:
            RulesError: no such game. ParseError: text that is no card.
        """

    @property
    def slot(self) -> int:
        """The slot, 0..63: the bit of this card in every plane."""

    @property
    def copies(self) -> int:
        """The number of copies in the pack."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]: ...

@final
class Cards:
    """An immutable multiset of cards of one game's pack.

    ``<=`` means "is part of"; ``+`` and ``-`` refuse what cannot be. ``str(cards)`` is canonical text that parses back.
    """

    def __new__(cls, game: str, cards: CardsLike | None = None) -> Self:
        """Cards of a game.

        Raises:
            RulesError: no such game. ParseError: text that is no cards. PositionError: too many copies, or cards of
                another game.
        """

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def kinds(self) -> int:
        """The kinds held as a bit mask: bit k is set iff there is a copy of slot k."""

    def counts(self) -> npt.NDArray[np.uint8]:
        """The number of copies by slot, shape (64,)."""

    def planes(self) -> npt.NDArray[np.uint64]:
        """The bit-planes, shape (planes,); bit k of plane p is set iff there are more than p copies of slot k."""

    def count(self, card: Card | str) -> int:
        """The number of copies of one card."""

    def __add__(self, other: CardsLike, /) -> Cards: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, card: Card | str, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ge__(self, other: Cards, /) -> bool: ...
    def __gt__(self, other: Cards, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __iter__(self) -> Iterator[Card]: ...
    def __le__(self, other: Cards, /) -> bool: ...
    def __len__(self) -> int: ...
    def __lt__(self, other: Cards, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __radd__(self, other: Never, /) -> Never: ...  # the slot is there, but takes nothing
    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]: ...
    def __rsub__(self, other: Never, /) -> Never: ...
    def __sub__(self, other: CardsLike, /) -> Cards: ...

@final
class Action:
    """One decision. ``str(action)`` is its canonical text, which parses back."""

    def __new__(cls, game: str, action: ActionLike) -> Self:
        """An action of a game; whether it is legal is for a deal to say.

        Raises:
            RulesError: no such game. ParseError: text that is no action.
        """

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def verb(self) -> str:
        """What kind of decision it is: ``play``, ``pass`` …, with a parameter behind a space where it has one."""

    @property
    def cards(self) -> Cards:
        """The cards; empty where the decision has none."""

    @property
    def shape(self) -> Shape | None:
        """What the cards are, or None: known only of actions that come from the menu of a deal."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]: ...

@final
class Shape:
    """What a card set is in a game: its name, and the fields by which it compares as attributes."""

    def __new__(cls, game: str, bytes: bytes) -> Self:
        """A shape from what its pickle holds.

        Raises:
            PositionError: bytes that are no shape.
        """

    @property
    def name(self) -> str:
        """The name of the shape in the rule book."""

    @property
    def fields(self) -> list[str]:
        """The names of the fields."""

    def __eq__(self, other: object, /) -> bool: ...
    def __getattribute__(self, name: str, /) -> Any: ...
    def __hash__(self) -> int: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str, bytes]]: ...

@final
class Picks:
    """How the cards chosen so far can go on."""

    @property
    def more(self) -> Cards:
        """The kinds of which one more copy still leads to a legal action, one copy of each."""

    @property
    def complete(self) -> bool:
        """Whether the chosen cards are a legal action as they are."""

@final
class Pick:
    """A decision under way in the fixed action space of 96 ids (see `paiju.Batch`).

    Immutable: `choose` returns the next one.
    """

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """The open ids: bool, shape (96,). None is open when the deal is over."""

    @property
    def chosen(self) -> Cards:
        """The cards chosen so far."""

    @property
    def head(self) -> int:
        """The index of the verb taken so far, −1 for none."""

    def choose(self, id: int) -> Pick | Action:
        """Takes an open id: the action when that completes the decision, the next pick otherwise.

        Raises:
            IndexError: an id that is not open; the message names those that are. PositionError: the deal is over.
        """

@final
class Legal:
    """What may be decided: a sequence of the menu, one action per class.

    ``action in legal`` asks of any concrete action, given as an `Action`, text or cards; what is no action is not in.
    """

    @property
    def deal(self) -> Deal:
        """The deal whose decision this is."""

    @property
    def verbs(self) -> list[str]:
        """The verbs of the legal actions."""

    def check(self, action: ActionLike) -> None:
        """Refuses an action that is not legal.

        Raises:
            IllegalAction: with ``.rule`` and ``.reason``. ParseError: text that is no action.
        """

    def row_of(self, action: ActionLike) -> Action:
        """The menu row that stands for a legal action.

        Raises:
            IllegalAction: it is not legal.
        """

    def count(self) -> int:
        """The number of concrete legal actions, every card set counted."""

    def expand(self, start: int = 0) -> Iterator[Action]:
        """Every concrete legal action in canonical order, lazily, from index ``start`` on."""

    def unrank(self, index: int) -> Action:
        """The concrete legal action with an index below ``count()``, in canonical order.

        Raises:
            IndexError: there is none.
        """

    def sample(self, rng: Rng = None) -> Action:
        """A concrete legal action, drawn uniformly.

        Raises:
            PositionError: the deal is over.
        """

    def picks(self, cards: CardsLike | None = None, verb: str = "play") -> Picks:
        """How the cards chosen so far can go on.

        Raises:
            PositionError: no legal action holds the chosen cards, or no verb with cards has that name.
        """

    def __contains__(self, action: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Action: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Action]: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __len__(self) -> int: ...

@final
class Deal:
    """One deal in progress, from the shuffle to the last card. Immutable: `play` returns a new deal."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when the deal is over."""

    @property
    def over(self) -> bool:
        """Whether the deal is over."""

    @property
    def phase(self) -> str:
        """The phase, named as in the rule book."""

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards in every hand, by seat. A player may know only his own: see `view`."""

    @property
    def stock(self) -> tuple[Card, ...]:
        """The undealt cards in order, the next one first; empty in games without."""

    @property
    def melds(self) -> tuple[list[tuple[str, Cards]], ...]:
        """The groups that lie before each seat as (kind, cards), by seat."""

    @property
    def rules(self) -> dict[str, Any]:
        """The options under which it is played."""

    def legal(self) -> Legal:
        """What the seat to act may do; empty when the deal is over."""

    def pick(self) -> Pick:
        """The decision of the seat to act, to be put together id by id in the fixed action space of 96 ids."""

    def play(self, action: ActionLike, seat: int | None = None) -> Deal:
        """The deal after an action.

        Args:
            action: an action, its text, or the cards of an ordinary play.
            seat: who wants to act, where that is not certain; None: the seat whose turn it is.

        Raises:
            IllegalAction: the rules forbid it; ``.rule`` and ``.reason`` say why; reason ``out_of_turn`` when it is the
                turn of another seat. ParseError: text that is no action.
        """

    def view(self, seat: int) -> View:
        """What a seat may know.

        Raises:
            IndexError: there is no such seat.
        """

    def redact(self, action: ActionLike, seat: int) -> Action | None:
        """What ``seat`` sees of an action of the seat to act: perhaps with cards hidden, or None for nothing at all.

        Raises:
            IllegalAction: the action is not legal. IndexError: there is no such seat.
        """

    def tally(self) -> np.void:
        """The facts of the finished deal: a numpy record of dtype ``paiju.dtypes.dtype(game, "tally")``.

        Raises:
            PositionError: the deal is not over.
        """

    def rollout(self, rng: Rng = None) -> Deal:
        """The deal after uniformly random play to the end."""

    def perft(self, depth: int) -> int:
        """The number of ways to go on for exactly ``depth`` actions over menu rows."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[..., Deal], tuple[str, list[int], bytes]]: ...

@final
class View:
    """What one seat may know of a deal, one attribute per field; seats are counted from the viewer (0 = me)."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def fields(self) -> list[str]:
        """The names of the fields."""

    def resample(self, rng: Rng = None) -> Deal:
        """A deal drawn uniformly from those consistent with everything the viewer knows.

        Raises:
            PositionError: a view put together by hand that contradicts itself.
        """

    def row(self) -> npt.NDArray[np.uint8]:
        """The view as the bytes of one row of a batch's views."""

    def __eq__(self, other: object, /) -> bool: ...
    def __getattribute__(self, name: str, /) -> Any: ...
    def __hash__(self) -> int: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[..., View], tuple[str, list[int], bytes]]: ...

@final
class Table:
    """A game under fixed rules, from which everything else starts."""

    def __new__(cls, game: str, rules: _Options | None = None) -> Self:
        """A game under rules, given as a dict of the options that are not at their defaults.

        Raises:
            RulesError: no such game, option or value.
        """

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def rules(self) -> dict[str, Any]:
        """All options with their values."""

    def deal(self, seed: Rng = None, setup: _Options | None = None) -> Deal:
        """A deal from a seed and set-up parameters.

        Raises:
            PositionError: a seed out of range. RulesError: an unknown parameter.
        """

    def arrange(
        self,
        hands: Iterable[CardsLike],
        stock: str | Iterable[Card | str] | None = None,
        melds: _Melds | None = None,
        partial: bool = False,
        setup: _Options | None = None,
    ) -> Deal:
        """A deal, or with ``partial`` any position, from given cards.

        Raises:
            PositionError: cards that cannot lie so. RulesError: an unknown parameter.
        """

    def legal(self, hand: CardsLike, on: CardsLike | None = None, ask: _Options | None = None) -> Legal:
        """The decision of a hand by itself, on a play or (None) free.

        Raises:
            PositionError: there is no such decision. RulesError: an unknown parameter.
        """

    def classify(self, cards: CardsLike, ask: _Options | None = None) -> Shape | None:
        """What a card set is, or None."""

    def classify_many(
        self, planes: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], ask: _Options | None = None
    ) -> None:
        """What many card sets are.

        Args:
            planes: shape (n, planes), C-contiguous.
            out: filled with n shape records, one after the other.
            ask: parameters.

        Raises:
            PositionError: lengths that do not fit.
        """

    def beats(self, new: CardsLike, on: CardsLike, ask: _Options | None = None) -> bool:
        """Whether the play ``new`` beats the play ``on``.

        Raises:
            PositionError: ``on`` is no play.
        """

    def ask(self, question: str, *args: Any) -> Any:
        """The answer to a question of the game; ``describe(game)["questions"]`` lists them.

        Raises:
            PositionError: no such question, or arguments that it does not take.
        """

    def cards(self, cards: CardsLike) -> Cards:
        """Cards of the game."""

    def playouts(
        self,
        n: int,
        seed: int,
        first: int = 0,
        threads: int = 1,
        setup: _Options | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> tuple[npt.NDArray[np.uint8], int]:
        """Uniformly random deals ``first .. first + n`` of a series: their tallies as bytes, the number of decisions.

        Releases the GIL, and stops at Ctrl-C. ``progress`` is called now and then with the number of deals done.
        """

    def replay(
        self,
        actions: Iterable[ActionLike],
        seed: int | None = None,
        hands: Iterable[CardsLike] | None = None,
        stock: str | Iterable[Card | str] | None = None,
        melds: _Melds | None = None,
        partial: bool = False,
        setup: _Options | None = None,
    ) -> tuple[Deal | None, tuple[int, int | None, Exception] | None]:
        """Replays a record: the deal and None, or None and (index, seat, error) of the first fault.

        Raises:
            PositionError: not exactly one of seed and hands, or cards that cannot lie so.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, Any]]]: ...

@final
class Batch:
    """Many deals in lockstep; `paiju.Batch` is the public form. Its arrays are filled anew at every step."""

    offsets: npt.NDArray[np.int64]
    """Shape (n + 1,): the legal rows of env i are rows offsets[i]..offsets[i + 1] (menu mode)."""
    views: npt.NDArray[np.uint8]
    """The views of the seats to act, one record after the other."""
    turn: npt.NDArray[np.int8]
    """Shape (n,): the seat to act."""
    done: npt.NDArray[np.bool_]
    """Shape (n,): whether the last step ended a deal, so that this is the first decision of another one."""
    mask: npt.NDArray[np.bool_]
    """n × 96: the open ids (picks mode)."""
    chosen: npt.NDArray[np.uint8]
    """The planes of the cards chosen so far (picks mode)."""
    head: npt.NDArray[np.int8]
    """Shape (n,): the head taken so far, −1 for none (picks mode)."""
    rows: npt.NDArray[np.uint8]
    """The legal rows; only the first ``rows_bytes`` bytes count (menu mode)."""
    rows_bytes: int
    """The number of bytes of ``rows`` that count."""

    def __new__(
        cls,
        table: Table,
        n: int,
        seed: int,
        threads: int = 1,
        mode: Literal["menu", "picks"] = "menu",
        setup: _Options | None = None,
    ) -> Self:
        """Deals n envs.

        Raises:
            PositionError: numbers out of range, an unknown mode. RulesError: an unknown parameter.
        """

    @property
    def deals(self) -> int:
        """The deals that ended since the start or the last reset."""

    @property
    def decisions(self) -> int:
        """The actions played since the start or the last reset."""

    def step(self, choices: npt.NDArray[np.int64]) -> None:
        """Takes one choice per deal, shape (n,), and fills the arrays with the next decisions.

        Raises:
            IndexError: a choice that is not open; nothing has changed anywhere. PositionError: too few or many choices.
        """

    def reset(self, seed: int) -> None:
        """Starts again with the deals of another seed."""

    def finished(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """The envs whose deals ended in the last step, and their tallies as bytes."""

    def deal(self, env: int) -> Deal:
        """The deal of an env.

        Raises:
            IndexError: there is no such env.
        """

    def __len__(self) -> int: ...

def describe(game: str) -> _Description:
    """What there is to know of a game, as a dict of plain values.

    Raises:
        RulesError: there is no such game.
    """

def series_seed(seed: int, index: int) -> int:
    """The seed of deal ``index`` in a series that starts from ``seed``."""

def games() -> list[str]:
    """The names of all games, in alphabetical order."""

def restore_deal(game: str, codes: Sequence[int], bytes: bytes) -> Deal:
    """A deal from what its pickle holds.

    Raises:
        PositionError: bytes that are no deal of this version.
    """

def restore_view(game: str, codes: Sequence[int], bytes: bytes) -> View:
    """A view from what its pickle holds.

    Raises:
        PositionError: bytes that are no view of this version.
    """
