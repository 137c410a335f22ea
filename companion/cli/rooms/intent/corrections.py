"""`companion corrections`: mistakes that it is not to make again."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.service import Json

app = typer.Typer(invoke_without_command=True)


@app.callback()
def corrections(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: every correction, those most in use first."""
    if context.invoked_subcommand is None:
        answer(context, "corrections.list", {}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(context: typer.Context, as_json: AsJson = False) -> None:
    """Every correction, those most in use first."""
    answer(context, "corrections.list", {}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    mistake: Annotated[str, typer.Argument(help="What it did wrong.")],
    correction: Annotated[str, typer.Argument(help="What it should do instead.")],
    *,
    why: Annotated[str, typer.Option("--context", help="When and why it happened.")] = "",
    technical: Annotated[bool, typer.Option("--technical", help="About a task, not about manner.")] = False,
    fails_when: Annotated[str, typer.Option(help="When it is a mistake.")] = "",
    fine_when: Annotated[str, typer.Option(help="When it is no mistake.")] = "",
    as_json: AsJson = False,
) -> None:
    """Correct what it does. What is wrong about you is corrected by `companion facts correct`."""
    asked = {
        "mistake": mistake,
        "correction": correction,
        "context": why,
        "type": "technical" if technical else "tendency",
        "fails_when": fails_when,
        "fine_when": fine_when,
    }
    answer(context, "corrections.add", asked, as_json=as_json, show=_show)


@app.command()
def check(
    context: typer.Context,
    task: Annotated[str, typer.Argument(help="What is to be done.")],
    as_json: AsJson = False,
) -> None:
    """Which corrections speak up for a task."""
    answer(context, "corrections.match", {"task": task}, as_json=as_json, show=_show_matches)


@app.command()
def remove(
    context: typer.Context,
    correction: Annotated[str, typer.Argument(help="Its id.")],
    as_json: AsJson = False,
) -> None:
    """Delete a correction; nothing else ever does."""
    answer(context, "corrections.remove", {"correction": correction}, as_json=as_json, show=_show_removed)


@app.command()
def route(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What is wrong, in your words.")],
    as_json: AsJson = False,
) -> None:
    """Whether something wrong is about you (a fact) or about what it did (a correction)."""
    answer(context, "corrections.route", {"text": text}, as_json=as_json, show=_show_route)


def _show_all(found: Json) -> None:
    for each in found["corrections"]:
        _say(each)
    if not found["corrections"]:
        warn("There is no correction: companion corrections add MISTAKE CORRECTION.")


def _show(found: Json) -> None:
    _say(found["correction"])


def _show_removed(found: Json) -> None:
    warn(f"Forgotten: {found['removed']['correction']}")


def _show_matches(found: Json) -> None:
    for each in found["matches"]:
        typer.echo(f"{each['relevance']:.2f}  {each['correction']['correction']}")
    if not found["matches"]:
        warn("No correction speaks up for that.")


def _show_route(found: Json) -> None:
    if found["wrong"] == "person":
        typer.echo("About you: companion facts correct FACT TEXT")
    else:
        typer.echo("About what it did: companion corrections add MISTAKE CORRECTION")


def _say(each: dict[str, Any]) -> None:
    marks = [f"used {each['activations']}×"] if each["activations"] else []
    marks += [f"corrected {each['times']}×"] if each["times"] > 1 else []
    marks += ["dormant"] if each.get("dormant") else []
    extra = f"  [{', '.join(marks)}]" if marks else ""
    typer.echo(f"{each['id']}  {each['correction']}{extra}\n    not: {each['mistake']}")
    for name, words in (("fails_when", "when"), ("fine_when", "fine when")):
        if each[name]:
            typer.echo(f"    {words}: {each[name]}")
