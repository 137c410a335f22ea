"""`companion library`: the documents it has read."""

from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.exit_codes import ExitCode, code_of
from companion.cli.invocation import Invocation, call_of, print_json, warn
from companion.cli.rooms.asking import AsJson, every, says, shown_time
from companion.cli.talk import reached
from companion.cli.verbs import Said, Verb, group
from companion.service import Json, Service
from engine.errors import CompanionError

_SHOWN_ID = 12


def _say_excerpt(excerpt: dict[str, Any]) -> None:
    typer.echo(f"{excerpt['name']} ({excerpt['document'][:_SHOWN_ID]})\n")
    typer.echo("\n".join(f"  {line}" for line in excerpt["text"].splitlines()) + "\n")


def _say_document(one: dict[str, Any]) -> None:
    words = f"{one['importance']:.2f}  {one['accesses']:3d}×  {one['format']:8s}  {one['name']}"
    typer.echo(f"{one['id'][:_SHOWN_ID]}  {words}")


def _say_access(one: dict[str, Any]) -> None:
    why = f"  {one['context']}" if one["context"] else ""
    typer.echo(f"{shown_time(one['at'])}  {one['document'][:_SHOWN_ID]}  {one['kind']}{why}")


NO_DOCUMENT = "No document was read yet: companion library add FILE."

app = group(
    Verb(
        "search",
        "library.search",
        every("excerpts", _say_excerpt, "Nothing that was read is about that."),
    ),
    Verb("list", "library.list", every("documents", _say_document, NO_DOCUMENT)),
    Verb("open", "library.open", lambda opened: typer.echo(opened["text"]), said={"context": Said("--why")}),
    Verb(
        "log",
        "library.accesses",
        every("accesses", _say_access, "No document was used yet."),
        said={"document": Said(argument=True)},
    ),
    Verb("forget", "library.forget", says("Forgotten: {forgotten[name]}")),
)


@app.command()
def add(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Text, Markdown, HTML, PDF or DOCX.")],
    why: Annotated[str, typer.Option("--why", help="What you want them for; kept in the access log.")] = "",
    as_json: AsJson = False,
) -> None:
    """Read documents. One that was read before counts as read again."""
    call = call_of(context, as_json=as_json)
    outcomes = _asked_each(call, [{"path": str(file.absolute()), "context": why} for file in files])
    told = [_told(file, outcome) for file, outcome in zip(files, outcomes, strict=True)]
    if call.as_json:
        print_json({"added": told})
    else:
        for file, outcome in zip(files, outcomes, strict=True):
            _say_outcome(file, outcome)
    faults = [outcome for outcome in outcomes if isinstance(outcome, CompanionError)]
    raise typer.Exit(code_of(faults[0]) if faults else ExitCode.DONE)


def _asked_each(call: Invocation, parameters: list[Json]) -> list[Json | CompanionError]:
    with reached(call) as service:
        outcomes = [_outcome(service, each) for each in parameters]
        service.retire()
    return outcomes


def _outcome(service: Service, parameters: Json) -> Json | CompanionError:
    """One file that cannot be read does not keep the others out."""
    try:
        return service.submit("library.add", parameters).result()
    except CompanionError as error:
        return error


def _told(file: Path, outcome: Json | CompanionError) -> dict[str, Any]:
    if isinstance(outcome, CompanionError):
        return {"file": str(file), "error": outcome.message, "remedy": outcome.remedy}
    return {"file": str(file), **outcome}


def _say_outcome(file: Path, outcome: Json | CompanionError) -> None:
    if isinstance(outcome, CompanionError):
        warn(f"{file}: {outcome.message} — {outcome.remedy}")
    else:
        verb = "Read" if outcome["new"] else "Read again"
        warn(f"{verb}: {outcome['document']['name']} ({outcome['document']['id'][:_SHOWN_ID]})")
