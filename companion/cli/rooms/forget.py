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
ERASE = "FORGET"
"""The word that confirms an erasure."""
# What a ref is: one of it, several of it.
KINDS = {
    "step": ("thing said", "things said"),
    "fact": ("fact", "facts"),
    "node": ("memory", "memories"),
    "reflection": ("reflection", "reflections"),
    "question": ("question", "questions"),
    "document": ("document", "documents"),
    "episode": ("time together", "times together"),
    "imprint": ("strong moment", "strong moments"),
    "line": ("line of its nights", "lines of its nights"),
    "run": ("run of its nights", "runs of its nights"),
    "model": ("belief", "beliefs"),
    "trail": ("line of reasoning", "lines of reasoning"),
    "business": ("business idea", "business ideas"),
    "mood": ("mood", "moods"),
    **{
        one: (one, f"{one}s")
        for one in (
            "directive",
            "idea",
            "insight",
            "nomination",
            "observation",
            "outcome",
            "prediction",
            "principle",
        )
    },
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
    stays = "" if asked["library"] else "The documents it has read stay; --library erases them too."
    told = _warned(call, held, stays)
    confirm = _confirmed(call, told, held["person"], yes=yes, dry=dry)
    return (
        dry if not confirm else _erased(call, service, "forget.person", {**asked, "confirm": confirm}, told)
    )


def forget_companion(
    call: Invocation, service: Service, companion: str, called: str, *, yes: bool, dry: bool
) -> bool:
    """Erase one of the companions of the vault once its name was typed; whether it was done, or only to be shown."""
    asked: Json = {"companion": companion}
    told = _warned(
        call,
        {**service.submit("forget.kept_by", asked).result(), "called": called},
        f"What was said to {called} stays, and so do facts about you, goals, reminders, documents and feeds.",
    )
    confirm = _confirmed(call, told, called, yes=yes, dry=dry)
    return (
        dry if not confirm else _erased(call, service, "forget.companion", {**asked, "confirm": ERASE}, told)
    )


def _warned(call: Invocation, held: Json, stays: str) -> Json:
    """Say what would go, what stays, and which earlier copies are left."""
    copies = _copies(call)
    if not call.as_json:
        warn(f"This erases for good: {_counts(held['held']) or 'nothing, as nothing is kept'}.")
        if stays:
            warn(stays)
        for path in copies:
            warn(f"An earlier copy stays as it is, delete it yourself: {path}")
    return {**held, "copies": [str(path) for path in copies]}


def _confirmed(call: Invocation, told: Json, name: str, *, yes: bool, dry: bool) -> str:
    """What the person typed to erase it; empty where nothing is to be changed, which is said."""
    confirm = "" if dry else ERASE if yes else _typed(name)
    if not confirm:
        _told(call, {**told, "erased": None}, "Nothing was changed.")
    return confirm


def _erased(call: Invocation, service: Service, request: str, asked: Json, told: Json) -> bool:
    done = service.submit(request, asked).result()
    return _told(
        call, {**told, **done}, f"Erased: {_counts(done['erased']) or 'nothing, as nothing was kept'}."
    )


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


def _typed(name: str) -> str:
    """What the person typed, where it confirms."""
    if not sys.stdin.isatty():
        return ""
    either = ERASE if name == ERASE else f"{ERASE}, or {name},"
    typed = str(typer.prompt(f"Type {either} to erase it", default="", show_default=False)).strip()
    return typed if typed.casefold() in {ERASE.casefold(), name.casefold()} else ""


def _told(call: Invocation, document: Json, words: str) -> bool:
    if call.as_json:
        print_json(document)
    else:
        warn(words)
    return True
