"""`companion export`: everything as files that a person can read."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.service import Json


def export(
    context: typer.Context,
    markdown: Annotated[Path, typer.Option("--markdown", help="The folder to write the Markdown tree to.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be written.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write everything that is remembered as Markdown. The files are in the clear: keep them safe yourself."""
    parameters = {"folder": str(markdown.absolute()), "dry_run": dry_run}
    answer(context, "export.markdown", parameters, as_json=as_json, show=_would_show if dry_run else _show)


def _show(done: Json) -> None:
    warn(f"{done['files']} files are written to {done['folder']}: {_parts(done)}.")
    warn("They are not encrypted: whoever can open the folder can read them.")


def _would_show(done: Json) -> None:
    warn(f"{done['files']} files would be written to {done['folder']}: {_parts(done)}.")
    warn("They would not be encrypted: whoever can open the folder can read them.")


def _parts(done: Json) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(done["by_part"].items())) or "none"
