"""`companion export` and `companion import`: everything as files that a person can read and edit."""

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.invocation import call_of, warn
from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.lines import Line, told
from companion.companions import find
from companion.preferences import PreferenceFile
from companion.service import Json

SHOWN = 20
UNINDEXED = "memories.jsonl"
"""In Elara's folder, where memories lie that no Chroma holds; said here, as `companion --help` loads no engine."""
UNINDEXED_WORDS = (
    f"Its {{left_out}} memories lie in {UNINDEXED}, as no Chroma is installed here. This program reads them back; "
    "Elara Core does not."
)
TALKS = "{source}: {new} of {turns} turns in {talks} conversations {will}taken in, {same} are here already."
NEW = Line("+ {text}")
CHANGED = Line("~ {was}\n  → {text}")
READ = "{new:count} {will}new, {changed:count} {will}changed, {same} as they were, {skipped:count} left out."
KEPT = {
    "memories": "memories",
    "facts": "claims about you, which wait for your yes,",
    "corrections": "corrections",
    "goals": "goals, which wait for your yes,",
    "items": "things that are open",
    "thoughts": "beliefs, predictions, ideas and the like",
}


def export(
    context: typer.Context,
    *,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", help="The folder to write the Markdown tree to.")
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option("--archive", help="The file to write all of it to, to move into another home."),
    ] = None,
    continuity: Annotated[
        Path | None,
        typer.Option("--continuity", help="The file to write memories to as Continuity reads them."),
    ] = None,
    elara: Annotated[
        Path | None,
        typer.Option(
            "--elara", help="The folder to write memories and thoughts to as Elara Core keeps them."
        ),
    ] = None,
    companion: Annotated[
        str | None,
        typer.Option(
            "--companion", help="With --elara or --continuity: of this one, not of the one you speak with."
        ),
    ] = None,
    everyone: Annotated[
        bool,
        typer.Option("--everyone", help="With --elara: of every companion, each in a folder of its own."),
    ] = False,
    private: Annotated[
        bool,
        typer.Option("--private", help="Not for --archive, which has all: also what you marked as private."),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be written.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write everything that is remembered, as Markdown or as one archive. Both are in the clear: keep them safe."""
    named = [one for one in (markdown, archive, continuity, elara) if one is not None]
    if len(named) != 1:
        raise typer.BadParameter(
            "Name a folder with --markdown or --elara, or a file with --continuity or --archive."
        )
    if (companion is not None and elara is None and continuity is None) or (everyone and elara is None):
        raise typer.BadParameter(
            "--companion goes with --elara or --continuity, --everyone with --elara: the others hold all of them."
        )
    if archive is not None:
        from companion.cli.program.archive import write  # noqa: PLC0415 - brings the vault

        write(call_of(context, as_json=as_json), archive.absolute(), dry_run=dry_run)
        return
    given: Json = {"dry_run": dry_run, "private": private}
    if companion is not None:
        listed = PreferenceFile(call_of(context, as_json=as_json).home().path).load().preferences.companions
        given |= {"companion": find(listed, companion).id}
    if continuity is not None:
        given |= {"path": str(continuity.absolute())}
        answer(context, "export.continuity", given, as_json=as_json, show=_show_written, bar="Writing")
        return
    verb = "export.markdown" if elara is None else "export.elara"
    given |= {"folder": str(named[0].absolute())} | ({"everyone": True} if everyone else {})
    answer(context, verb, given, as_json=as_json, show=_show_written, bar="Writing")


def import_(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Its own archive, what ChatGPT, Claude, SillyTavern, Continuity, Day One or Elara left, a diary."
        ),
    ] = None,
    *,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", help="The folder that an export of its own wrote.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be changed.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before an archive takes the place of the vault.")
    ] = False,
    reopen: Annotated[
        bool,
        typer.Option(
            "--reopen", help="Of an archive: end the running companion for it, and open its window again."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Move in: take in what you said to another program; or read an export back, as you edited it."""
    if (file is None) == (markdown is None):
        raise typer.BadParameter("Name a file, or a folder with --markdown.")
    if markdown is not None:
        parameters = {"folder": str(markdown.absolute()), "dry_run": dry_run}
        answer(context, "import.markdown", parameters, as_json=as_json, show=_show_read, bar="Reading back")
    elif file is not None:
        from engine.vault import is_archive  # noqa: PLC0415 - brings the vault

        if is_archive(file):
            from companion.cli.program.archive import read  # noqa: PLC0415 - brings the vault

            read(call_of(context, as_json=as_json), file.absolute(), dry_run=dry_run, yes=yes, reopen=reopen)
            return
        parameters = {"path": str(file.absolute()), "dry_run": dry_run}
        answer(context, "import.talks", parameters, as_json=as_json, show=_show_talks, bar="Moving in")


def _show_talks(done: Json) -> None:
    will = "" if done["written"] else "would be "
    for one in done["skipped"][:SHOWN]:
        warn(f"Left out: “{one['name']}” {one['why']}.")
    if done["talks"]:
        warn(told(TALKS, done | {"will": will}))
    if done["left_out"] > SHOWN:
        warn(f"… and {done['left_out'] - SHOWN} more are left out.")
    if done["since"]:
        warn(told("From {since:day} to {until:day}.", done))
    for name, words in KEPT.items():
        if done[name]:
            warn(f"{done[name]} {words} {will}taken in.")
    for name in done["documents"]:
        warn(f"{name} {will}kept as a document.")


def _show_written(done: Json) -> None:
    """Files by their part, or memories by their type."""
    counted, counts = ("files", "by_part") if "by_part" in done else ("memories", "by_type")
    parts = ", ".join(f"{name} {count}" for name, count in sorted(done[counts].items())) or "none"
    where, will = done.get("folder") or done["path"], "are" if done["written"] else "would be"
    warn(f"{done[counted]} {counted} {will} written to {where}: {parts}.")
    if done.get("left_out"):
        warn(UNINDEXED_WORDS.format(**done))
    warn(f"It {'is' if done['written'] else 'would be'} not encrypted: whoever can open it can read it.")


def _show_read(done: Json) -> None:
    for name, line in (("new", NEW), ("changed", CHANGED)):
        for one in done[name][:SHOWN]:
            line(one)
    for one in done["skipped"][:SHOWN]:
        what = f"“{one['text']}”" if one["text"] else one["path"]
        warn(f"Left out: {what} {one['why']}".rstrip(".") + ".")
    warn(told(READ, done | {"will": "" if done["written"] else "would be "}))
