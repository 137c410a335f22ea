"""Commands derived from what the mind is asked: a request's fields become arguments and options.

A field that must be given is an argument, unless it is yes or no; every other is an option of its name; a field that
holds several becomes an option of its singular that may be repeated; a record within the request is laid open. Words,
bounds, choices and defaults are the request's own (`companion/requests`). `Said` tells where a command differs, and a
verb with nothing to differ in is said nowhere else: a room's table (`Room`) says how its records are shown, and every
request of the room that no `Verb` speaks of is a command under its own name.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import call_of
from companion.cli.rooms.asking import AsJson, Say, Show, asked, every, print_plain, tell
from companion.requests import DECLARED
from companion.service import Json

Command = Callable[..., None]
Code = Callable[[Json], ExitCode]
AS_REQUESTED = object()
INSTEAD = "instead"
DAY = ["%Y-%m-%d"]


@dataclass(frozen=True, slots=True)
class Said:
    """How a field is said where that is not as the rule has it.

    `flag` makes it one: what it sends where it is set, and where it is not. `argument`: whether it is said without a
    name.
    """

    name: str = ""
    words: str = ""
    argument: bool | None = None
    default: Any = AS_REQUESTED
    flag: tuple[Any, Any] | None = None


def done(_: Json) -> ExitCode:
    """The code of whatever was answered."""
    return ExitCode.DONE


@dataclass(frozen=True, slots=True)
class Instead:
    """Another request that an option of the command makes instead, with what that asks for besides."""

    option: str
    request: str
    show: Show | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """One command: which request it makes, and how its answer is shown; without `show`, as the room's records are.

    `fixed` are parameters that the command sets itself, `hidden` those that it does not offer. `words` stand in
    the place of the request's where one request has several commands. `bar` is what a bar is called that fills while
    what takes long is done.
    """

    name: str
    request: str
    show: Show | None = None
    words: str = ""
    said: Mapping[str, Said] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    code: Code = done
    bar: str = ""
    instead: Instead | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """How the answers of a room are shown, and what is called for by whom.

    `requests` is what its requests' names begin with, `records` what is printed of a record by the name under which an
    answer has one or several, and `none` what is said where it has none. `without` are requests of the room that other
    surfaces make and no command.
    """

    requests: str
    records: Mapping[str, Say]
    none: str = "Nothing was found."
    without: tuple[str, ...] = ()

    def show(self, found: Json) -> None:
        """Print the answer's records; what is no record of the room's as it stands."""
        for name, held in found.items():
            say = self.records.get(name)
            if say is None:
                print_plain({name: held})
            elif isinstance(held, list):
                every(name, say, self.none)(found)
            else:
                say(held)

    def unnamed(self, verbs: Iterable[Verb]) -> list[Verb]:
        """A command for each request that none of these makes."""
        made = {*self.without, *(each for verb in verbs for each in _made(verb))}
        start = f"{self.requests}."
        return [
            Verb(name.removeprefix(start).replace("_", "-"), name)
            for name in DECLARED
            if name.startswith(start) and name not in made
        ]


def _made(verb: Verb) -> list[str]:
    return [verb.request, *([] if verb.instead is None else [verb.instead.request])]


@dataclass(frozen=True, slots=True)
class _Offered:
    """A field as a command offers it: where it goes in the request, and what typer is told."""

    path: tuple[str, ...]
    kind: Any
    told: Any
    default: Any
    unsaid: Any
    flag: tuple[Any, Any] | None
    is_day: bool = False

    @property
    def parameter(self) -> inspect.Parameter:
        """What typer reads."""
        name, kind = self.path[-1], inspect.Parameter.KEYWORD_ONLY
        return inspect.Parameter(name, kind, default=self.default, annotation=Annotated[self.kind, self.told])


def group(*verbs: Verb, first: Verb | None = None, room: Room | None = None) -> typer.Typer:
    """A command with commands of its own; without one of them it does `first`."""
    app = typer.Typer(invoke_without_command=first is not None)
    show = print_plain if room is None else room.show
    derived = [] if room is None else room.unnamed((*verbs, *([] if first is None else [first])))
    if first is not None:
        app.callback()(command(first, alone=True, show=show))
    elif len(verbs) + len(derived) == 1:
        app.callback()(lambda: None)
    for verb in (*verbs, *derived):
        app.command(verb.name)(command(verb, show=show))
    return app


def command(verb: Verb, *, alone: bool = False, show: Show = print_plain) -> Command:
    """What typer runs. With `alone` only where no command of the group was given."""
    show = verb.show or show
    words, offered = verb.words or DECLARED[verb.request].words, _offered(verb, verb.request)
    instead = verb.instead
    others = [] if instead is None else _offered(verb, instead.request)

    def run(called: typer.Context, *, as_json: bool = False, **given: Any) -> None:
        if alone and called.invoked_subcommand is not None:
            return
        call = call_of(called, as_json=as_json)
        if instead is not None and given.pop(INSTEAD):
            found = asked(call, instead.request, _parameters(others, given))
            tell(call, found, instead.show or show)
        else:
            found = asked(call, verb.request, {**_parameters(offered, given), **verb.fixed}, verb.bar)
            tell(call, found, show)
        code = verb.code(found)
        if code is not ExitCode.DONE:
            raise typer.Exit(code)

    run.__doc__ = f"{'Without a command: ' if alone else ''}{words}"
    # No request has a field of these two names.
    given_first = inspect.Parameter(
        "called", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    given_last = inspect.Parameter(
        "as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=AsJson
    )
    both = {one.path[-1]: one.parameter for one in (*offered, *others)}
    parameters = [given_first, *both.values(), *_switch(instead), given_last]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(run)["__signature__"] = inspect.Signature(parameters)
    return run


def _offered(verb: Verb, request: str) -> list[_Offered]:
    """The fields of a request as the command offers them."""
    return [
        one
        for name, info in DECLARED[request].parameters.model_fields.items()
        if name not in verb.fixed and name not in verb.hidden
        for one in _offers(verb, (name,), info)
    ]


def _switch(instead: Instead | None) -> list[inspect.Parameter]:
    if instead is None:
        return []
    told = Annotated[bool, typer.Option(instead.option, help=DECLARED[instead.request].words)]
    return [inspect.Parameter(INSTEAD, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=told)]


def _parameters(offered: list[_Offered], given: Mapping[str, Any]) -> Json:
    """What was said, without what the request takes for granted anyway."""
    parameters: Json = {}
    for one in offered:
        value = given[one.path[-1]]
        if one.flag is not None:
            value = one.flag[0] if value else one.flag[1]
        if value is None or value == one.unsaid:
            continue
        inside = parameters
        for part in one.path[:-1]:
            inside = inside.setdefault(part, {})
        inside[one.path[-1]] = _as_json(value, is_day=one.is_day)
    return parameters


def _as_json(value: Any, *, is_day: bool) -> Any:
    if isinstance(value, datetime):
        return value.date().isoformat() if is_day else value.astimezone(UTC).isoformat()
    return list(value) if isinstance(value, (list, tuple)) else value


def _offers(verb: Verb, path: tuple[str, ...], info: FieldInfo) -> list[_Offered]:
    said = verb.said.get(path[-1], Said())
    kind, bounds = _plain(info.annotation, info.metadata)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        inner = kind.model_fields.items()
        return [
            one
            for name, each in inner
            if name not in verb.hidden
            for one in _offers(verb, (*path, name), each)
        ]
    if said.flag is not None:
        told = typer.Option(said.name, help=said.words or info.description)
        return [_Offered(path, bool, told, default=False, unsaid=info.default, flag=said.flag)]
    needed = info.is_required() and said.default is AS_REQUESTED
    argument = needed and kind is not bool if said.argument is None else said.argument
    default = said.default
    if default is AS_REQUESTED:
        default = inspect.Parameter.empty if needed else info.default
    unsaid = AS_REQUESTED if needed else info.default
    several = get_origin(kind) is list
    if several and not needed:
        default, unsaid = None, []
    shape = kind if default is not None else kind | None
    told = _told(path[-1], said, info, argument=argument, several=several, kind=kind, bounds=bounds)
    is_day = "formats" in bounds
    return [_Offered(path, shape, told, default, unsaid, None, is_day)]


def _told(
    name: str,
    said: Said,
    info: FieldInfo,
    *,
    argument: bool,
    several: bool,
    kind: Any,
    bounds: dict[str, Any],
) -> Any:
    more = bounds if kind in {int, float, datetime} else {}
    words = said.words or info.description or ""
    if argument:
        return typer.Argument(help=words, metavar=said.name or None, **more)
    spelled = said.name or _option(
        name, several=several, yes_or_no=kind is bool and info.default is not False
    )
    return typer.Option(spelled, help=words, **more)


def _option(name: str, *, several: bool = False, yes_or_no: bool = False) -> str:
    spelled = (name.removesuffix("s") if several else name).replace("_", "-")
    return f"--{spelled}/--no-{spelled}" if yes_or_no else f"--{spelled}"


def _plain(annotation: Any, metadata: list[Any]) -> tuple[Any, dict[str, Any]]:
    """The kind as typer knows it, and its bounds; None within it is no kind but the absence of one."""
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        known = [each for one in more for each in (one.metadata if isinstance(one, FieldInfo) else [one])]
        return _plain(inner, [*metadata, *known])
    if get_origin(annotation) in {Union, UnionType}:
        one = next(each for each in get_args(annotation) if each is not type(None))
        return _plain(one, metadata)
    if get_origin(annotation) is tuple:
        inner, _ = _plain(get_args(annotation)[0], [])
        return list[inner], {}  # type: ignore[valid-type]  # a kind that is known at run time alone
    if annotation in {date, datetime}:
        return datetime, ({"formats": DAY} if annotation is date else {})
    least = next((one.ge for one in metadata if getattr(one, "ge", None) is not None), None)
    most = next((one.le for one in metadata if getattr(one, "le", None) is not None), None)
    bounds = {"min": least, "max": most}
    return annotation, {name: value for name, value in bounds.items() if value is not None}
