"""`companion facts` and `companion remember`: what is understood about you, and how to put it right."""

from functools import partial
from typing import Annotated

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, Show, answer, every, says, shown_day
from companion.cli.rooms.fact_lines import (
    KNOWN,
    held,
    show_change,
    show_fact,
    show_facts,
    show_inferred,
    show_memory,
    show_question,
)
from companion.cli.verbs import Said, Verb, group
from companion.inferred import InferredRoom
from companion.service import Json
from engine.memory import NodeKind
from engine.person import FactStatus, Lens

FACTS = every("facts", show_fact, "There is no such fact: companion remember TEXT.")
INFERRED = every("inferred", show_inferred, "Nothing is inferred about you.")
TAKEN_BACK = says("Taken back: it shapes nothing any more.")
NO_QUESTION = "There is nothing it would like to know."


def _unless_unclear(show: Show) -> Show:
    """Where it is not clear which fact is meant, nothing was changed."""

    def shown(found: Json) -> None:
        if "candidates" in found:
            warn("It is not clear which fact you mean; name it by its id:")
            show_facts(found["candidates"])
        else:
            show(found)

    return shown


def _code(found: Json) -> ExitCode:
    return ExitCode.UNCLEAR if "candidates" in found else ExitCode.DONE


def _changing(name: str) -> Verb:
    """A command that changes a fact; it and its request have one name."""
    show = _unless_unclear(partial(show_change, name))
    return Verb(name, f"person.{name}", show, said=SAID, hidden=("quote", "step_ids"), code=_code)


def _show_why(found: Json) -> None:
    show_facts([found["fact"]])
    typer.echo(f"    {held(found['fact'])}")
    for step in found["steps"]:
        taken_back = "  [taken back]" if step["withdrawn"] else ""
        typer.echo(f"    {shown_day(step['at'])}  {step['speaker']}: {step['text']}{taken_back}")
    for fact in found["earlier"]:
        typer.echo(f"    until {shown_day(fact['valid_until'] or fact['updated_at'])}: {fact['text']}")


def _show_inferred_why(found: Json) -> None:
    show_inferred(found["inferred"])
    for source in found["sources"]:
        who = f"{source['who']}: {source['text']}" if source["text"] else source["ref"]
        typer.echo(f"    {shown_day(source['at'])}  {who}" if source["at"] else f"    {who}")


def _show_matches(found: Json) -> None:
    typer.echo(f"{KNOWN[found['status']]}: {found['reason']}")
    show_facts([match["fact"] for match in found["matches"]])


def says_until(found: Json) -> None:
    """When a question is asked again."""
    typer.echo(f"It is not asked before {shown_day(found['question']['later_until'])}.")


SAID = {
    "fact": Said("WHICH"),
    "accept": Said("--yes/--no", "Whether it is so."),
    "keep": Said("--keep", "The id of a fact that is right; may be repeated."),
    "text": Said(words="What is true instead."),
    "update": Said(argument=True),
}

app = group(
    _changing("correct"),
    _changing("forget"),
    _changing("dispute"),
    Verb("why", "person.why", _unless_unclear(_show_why), said=SAID, code=_code),
    Verb("search", "person.search", _show_matches),
    Verb("questions", "person.questions", every("questions", show_question, NO_QUESTION)),
    _changing("answer"),
    Verb("later", "person.later", says_until),
    _changing("dismiss"),
    _changing("undo"),
)
app.info.no_args_is_help = True


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
        answer(context, "memory.remember", kept, as_json=as_json, show=show_memory)
        return
    told = {
        "text": text, "lens": lens.value if lens else None, "topic": topic, "safety": safety, "private": private,
    }  # fmt: skip
    answer(context, "person.remember", told, as_json=as_json, show=partial(show_change, "remember"))


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
    answer(context, "person.facts", wanted, as_json=as_json, show=FACTS)


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
        answer(
            context,
            "inferred.take_back",
            {"ref": ref},
            as_json=as_json,
            show=TAKEN_BACK,
        )
        return
    if ref:
        answer(context, "inferred.why", {"ref": ref}, as_json=as_json, show=_show_inferred_why)
        return
    wanted = {"room": room.value if room else None}
    answer(
        context,
        "inferred",
        wanted,
        as_json=as_json,
        show=INFERRED,
    )
