"""`companion library`: the documents it has read."""

from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.exit_codes import ExitCode, code_of
from companion.cli.invocation import Invocation, call_of, print_json, warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.cli.talk import reached
from companion.service import Json, Service
from engine.errors import CompanionError

app = typer.Typer()
_SHOWN_ID = 12


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


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What you are looking for.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=50, help="At most so many excerpts.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Find passages by meaning and by word."""
    answer(context, "library.search", {"query": query, "limit": limit}, as_json=as_json, show=_show_excerpts)


def _show_excerpts(found: Json) -> None:
    for excerpt in found["excerpts"]:
        typer.echo(f"{excerpt['name']} ({excerpt['document'][:_SHOWN_ID]})\n")
        typer.echo("\n".join(f"  {line}" for line in excerpt["text"].splitlines()) + "\n")
    if not found["excerpts"]:
        warn("Nothing that was read is about that.")


@app.command("list")
def listing(context: typer.Context, as_json: AsJson = False) -> None:
    """Every document, most important first."""
    answer(context, "library.list", {}, as_json=as_json, show=_show_documents)


def _show_documents(found: Json) -> None:
    for one in found["documents"]:
        words = f"{one['importance']:.2f}  {one['accesses']:3d}×  {one['format']:8s}  {one['name']}"
        typer.echo(f"{one['id'][:_SHOWN_ID]}  {words}")
    if not found["documents"]:
        warn("No document was read yet: companion library add FILE.")


@app.command("open")
def open_document(
    context: typer.Context,
    document: Annotated[str, typer.Argument(help="Its id, or how it begins.")],
    why: Annotated[str, typer.Option("--why", help="What you want it for; kept in the access log.")] = "",
    as_json: AsJson = False,
) -> None:
    """The whole text of a document."""
    wanted = {"document": document, "context": why}
    answer(context, "library.open", wanted, as_json=as_json, show=lambda opened: typer.echo(opened["text"]))


@app.command()
def log(
    context: typer.Context,
    document: Annotated[str, typer.Argument(help="Its id, or how it begins; without it, of all.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="At most so many lines.")] = 100,
    as_json: AsJson = False,
) -> None:
    """When a document was opened or served an answer, newest first."""
    wanted = {"document": document or None, "limit": limit}
    answer(context, "library.accesses", wanted, as_json=as_json, show=_show_accesses)


def _show_accesses(found: Json) -> None:
    for one in found["accesses"]:
        why = f"  {one['context']}" if one["context"] else ""
        typer.echo(f"{shown_time(one['at'])}  {one['document'][:_SHOWN_ID]}  {one['kind']}{why}")
    if not found["accesses"]:
        warn("No document was used yet.")


@app.command()
def forget(
    context: typer.Context,
    document: Annotated[str, typer.Argument(help="Its id, or how it begins.")],
    as_json: AsJson = False,
) -> None:
    """Delete a document with everything that is kept of it."""
    answer(context, "library.forget", {"document": document}, as_json=as_json, show=_show_gone)


def _show_gone(gone: Json) -> None:
    warn(f"Forgotten: {gone['forgotten']['name']}")


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
