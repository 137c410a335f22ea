"""Commands derived from what the mind is asked: a request's fields become arguments and options.

A field that must be given is an argument, unless it is yes or no; every other is an option of its name; a field that
holds several becomes an option of its singular that may be repeated; a record within the request is laid open. Words,
bounds, choices and defaults are the request's own (`companion/requests`). `Said` tells where a command differs, and a
verb with nothing to differ in is said nowhere else: a room's table (`Room`) says how its records are shown, and every
request of the room that no `Verb` speaks of is a command under its own name.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import call_of
from companion.cli.rooms.asking import AsJson, asked, tell
from companion.cli.rooms.lines import Show, print_plain, says, shown
from companion.requests import DECLARED
from companion.service import Json

Command = Callable[..., None]
Code = Callable[[Json], ExitCode]
AS_REQUESTED = object()
DAY = ["%Y-%m-%d"]


@dataclass(frozen=True, slots=True)
class Said:
    """How a field is said where that is not as the rule has it.

    `flag` makes it one: what it sends where it is set, and where it is not. `argument`: whether it is said without a
    name. `choices` are the words to choose from, with what each of them sends.
    """

    name: str = ""
    words: str = ""
    argument: bool | None = None
    default: Any = AS_REQUESTED
    flag: tuple[Any, Any] | None = None
    choices: Mapping[str, Any] | None = None


def done(_: Json) -> ExitCode:
    """The code of whatever was answered."""
    return ExitCode.DONE


@dataclass(frozen=True, slots=True)
class Instead:
    """Another request that the command makes where `given` was said: an option of its own (`--wake`), or a field of it.

    `fixed` are parameters that it sets; what else was said must be of that request too. Without `show` it is shown as
    the command's own is.
    """

    given: str
    request: str
    show: Show | str | None = None
    words: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parameter(self) -> str:
        """The name of what is said in the command's parameters."""
        return self.given.removeprefix("--").replace("-", "_")


@dataclass(frozen=True, slots=True)
class Verb:
    """One command: which request it makes, and how its answer is shown; without `show`, as the room's records are.

    A `show` of words is said to the person. `fixed` are parameters that the command sets itself, `hidden` those that it
    does not offer. `words` stand in the place of the request's where one request has several commands. `bar` is what a
    bar is called that fills while what takes long is done.
    """

    name: str
    request: str
    show: Show | str | None = None
    words: str = ""
    said: Mapping[str, Said] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    code: Code = done
    bar: str = ""
    instead: tuple[Instead, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """How the answers of a room are shown, and what is called for by whom.

    `requests` is what its requests' names begin with, `records` what is printed of a record by the name under which an
    answer has it, or, with an s, several; and `none` what is said where it has none, else what the record's line says.
    `called` are the commands whose requests have another name, by the last part of that; `said` is how fields are said
    in all of them. `without` are requests of the room that other surfaces make and no command.
    """

    requests: str
    records: Mapping[str, Show]
    none: str = ""
    called: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, Said] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    def show(self, found: Json) -> None:
        """Print the answer's records; what is no record of the room's as it stands."""
        for name, held in found.items():
            say = self.records.get(name) or self.records.get(name.removesuffix("s"))
            if say is None:
                print_plain({name: held})
            else:
                shown(name, say, self.none)(found)

    def verbs(self, given: Iterable[Verb]) -> list[Verb]:
        """Those given, and a command for each request of the room that none of them makes."""
        verbs = list(given)
        made = {self._named(each) for each in self.without}
        for verb in verbs:
            made |= {verb.request, *(one.request for one in verb.instead)}
        start = self._named("")
        own = [name.removeprefix(start) for name in DECLARED if name.startswith(start) and name not in made]
        verbs += [Verb(self.called.get(name, name.replace("_", "-")), start + name) for name in own]
        return [self.of(verb) for verb in verbs]

    def of(self, verb: Verb) -> Verb:
        """The verb as the room says and shows it where it does not itself."""
        return replace(verb, said={**self.said, **verb.said}, show=verb.show or self.show)

    def _named(self, request: str) -> str:
        return f"{self.requests}.{request}"


@dataclass(frozen=True, slots=True)
class _Offered:
    """A field as a command offers it: where it goes in the request, and what typer is told."""

    path: tuple[str, ...]
    kind: Any
    told: Any
    default: Any
    unsaid: Any
    said: Said
    is_day: bool = False

    @property
    def name(self) -> str:
        """What the parameter is called."""
        return self.path[-1]

    @property
    def shown(self) -> str:
        """What a person says it by."""
        return self.said.name or self.name

    @property
    def is_needed(self) -> bool:
        """Whether the request must have it."""
        return self.default is inspect.Parameter.empty

    @property
    def parameter(self) -> inspect.Parameter:
        """What typer reads."""
        return _parameter(self.name, Annotated[self.kind, self.told], self.default)

    def optional(self) -> "_Offered":
        """The same where another request may be made, which does not need it."""
        if not self.is_needed:
            return self
        return replace(self, kind=self.kind | None, default=None)

    def is_left(self, value: Any) -> bool:
        """Whether it was left as it is without a word."""
        return value is None or value in (self.default, self.unsaid)

    def sent(self, value: Any) -> Any:
        """What the request gets for it."""
        if self.said.choices is not None:
            if value.casefold() not in self.said.choices:
                raise typer.BadParameter(f"Choose one of {', '.join(self.said.choices)}.")
            return self.said.choices[value.casefold()]
        if isinstance(value, datetime):
            return value.date().isoformat() if self.is_day else value.astimezone(UTC).isoformat()
        return list(value) if isinstance(value, (list, tuple)) else value


