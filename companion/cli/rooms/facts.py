"""`companion facts` and `companion remember`: what is understood about you, and how to put it right."""

from datetime import UTC, datetime
from functools import partial
from typing import Annotated

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import call_of, warn
from companion.cli.rooms.asking import AsJson, Show, asked, shown_day, tell
from companion.cli.rooms.asking import answer as answer_with
from companion.cli.rooms.fact_lines import (
    KNOWN,
    held,
    show_change,
    show_facts,
    show_inferred,
    show_memory,
    show_question,
)
from companion.inferred import InferredRoom
from companion.service import Json
from engine.memory import NodeKind
from engine.person import FactStatus, Lens, SearchMode

app = typer.Typer(help="What is understood about you.", no_args_is_help=True)
Which = Annotated[str, typer.Argument(help="Its id, or words that say which one you mean.")]
QuestionId = Annotated[str, typer.Argument(help="The id of the question.")]


def remember(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="In your own words.")],
    *,
    kind: Annotated[
        NodeKind | None,
        typer.Option("--as", help="Not a fact about you: a moment, feeling, decision, insight, knowledge, …"),
    ] = None,
    lens: Annotated[Lens | None, typer.Option(help="Where it belongs.")] = None,
    topic: Annotated[str, typer.Option(help="What it is about, in a word or two.")] = "",
    safety: Annotated[bool, typer.Option("--safety", help="It must never be overlooked.")] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Known, but never put before the model unasked.")
    ] = False,
    title: Annotated[str, typer.Option(help="With --as: what it is called.")] = "",
    tag: Annotated[
        list[str] | None, typer.Option(help="With --as: a word to find it by; repeatable.")
    ] = None,
    importance: Annotated[
        float | None,
        typer.Option(help="With --as: how much it matters, 0 to 1; 0.5 if unsaid.", min=0, max=1),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell it something: a fact about you, or with --as what happened, was felt, decided or understood."""
    if kind is None and (title or tag or importance is not None):
        raise typer.BadParameter("--title, --tag and --importance need --as KIND.")
    if kind is not None:
        kept: Json = {
            "kind": kind.value, "text": text, "private": private,
            "title": title, "tags": tag or [],
        }  # fmt: skip
        if importance is not None:
            kept["importance"] = importance
        answer_with(context, "memory.remember", kept, as_json=as_json, show=show_memory)
        return
    told = {
        "text": text, "lens": lens.value if lens else None, "topic": topic, "safety": safety, "private": private,
    }  # fmt: skip
    _change(context, "remember", told, as_json=as_json)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    lens: Annotated[Lens | None, typer.Option(help="Of one lens alone.")] = None,
    status: Annotated[FactStatus, typer.Option(help="How they stand.")] = FactStatus.ACTIVE,
    every: Annotated[bool, typer.Option("--all", help="However they stand.")] = False,
    as_json: AsJson = False,
) -> None:
    """What is understood about you."""
    wanted = {"lens": lens.value if lens else None, "status": None if every else status.value}
    answer_with(context, "person.facts", wanted, as_json=as_json, show=_show_list)


@app.command()
def correct(
    context: typer.Context,
    which: Which,
    text: Annotated[str, typer.Argument(help="What is true instead.")],
    as_json: AsJson = False,
) -> None:
    """Say what is true instead; the old version stays in its history, and shapes nothing any more."""
    _change(context, "correct", {"fact": which, "text": text}, as_json=as_json)


@app.command()
def forget(context: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Let a fact go: it shapes nothing any more."""
    _change(context, "forget", {"fact": which}, as_json=as_json)


@app.command()
def dispute(context: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Put a fact in doubt: it is not used until you have said whether it is right."""
    _change(context, "dispute", {"fact": which}, as_json=as_json)


@app.command()
def why(context: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Where a fact comes from: your own words, and its earlier versions."""
    _ask_about(context, "person.why", {"fact": which}, _show_why, as_json=as_json)


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="A question or a claim about you.")],
    *,
    mode: Annotated[
        SearchMode, typer.Option(help="How strictly: verify asks whether it is so; exact by its words alone.")
    ] = SearchMode.AUTO,
    variant: Annotated[
        list[str] | None,
        typer.Option(help="The same in other words, or in another language; repeatable, 8 at most."),
    ] = None,
    topic: Annotated[str, typer.Option(help="Of one topic alone.")] = "",
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=100)] = 8,
    as_json: AsJson = False,
) -> None:
    """What is known about a claim: strong, weak or no match, with the reason."""
    wanted = {
        "query": query, "mode": mode.value, "variants": variant or [], "topic": topic or None, "limit": limit,
    }  # fmt: skip
    answer_with(context, "person.search", wanted, as_json=as_json, show=_show_matches)


