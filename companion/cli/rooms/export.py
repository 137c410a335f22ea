"""`companion export`: everything as files that a person can read."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.invocation import Invocation, invocation, print_json, warn
from companion.cli.talk import reached


def export(
    context: typer.Context,
    markdown: Annotated[Path, typer.Option("--markdown", help="The folder to write the Markdown tree to.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be written.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")] = False,
) -> None:
    """Write everything that is remembered as Markdown. The files are in the clear: keep them safe yourself."""
    given = invocation(context)
    call = Invocation(given.home_path, given.as_json or as_json)
    with reached(call) as service:
        parameters = {"folder": str(markdown.absolute()), "dry_run": dry_run}
        done = service.submit("export.markdown", parameters).result()
        service.retire()
    if call.as_json:
        print_json(done)
        return
    parts = ", ".join(f"{name} {count}" for name, count in sorted(done["by_part"].items()))
    if dry_run:
        warn(f"{done['files']} files would be written to {done['folder']}: {parts or 'none'}.")
    else:
        warn(f"{done['files']} files are written to {done['folder']}: {parts or 'none'}.")
    warn("They are not encrypted: whoever can open the folder can read them.")