@dataclass(frozen=True, slots=True)
class _Way:
    """One of the requests that a command makes, with the fields that it offers of it; `given` is what makes it that."""

    given: str
    request: str
    show: Show
    fixed: Mapping[str, Any]
    offered: list[_Offered]

    def check(self, every: Iterable[_Offered], given: Mapping[str, Any]) -> None:
        """Raises BadParameter where something was said that the request does not take, or not what it needs."""
        taken = {one.name: one for one in self.offered}
        for one in every:
            if one.name not in taken and not one.is_left(given[one.name]):
                raise typer.BadParameter(f"{one.shown} does not go with that.")
            if one.name in taken and taken[one.name].is_needed and given[one.name] is None:
                raise typer.BadParameter(f"{self.given} needs {one.shown}.")

    def asks(self, given: Mapping[str, Any]) -> Json:
        """What was said, without what the request takes for granted anyway."""
        parameters: Json = {}
        for one in self.offered:
            value = given[one.name]
            if one.said.flag is not None:
                value = one.said.flag[0] if value else one.said.flag[1]
            if value is None or value == one.unsaid:
                continue
            inside = parameters
            for part in one.path[:-1]:
                inside = inside.setdefault(part, {})
            inside[one.name] = one.sent(value)
        return {**parameters, **self.fixed}


def group(*verbs: Verb, first: Verb | None = None, room: Room | None = None) -> typer.Typer:
    """A command with commands of its own; without one of them it does `first`, one more of them where it has a name."""
    app = typer.Typer(invoke_without_command=first is not None)
    firsts = [] if first is None else [first]
    every = [*firsts, *verbs] if room is None else room.verbs([*firsts, *verbs])
    if firsts:
        app.callback()(command(every[0], alone=True))
    elif len(every) == 1:
        app.callback()(lambda: None)
    for verb in every:
        if verb.name:
            app.command(verb.name)(command(verb))
    return app


def command(verb: Verb, *, alone: bool = False) -> Command:
    """What typer runs. With `alone` only where no command of the group was given."""
    usual = _way(verb, verb)
    others = {one.parameter: _way(verb, one) for one in verb.instead}
    fields = _fields([usual, *others.values()])

    def run(called: typer.Context, *, as_json: bool = False, **given: Any) -> None:
        if alone and called.invoked_subcommand is not None:
            return
        way = next((way for name, way in others.items() if given[name] not in (None, False)), usual)
        way.check(fields.values(), given)
        call = call_of(called, as_json=as_json)
        found = asked(call, way.request, way.asks(given), verb.bar)
        tell(call, found, way.show)
        code = verb.code(found)
        if code is not ExitCode.DONE:
            raise typer.Exit(code)

    run.__doc__ = f"{'Without a command: ' if alone else ''}{verb.words or DECLARED[verb.request].words}"
    # No request has a field of these two names.
    called = inspect.Parameter("called", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    parameters = [
        called,
        *(one.parameter for one in fields.values()),
        *(_switch(one) for one in verb.instead if one.parameter not in fields),
        _parameter("as_json", AsJson, default=False),
    ]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(run)["__signature__"] = inspect.Signature(parameters)
    return run


def _way(verb: Verb, one: Verb | Instead) -> _Way:
    own = one.show or verb.show or print_plain
    fields = DECLARED[one.request].parameters.model_fields.items()
    left_out = {*one.fixed, *verb.hidden}
    offered = [each for name, info in fields if name not in left_out for each in _offers(verb, (name,), info)]
    given = one.given if isinstance(one, Instead) else verb.name
    return _Way(given, one.request, says(own) if isinstance(own, str) else own, one.fixed, offered)


def _fields(ways: list[_Way]) -> dict[str, _Offered]:
    """The fields of all by their names; optional where not every request has them."""
    found: dict[str, _Offered] = {}
    for way in ways:
        for one in way.offered:
            found.setdefault(one.name, one)
    common = set.intersection(*({one.name for one in way.offered} for way in ways))
    return {name: one if name in common else one.optional() for name, one in found.items()}


def _switch(instead: Instead) -> inspect.Parameter:
    words = instead.words or DECLARED[instead.request].words
    return _parameter(
        instead.parameter, Annotated[bool, typer.Option(instead.given, help=words)], default=False
    )


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _offers(verb: Verb, path: tuple[str, ...], info: FieldInfo) -> list[_Offered]:
    said = verb.said.get(path[-1], Said())
    kind, bounds = (str, {}) if said.choices else _plain(info.annotation, info.metadata)
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
        return [_Offered(path, bool, told, default=False, unsaid=info.default, said=said)]
    needed = info.is_required() and said.default is AS_REQUESTED
    argument = said.argument
    if argument is None:
        argument = needed and kind is not bool and not said.name.startswith("--")
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
    return [_Offered(path, shape, told, default, unsaid, said, is_day)]


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
    return annotation, bounds_of(metadata)


def bounds_of(metadata: list[Any]) -> dict[str, Any]:
    """The least and the most of a number, as typer is told of them."""
    least = next((one.ge for one in metadata if getattr(one, "ge", None) is not None), None)
    most = next((one.le for one in metadata if getattr(one, "le", None) is not None), None)
    return {name: value for name, value in (("min", least), ("max", most)) if value is not None}
