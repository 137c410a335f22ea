"""`companion forget`: take back what holds certain words, or erase everything about you."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, call_of, print_json, warn
from companion.cli.rooms.lines import shown_day
from companion.cli.talk import reached
from companion.service import Json, Service
from engine.errors import InvalidInputError

LONGEST_SHOWN = 100
# What a ref is: one of it, several of it.
KINDS = {
    "step": ("thing said", "things said"),
    "fact": ("fact", "facts"),
    "node": ("memory", "memories"),
    "reflection": ("reflection", "reflections"),
    "question": ("question", "questions"),
    "document": ("document", "documents"),
    "episode": ("time together", "times together"),
}


def forget(
    context: typer.Context,
    words: Annotated[str | None, typer.Argument(help="Words that it holds, in a row.")] = None,
    *,
    step: Annotated[list[str] | None, typer.Option(help="The id of something said; may be repeated.")] = None,
    fact: Annotated[list[str] | None, typer.Option(help="The id of a fact; may be repeated.")] = None,
    node: Annotated[list[str] | None, typer.Option(help="The id of a memory; may be repeated.")] = None,
    me: Annotated[
        bool, typer.Option("--me", help="Erase you, and all that was made of what you said.")
    ] = False,
    person: Annotated[str | None, typer.Option(help="With --me: another person, such as a guest.")] = None,
    library: Annotated[
        bool, typer.Option("--library", help="With --me: also the documents it has read.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option("--everything", help="Erase this home: vault, key, caches, backups, logs and choices."),
    ] = False,
    models: Annotated[
        bool, typer.Option("--models", help="With --everything: also the models, which all homes share.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would go.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document; without --yes nothing is changed.")
    ] = False,
) -> None:
    """Find what holds these words, show what would go with it, and take it back once you say yes."""
    call = call_of(context, as_json=as_json)
    refs = [
        f"{kind}:{each}"
        for kind, ids in (("step", step), ("fact", fact), ("node", node))
        for each in ids or ()
    ]
    if sum(map(bool, (words, refs, me, everything))) != 1:
        raise InvalidInputError(
            "forget", "needs words, ids, --me or --everything", "See `companion forget --help`."
        )
    dry = dry_run or (call.as_json and not yes)
    if everything:
        from companion.cli.program.erasing import erase  # noqa: PLC0415 - brings what the mind does without

        raise typer.Exit(
            ExitCode.DONE if erase(call, models=models, yes=yes, dry_run=dry) else ExitCode.STOPPED
        )
    with reached(call) as service:
        if me:
            done = _forget_person(call, service, {"person": person, "library": library}, yes=yes, dry=dry)
        else:
            asked = {"refs": refs} if refs else {"words": words}
            done = _forget(call, service, asked, yes=yes, dry=dry)
        service.retire()
    raise typer.Exit(ExitCode.DONE if done else ExitCode.STOPPED)


def _forget(call: Invocation, service: Service, asked: Json, *, yes: bool, dry: bool) -> bool:
    found = service.submit("forget.find", asked).result()
    if not call.as_json:
        _show(found)
    if not found["found"]:
        return _told(call, {**found, "forgotten": None}, "Nothing holds that.")
    if yes and not dry and not found["exact"]:
        _told(call, {**found, "forgotten": None}, "That is only what you may mean; name it by its id.")
        raise typer.Exit(ExitCode.UNCLEAR)
    if dry or not _agreed("Forget this?", yes=yes):
        return _told(call, {**found, "forgotten": None}, "Nothing was changed.") and dry
    refs = [one["ref"] for one in found["found"]]
    done = service.submit("forget.withdraw", {"refs": refs}).result()
    return _told(call, {**found, **done}, f"Forgotten: {_counts(done['forgotten'])}.")


def _forget_person(call: Invocation, service: Service, asked: Json, *, yes: bool, dry: bool) -> bool:
    held = service.submit("forget.holdings", asked).result()
    told = {**held, "copies": [str(path) for path in _copies(call)]}
    if not call.as_json:
        warn(f"This erases for good: {_counts(held['held']) or 'nothing, as nothing is kept'}.")
        if not asked["library"]:
            warn("The documents it has read stay; --library erases them too.")
        for path in _copies(call):
            warn(f"An earlier copy stays as it is, delete it yourself: {path}")
    if dry:
        return _told(call, {**told, "erased": None}, "Nothing was changed.")
    confirm = "FORGET" if yes else _typed(held["person"])
    if not confirm:
        return _told(call, {**told, "erased": None}, "Nothing was changed.") and False
    done = service.submit("forget.person", {**asked, "confirm": confirm}).result()
    return _told(call, {**told, **done}, f"Erased: {_counts(done['erased'])}.")


def _copies(call: Invocation) -> list[Path]:
    """Earlier copies of the vault in this home: what they hold is theirs."""
    home = call.home().path
    return sorted([*home.glob("vault-*.db"), *(home / "backups").glob("*.db")])


def _show(found: Json) -> None:
    for one in found["found"]:
        typer.echo(_line(one))
    besides = [one for one in found["besides"] if one["text"]]
    if besides:
        typer.echo("And what was made of it:")
    for one in besides:
        typer.echo(_line(one))


def _line(one: Json) -> str:
    text = " ".join(one["text"].split())
    shown = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
    when = "" if one["at"] is None else shown_day(one["at"])
    return f"  {when:10}  {one['ref']}  {shown}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {_named(kind, count)}" for kind, count in counts.items())


def _named(kind: str, count: int) -> str:
    one, several = KINDS.get(kind, (kind, kind))
    return one if count == 1 else several


def _agreed(question: str, *, yes: bool) -> bool:
    return yes or (sys.stdin.isatty() and typer.confirm(question, default=False))


def _typed(person: str) -> str:
    """What the person typed, where it confirms."""
    if not sys.stdin.isatty():
        return ""
    either = "FORGET" if person == "FORGET" else f"FORGET, or {person},"
    typed = str(typer.prompt(f"Type {either} to erase it", default="", show_default=False)).strip()
    return typed if typed.casefold() in {"forget", person.casefold()} else ""


def _told(call: Invocation, document: Json, words: str) -> bool:
    if call.as_json:
        print_json(document)
    else:
        warn(words)
    return True