@app.command()
def inferred(
    context: typer.Context,
    ref: Annotated[str, typer.Argument(help="One of them, to see what it rests on.")] = "",
    *,
    take_back: Annotated[bool, typer.Option("--take-back", help="Infer this one no more.")] = False,
    room: Annotated[InferredRoom | None, typer.Option(help="Of one room alone.")] = None,
    as_json: AsJson = False,
) -> None:
    """What it infers about you, and nobody told it: its guesses, its beliefs, what it made of your talks."""
    if take_back and not ref:
        raise typer.BadParameter("--take-back needs the one that is meant.")
    if take_back:
        answer_with(context, "inferred.take_back", {"ref": ref}, as_json=as_json, show=_show_taken_back)
        return
    if ref:
        answer_with(context, "inferred.why", {"ref": ref}, as_json=as_json, show=_show_inferred_why)
        return
    wanted = {"room": room.value if room else None}
    answer_with(context, "inferred", wanted, as_json=as_json, show=_show_inferred)


@app.command()
def questions(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="Settled ones too.")] = False,
    as_json: AsJson = False,
) -> None:
    """What it would like to know from you."""
    answer_with(context, "person.questions", {"all": every}, as_json=as_json, show=_show_questions)


@app.command()
def answer(
    context: typer.Context,
    question: QuestionId,
    *,
    yes: Annotated[bool | None, typer.Option("--yes/--no", help="Whether it is so.")] = None,
    keep: Annotated[
        list[str] | None, typer.Option(help="The id of a fact that is right; may be repeated.")
    ] = None,
    text: Annotated[str, typer.Option(help="What is true, in your own words.")] = "",
    as_json: AsJson = False,
) -> None:
    """Answer a question: yes or no, which fact is right, or what is true."""
    given = {"accept": yes, "keep": keep or [], "text": text}
    _change(context, "answer", {"question": question, "answer": given}, as_json=as_json)


@app.command()
def later(
    context: typer.Context,
    question: QuestionId,
    *,
    until: Annotated[datetime | None, typer.Option(help="Not before this day.")] = None,
    as_json: AsJson = False,
) -> None:
    """Ask me later."""
    when = None if until is None else until.astimezone(UTC).isoformat()
    wanted = {"question": question, "until": when}
    answer_with(context, "person.later", wanted, as_json=as_json, show=_show_later)


@app.command()
def dismiss(context: typer.Context, question: QuestionId, as_json: AsJson = False) -> None:
    """Never ask me this again."""
    _change(context, "dismiss", {"question": question}, as_json=as_json)


@app.command()
def undo(
    context: typer.Context,
    update: Annotated[str | None, typer.Argument(help="The id of the change; without one, the last.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take a change back."""
    _change(context, "undo", {"update": update}, as_json=as_json)


def _change(context: typer.Context, verb: str, parameters: Json, *, as_json: bool) -> None:
    _ask_about(context, f"person.{verb}", parameters, partial(show_change, verb), as_json=as_json)


def _ask_about(context: typer.Context, request: str, parameters: Json, show: Show, *, as_json: bool) -> None:
    """Ask something about one fact; where it is not clear which, nothing was changed."""
    call = call_of(context, as_json=as_json)
    found = asked(call, request, parameters)
    if "candidates" in found:
        tell(call, found, _show_candidates)
        raise typer.Exit(ExitCode.UNCLEAR)
    tell(call, found, show)


def _show_candidates(found: Json) -> None:
    warn("It is not clear which fact you mean; name it by its id:")
    show_facts(found["candidates"])


def _show_list(found: Json) -> None:
    show_facts(found["facts"])
    if not found["facts"]:
        warn("There is no such fact: companion remember TEXT.")


def _show_why(found: Json) -> None:
    show_facts([found["fact"]])
    typer.echo(f"    {held(found['fact'])}")
    for step in found["steps"]:
        taken_back = "  [taken back]" if step["withdrawn"] else ""
        typer.echo(f"    {shown_day(step['at'])}  {step['speaker']}: {step['text']}{taken_back}")
    for fact in found["earlier"]:
        typer.echo(f"    until {shown_day(fact['valid_until'] or fact['updated_at'])}: {fact['text']}")


def _show_inferred(found: Json) -> None:
    for one in found["inferred"]:
        show_inferred(one)
    if not found["inferred"]:
        warn("Nothing is inferred about you.")


def _show_taken_back(_: Json) -> None:
    warn("Taken back: it shapes nothing any more.")


def _show_inferred_why(found: Json) -> None:
    show_inferred(found["inferred"])
    for source in found["sources"]:
        who = f"{source['who']}: {source['text']}" if source["text"] else source["ref"]
        typer.echo(f"    {shown_day(source['at'])}  {who}" if source["at"] else f"    {who}")


def _show_matches(found: Json) -> None:
    typer.echo(f"{KNOWN[found['status']]}: {found['reason']}")
    show_facts([match["fact"] for match in found["matches"]])


def _show_questions(found: Json) -> None:
    for one in found["questions"]:
        show_question(one)
    if not found["questions"]:
        warn("There is nothing it would like to know.")


def _show_later(found: Json) -> None:
    typer.echo(f"It is not asked before {shown_day(found['question']['later_until'])}.")
