"""`companion facts` and `companion remember`: what is understood about you, and how to put it right."""

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, invocation, print_json, warn
from companion.cli.talk import reached
from companion.service import Json
from engine.memory import NodeKind
from engine.person import FactStatus, Lens

app = typer.Typer(help="What is understood about you.", no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]
Which = Annotated[str, typer.Argument(help="Its id, or words that say which one you mean.")]
QuestionId = Annotated[str, typer.Argument(help="The id of the question.")]
_SIGNS = {"active": " ", "retired": "×", "disputed": "?", "pending": "…"}


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
    as_json: AsJson = False,
) -> None:
    """Tell it something: a fact about you, or with --as what happened, was felt, decided or understood."""
    if kind is not None:
        _remember_node(context, {"kind": kind.value, "text": text, "private": private}, as_json=as_json)
        return
    asked = {
        "text": text, "lens": lens.value if lens else None, "topic": topic, "safety": safety, "private": private,
    }  # fmt: skip
    _change(context, "person.remember", asked, as_json=as_json)


def _remember_node(context: typer.Context, asked: dict[str, Any], *, as_json: bool) -> None:
    kept = _asked(context, "memory.remember", asked)
    if _wants_json(context, as_json):
        print_json(kept)
        return
    other = f"  ← {kept['other']}" if kept["other"] else ""
    typer.echo(f"Kept as a {kept['kind']} ({kept['outcome']}): {kept['text']}\n    {kept['ref']}{other}")


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
    asked = {"lens": lens.value if lens else None, "status": None if every else status.value}
    found = _asked(context, "person.facts", asked)
    if _wants_json(context, as_json):
        print_json(found)
    else:
        _show_facts(found["facts"])


@app.command()
def correct(
    context: typer.Context,
    which: Which,
    text: Annotated[str, typer.Argument(help="What is true instead.")],
    as_json: AsJson = False,
) -> None:
    """Say what is true instead; the old version stays in its history, and shapes nothing any more."""
    _change(context, "person.correct", {"fact": which, "text": text}, as_json=as_json)


@app.command()
def forget(context: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Let a fact go: it shapes nothing any more."""
    _change(context, "person.forget", {"fact": which}, as_json=as_json)


@app.command()
def dispute(context: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Put a fact in doubt: it is not used until you have said whether it is right."""
    _change(context, "person.dispute", {"fact": which}, as_json=as_json)


@app.command()
def why(context: typer.Context, which: Which, as_json: AsJson = False) -> None:
    """Where a fact comes from: your own words, and its earlier versions."""
    found = _asked(context, "person.why", {"fact": which})
    _leave_unclear(context, found, as_json=as_json)
    if _wants_json(context, as_json):
        print_json(found)
        return
    _show_facts([found["fact"]])
    for step in found["steps"]:
        taken_back = " (taken back)" if step["withdrawn"] else ""
        typer.echo(f"    {_day(step['at'])}  {step['speaker']}: {step['text']}{taken_back}")
    for fact in found["earlier"]:
        typer.echo(f"    until {_day(fact['valid_until'] or fact['updated_at'])}: {fact['text']}")


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="A question or a claim about you.")],
    as_json: AsJson = False,
) -> None:
    """What is known about a claim: strong, weak or no match, with the reason."""
    found = _asked(context, "person.search", {"query": query})
    if _wants_json(context, as_json):
        print_json(found)
        return
    typer.echo(f"{found['status'].replace('_', ' ')}: {found['reason']}")
    _show_facts([match["fact"] for match in found["matches"]])


@app.command()
def questions(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="Settled ones too.")] = False,
    as_json: AsJson = False,
) -> None:
    """What it would like to know from you."""
    found = _asked(context, "person.questions", {"all": every})
    if _wants_json(context, as_json):
        print_json(found)
        return
    for one in found["questions"]:
        typer.echo(f"{one['id']}  {one['status']:<9}  {one['text']}")
    if not found["questions"]:
        warn("There is no question.")


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
    _change(context, "person.answer", {"question": question, "answer": given}, as_json=as_json)


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
    found = _asked(context, "person.later", {"question": question, "until": when})
    if _wants_json(context, as_json):
        print_json(found)
    else:
        typer.echo(f"Not before {_day(found['question']['later_until'])}.")


@app.command()
def dismiss(context: typer.Context, question: QuestionId, as_json: AsJson = False) -> None:
    """Never ask me this again."""
    _change(context, "person.dismiss", {"question": question}, as_json=as_json)


@app.command()
def undo(
    context: typer.Context,
    update: Annotated[str | None, typer.Argument(help="The id of the change; without one, the last.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take a change back."""
    _change(context, "person.undo", {"update": update}, as_json=as_json)


def _change(context: typer.Context, request: str, parameters: Json, *, as_json: bool) -> None:
    done = _asked(context, request, parameters)
    _leave_unclear(context, done, as_json=as_json)
    if _wants_json(context, as_json):
        print_json(done)
        return
    typer.echo(f"{done['outcome'].capitalize()}: {done['reason']} ({done['update']})")
    _show_facts(done["facts"])
    if done["question"]:
        typer.echo(f"{done['question']['id']}  {done['question']['text']}")


def _asked(context: typer.Context, request: str, parameters: Json) -> Json:
    with reached(invocation(context)) as service:
        found = service.submit(request, parameters).result()
        service.retire()
    return found


def _leave_unclear(context: typer.Context, found: Json, *, as_json: bool) -> None:
    """It is not clear which fact is meant: list those that may be and leave, nothing was changed."""
    if "candidates" not in found:
        return
    if _wants_json(context, as_json):
        print_json(found)
    else:
        warn("It is not clear which fact you mean; name it by its id:")
        _show_facts(found["candidates"])
    raise typer.Exit(ExitCode.UNCLEAR)


def _wants_json(context: typer.Context, as_json: bool) -> bool:
    call: Invocation = invocation(context)
    return as_json or call.as_json


def _show_facts(facts: list[dict[str, Any]]) -> None:
    for fact in facts:
        sign = _SIGNS[fact["status"]]
        typer.echo(
            f"{fact['id']}  {fact['lens']:<8} {sign} {fact['text']}  [{fact['topic']}, {fact['source']}]"
        )


def _day(stored: str) -> str:
    return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d}"
