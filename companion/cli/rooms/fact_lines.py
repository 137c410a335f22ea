"""What is printed of facts, their changes and questions about them, for people."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import marked, shown_day
from companion.service import Json

STANDING = {"active": "", "retired": "no longer so", "disputed": "in doubt", "pending": "waits for your word"}
SOURCES = {
    "stated": "you said so",
    "observed": "observed, not told",
    "inferred": "inferred, not told",
    "assumed": "a guess, not told",
}
LASTING = {"permanent": "hardly ever changes", "situational": "may change", "ephemeral": "of the moment"}
DONE = {
    "remember": "Noted: {text}",
    "correct": "Corrected: {text}",
    "forget": "Forgotten: {text}",
    "dispute": "In doubt now: {text}",
    "answer": "Settled: {text}",
    "dismiss": "It is not asked again.",
    "undo": "Taken back.",
}
KNOWN = {"strong_match": "Known", "weak_match": "Perhaps known", "no_match": "Not known"}
QUESTIONS = {"answered": "answered", "dismissed": "not to be asked again", "withdrawn": "its facts are gone"}


def show_change(verb: str, done: Json) -> None:
    """What became of the change that the command `verb` asked for, with the way on where it needs one."""
    match done["outcome"]:
        case "dropped":
            warn(f"Nothing was changed: {done['reason']}")
        case "asked":
            typer.echo(f"It waits for your word: {done['reason']}")
        case "confirmed" if verb == "remember":
            typer.echo("Known already, and confirmed by this.")
        case _:
            stands = [fact["text"] for fact in done["facts"]]
            typer.echo(DONE[verb].format(text=stands[-1] if stands else "").removesuffix(": "))
    show_facts(done["facts"])
    if done["question"]:
        show_question(done["question"])
        warn(f"Answer it: companion facts answer {done['question']['id']} --yes, --no or --text WORDS")


def held(fact: dict[str, Any]) -> str:
    """Since when it holds, until when, how sure it is, and how readily it changes."""
    until = f" until {shown_day(fact['valid_until'])}" if fact["valid_until"] else ""
    return f"since {shown_day(fact['valid_from'])}{until}, {fact['confidence']:.0%} sure, {LASTING[fact['volatility']]}"


def show_fact(fact: dict[str, Any]) -> None:
    """A fact in a line: its id, its text, how it stands, where it comes from, and since when it holds."""
    marks = [STANDING[fact["status"]], "private" if fact["private"] else ""]
    since = f"since {shown_day(fact['valid_from'])}"
    about = [fact["lens"], fact["topic"].replace("_", " "), SOURCES[fact["source"]], since]
    typer.echo(marked(f"  {fact['id']}  {fact['text']}", *marks, *about))


def show_facts(facts: list[dict[str, Any]]) -> None:
    """A line a fact."""
    for fact in facts:
        show_fact(fact)


def show_inferred(one: Json) -> None:
    """Something that is inferred in a line: its ref, its words, and where it comes from."""
    words = f"You seemed {one['text']}." if one["kind"] == "seeming" else " ".join(one["text"].split())
    sure = None if one["confidence"] is None else f"{one['confidence']:.0%} sure"
    marks = ["private" if one["private"] else "", one["kind"].replace("_", " "), sure, shown_day(one["at"])]
    typer.echo(f"  {one['ref']}  {words}  [{', '.join(mark for mark in marks if mark)}]")


def show_question(question: Json) -> None:
    """A question in a line; how it was settled where it was."""
    settled = QUESTIONS.get(question["status"], "")
    if question["status"] == "later":
        settled = f"not before {shown_day(question['later_until'])}"
    typer.echo(f"  {question['id']}  {question['text']}{f'  [{settled}]' if settled else ''}")


def show_memory(kept: Json) -> None:
    """Something that was kept and is no fact about the person, and what it was joined to."""
    kind = kept["kind"].replace("_", " ")
    words = {
        "new": f"Noted as {kind}",
        "linked": f"Noted as {kind}, beside {kept['other']}",
        "merged": "Joined with what was kept before",
        "confirmed": "Known already, and confirmed by this",
    }
    typer.echo(f"{words[kept['outcome']]}: {kept['text']}\n  {kept['ref']}")
