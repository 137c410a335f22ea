"""`companion library`: the documents it has read."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.exit_codes import ExitCode, code_of
from companion.cli.invocation import call_of, print_json, warn
from companion.cli.rooms.asking import AsJson
from companion.cli.rooms.lines import Line, says
from companion.cli.talk import reached
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json, Service
from engine.errors import CompanionError

EXCERPT = Line("{name} ({document:short})", below=("{text}",), none="Nothing that was read is about that.")
DOCUMENT = Line(
    "{id:short}  {importance:.2f}  {accesses:3d}×  {format:8s}  {name}",
    none="No document was read yet: companion library add FILE.",
)
ACCESS = Line("{at:time}  {document:short}  {kind}[  {context}]", none="No document was used yet.")
READ = says("{new:?Read|Read again}: {document.name} ({document.id:short})")

library = group(
    Verb("open", "library.open", Line("{text}"), said={"context": Said("--why")}),
    Verb("log", "library.accesses", said={"document": Said(argument=True)}),
    Verb("forget", "library.forget", "Forgotten: {forgotten.name}"),
    room=Room(
        "library", {"excerpt": EXCERPT, "document": DOCUMENT, "accesses": ACCESS}, without=("library.add",)
    ),
)


@library.command()
def add(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Text, Markdown, HTML, PDF or DOCX.")],
    why: Annotated[str, typer.Option("--why", help="What you want them for; kept in the access log.")] = "",
    as_json: AsJson = False,
) -> None:
    """Read documents. One that was read before counts as read again."""
    call, code, added = call_of(context, as_json=as_json), ExitCode.DONE, list[Json]()
    with reached(call) as service:
        for file in files:
            outcome = _read(service, file, why)
            if isinstance(outcome, CompanionError):
                code = code if code is not ExitCode.DONE else code_of(outcome)
                outcome = {"error": outcome.message, "remedy": outcome.remedy}
            added.append({"file": str(file), **outcome})
        service.retire()
    if call.as_json:
        print_json({"added": added})
    else:
        for each in added:
            if "error" in each:
                warn(f"{each['file']}: {each['error']} — {each['remedy']}")
            else:
                READ(each)
    raise typer.Exit(code)


def _read(service: Service, file: Path, why: str) -> Json | CompanionError:
    """One file that cannot be read does not keep the others out."""
    try:
        return service.submit("library.add", {"path": str(file.absolute()), "context": why}).result()
    except CompanionError as error:
        return error
