"""Commands derived from requests: what is said, asked and shown."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from companion.cli import verbs
from companion.cli.invocation import Invocation
from companion.cli.listed import LISTED, Listed
from companion.cli.rooms.lines import Line, says, shown
from companion.cli.verbs import Instead, Room, Said, Verb, group
from companion.requests import DECLARED
from companion.service import Json

DERIVED = [one for one in LISTED if one.module.startswith("rooms.")]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Json]]:
    """What commands ask, of a mind that answers nothing."""
    said: list[tuple[str, Json]] = []

    def answer(_: Invocation, request: str, parameters: Json, bar: str = "") -> Json:
        said.append((request, parameters))
        return {"goals": [], "goal": {"title": "boat"}, "bar": bar}

    monkeypatch.setattr(verbs, "asked", answer)
    return said


def run(app: typer.Typer, *arguments: str) -> str:
    whole = typer.Typer()

    @whole.callback()
    def root(context: typer.Context) -> None:
        context.obj = Invocation(Path("nowhere"), as_json=False)

    whole.add_typer(app, name="it")
    done = CliRunner().invoke(whole, ["it", *arguments])
    return f"{done.exit_code}: {done.output}"


GOALS = group(
    Verb("add", "goals.add", shown("goal", Line("{title}"))),
    Verb("list", "goals.list", shown("goals", print), said={"open": Said("--all", flag=(False, True))}),
    Verb("note", "outcomes.record", lambda _: None, said={"context": Said("--why")}),
    Verb("seed", "ideas.add_seed", lambda _: None),
    Verb("wait", "jobs.wait", lambda found: typer.echo(found["bar"]), bar="Thinking back"),
    Verb("who", "self.state", lambda _: None, instead=(Instead("--wake", "self.wake", print),)),
    first=Verb("", "goals.list", shown("goals", print, "None.")),
)


def test_what_must_be_given_is_an_argument_and_the_rest_are_options(asked: list[tuple[str, Json]]) -> None:
    assert "boat" in run(GOALS, "add", "boat", "--priority", "high", "--deadline", "2036-11-30")
    assert asked == [("goals.add", {"title": "boat", "priority": "high", "deadline": "2036-11-30"})]


def test_a_flag_sends_what_it_stands_for(asked: list[tuple[str, Json]]) -> None:
    run(GOALS, "list")
    run(GOALS, "list", "--all")
    assert asked == [("goals.list", {"open": True}), ("goals.list", {})]


def test_a_record_within_is_laid_open_and_left_out_where_nothing_is_said_of_it(
    asked: list[tuple[str, Json]],
) -> None:
    run(GOALS, "note", "move", "--why", "sun", "--channel", "mail")
    run(GOALS, "note", "move")
    assert asked == [
        ("outcomes.record", {"decision": "move", "context": "sun", "pitch": {"channel": "mail"}}),
        ("outcomes.record", {"decision": "move"}),
    ]


def test_several_are_said_one_by_one(asked: list[tuple[str, Json]]) -> None:
    run(GOALS, "seed", "i1", "again", "--tag", "x")
    assert not asked
    run(GOALS, "note", "move", "--tag", "a", "--tag", "b")
    assert asked == [("outcomes.record", {"decision": "move", "tags": ["a", "b"]})]


def test_an_option_makes_another_request_with_what_that_asks_for(asked: list[tuple[str, Json]]) -> None:
    run(GOALS, "who")
    assert "goals" in run(GOALS, "who", "--wake", "--query", "the boat")
    assert asked == [("self.state", {}), ("self.wake", {"query": "the boat"})]


def test_what_the_request_does_not_take_is_refused_before_anything_is_asked(
    asked: list[tuple[str, Json]],
) -> None:
    refused = run(GOALS, "who", "--query", "the boat")
    assert refused.startswith("2:")
    assert "query does not go with that" in refused
    assert not asked


def test_a_field_that_was_said_makes_the_request_that_has_it(asked: list[tuple[str, Json]]) -> None:
    keep = Said("--keep", choices={"a": "keep_a", "neither": None})
    merged = Instead("text", "memory.resolve", fixed={"choice": "merged"})
    app = group(
        Verb("settle", "memory.resolve", says("{bar}"), said={"choice": keep}, instead=(merged,)),
        Verb("other", "goals.list"),
    )
    run(app, "settle", "c1", "--keep", "A")
    run(app, "settle", "c1", "--keep", "neither")
    run(app, "settle", "c1", "--text", "both are so")
    assert asked == [
        ("memory.resolve", {"contradiction": "c1", "choice": "keep_a"}),
        ("memory.resolve", {"contradiction": "c1", "choice": None}),
        ("memory.resolve", {"contradiction": "c1", "text": "both are so", "choice": "merged"}),
    ]
    assert run(app, "settle", "c1", "--keep", "c").startswith("2:")
    assert run(app, "settle", "c1", "--keep", "a", "--text", "both are so").startswith("2:")
    assert len(asked) == 3


def test_a_request_that_no_verb_speaks_of_is_a_command_under_its_own_name(
    asked: list[tuple[str, Json]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"goal": Line("→ {title}")}
    app = group(Verb("all", "goals.list"), room=Room("goals", table, "None.", without=("add",)))
    names = {one.name for one in app.registered_commands}
    wanted = {name.removeprefix("goals.") for name in DECLARED if name.startswith("goals.")}
    assert names == wanted - {"list", "add"} | {"all"}
    shown = run(app, "update", "1", "--note", "wood is here")
    assert asked == [("goals.update", {"goal": "1", "note": "wood is here"})]
    assert shown.startswith("0: ")
    assert "→ boat" in shown
    assert "None." in shown
    monkeypatch.setattr(
        verbs, "asked", lambda *_: {"stats": {"open": 3, "by_day": [{"day": "Monday", "tags": ["a", "b"]}]}}
    )
    assert run(app, "all") == "0: stats:\n  open: 3\n  by day:\n    day: Monday\n    tags: a, b\n\n"


def test_every_option_says_what_it_is() -> None:
    silent = [
        f"{listed.name} {name} {parameter.name}"
        for listed in DERIVED
        if listed.group
        for name, command in _commands(listed).items()
        for parameter in command.params
        if not getattr(parameter, "help", None)
    ]
    assert silent == []


def _commands(listed: Listed) -> dict[str, Any]:
    made: Any = typer.main.get_command(_loaded(listed))
    return getattr(made, "commands", {"": made})


def _loaded(listed: Listed) -> Any:
    return getattr(import_module(f"companion.cli.{listed.module}"), listed.attribute)


def test_what_takes_long_has_a_bar(asked: list[tuple[str, Json]]) -> None:
    assert "Thinking back" in run(GOALS, "wait")


def test_without_a_command_the_first_is_done(asked: list[tuple[str, Json]]) -> None:
    assert "None." in run(GOALS)
    assert len(asked) == 1


def test_what_is_no_choice_is_refused_before_anything_is_asked(asked: list[tuple[str, Json]]) -> None:
    assert run(GOALS, "add", "boat", "--priority", "urgent").startswith("2:")
    assert not asked


@pytest.mark.parametrize("listed", DERIVED, ids=lambda one: one.name)
def test_every_command_can_be_built(listed: Listed) -> None:
    app = typer.Typer()
    if listed.group:
        app = _loaded(listed)
    else:
        app.command()(_loaded(listed))
    assert callable(typer.main.get_command(app))


def test_every_request_that_changes_something_says_in_a_line_what_it_does() -> None:
    silent = [name for name, one in DECLARED.items() if one.changes and not one.words]
    assert silent == []
