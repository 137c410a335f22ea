"""`companion memory`: one memory in full, its links, and what is private."""

from typing import Annotated

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.requests.memory.tending import DrawnType
from companion.service import Json

app = typer.Typer()
Id = Annotated[str, typer.Argument(help="Its id or ref, as `companion recall` prints it.")]
Origin = Annotated[str, typer.Argument(help="The memory that the link begins at.")]
Target = Annotated[str, typer.Argument(help="The memory that it leads to.")]
Type = Annotated[DrawnType, typer.Argument(help="How the first stands to the second.")]


@app.command()
def show(context: typer.Context, memory: Id, as_json: AsJson = False) -> None:
    """All that is kept of a memory, what it rests on, and what it hangs together with."""
    answer(context, "memory.node", {"node": memory}, as_json=as_json, show=_show_node)


@app.command()
def private(
    context: typer.Context,
    memory: Id,
    off: Annotated[bool, typer.Option("--off", help="Let it be brought up again, and it alone.")] = False,
    as_json: AsJson = False,
) -> None:
    """Never bring it up unasked nor tell another program, with all that was made from it."""
    wanted = {"node": memory, "private": not off}
    answer(context, "memory.private", wanted, as_json=as_json, show=_say_private)


@app.command()
def link(
    context: typer.Context,
    origin: Origin,
    type_: Type,
    target: Target,
    *,
    strength: Annotated[float, typer.Option("--strength", min=0, max=1, help="How firmly.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Join two memories; one that contradicts another waits for you to settle it."""
    wanted = {"origin": origin, "target": target, "type": type_.value, "strength": strength}
    answer(context, "memory.link", wanted, as_json=as_json, show=_say_linked)


@app.command()
def unlink(
    context: typer.Context, origin: Origin, type_: Type, target: Target, as_json: AsJson = False
) -> None:
    """Take a link away."""
    wanted = {"origin": origin, "target": target, "type": type_.value}
    answer(
        context,
        "memory.unlink",
        wanted,
        as_json=as_json,
        show=lambda _: warn("They are not linked so any more."),
    )


@app.command()
def confirm(context: typer.Context, memory: Id, as_json: AsJson = False) -> None:
    """Say that it still holds: its age counts from now."""
    answer(context, "memory.confirm", {"node": memory}, as_json=as_json, show=_say_confirmed)


@app.command()
def graph(
    context: typer.Context,
    *,
    concepts: Annotated[
        bool, typer.Option("--concepts", help="What is known, by its links, instead of what was lived.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", min=2, max=200, help="How many at most.")] = 30,
    as_json: AsJson = False,
) -> None:
    """How memories hang together: what was lived in its order, or what is known."""
    wanted = {"of": "concepts" if concepts else "time", "limit": limit}
    answer(context, "memory.graph", wanted, as_json=as_json, show=_show_graph)


@app.command()
def working(context: typer.Context, as_json: AsJson = False) -> None:
    """What is on its mind: what is going on, its tasks, what it looked up, its own questions, and what it settled."""
    answer(context, "memory.working", {}, as_json=as_json, show=_show_working)


@app.command()
def settle(
    context: typer.Context,
    item: Annotated[str, typer.Argument(help="The id of a task or question, as `memory working` prints it.")],
    how: Annotated[str, typer.Argument(help="How it was done or answered.")],
    as_json: AsJson = False,
) -> None:
    """Settle a task or a question of its own, and say how."""
    answer(context, "memory.settle", {"item": item, "how": how}, as_json=as_json, show=_say_settled)


def _show_node(found: Json) -> None:
    row = found["row"]
    marks = [word for word, so in (("private", row["private"]), ("put away", found["archived"])) if so]
    head = [shown_time(row["at"]), f"[{row['kind']}]", *(f"({mark})" for mark in marks)]
    typer.echo("  ".join(head))
    typer.echo(f"{row['title']}: {row['text']}" if row["title"] else row["text"])
    for name, value in _figures(found):
        typer.echo(f"  {name + ':':12s} {value}")
    for root in found["sources"]:
        typer.echo(f"  ← {root['ref']}  {root['text']}".rstrip())
    for one in found["links"]:
        arrow = "→" if one["out"] else "←"
        typer.echo(f"  {arrow} {one['type']} ({one['strength']:.2f})  {one['ref']}  {one['text']}")


def _figures(found: Json) -> list[tuple[str, str]]:
    mood, accessed = found["mood"], found["accessed_at"]
    last = f", last {shown_time(accessed)}" if accessed else ""
    told = [
        ("ref", found["row"]["ref"]),
        ("category", found["category"]),
        ("tags", ", ".join(found["tags"])),
        ("place", found["place"] or ""),
        ("mood", f"{mood['label'] or ''} {mood['valence']:+.2f}".strip() if mood else ""),
        ("felt", f"{found['felt']}, intensity {found['intensity']:.2f}" if found["felt"] else ""),
        ("importance", f"{found['importance']:.2f}"),
        ("strength", f"{found['strength']:.2f}"),
        ("confidence", f"{found['confidence']:.2f}"),
        ("version", str(found["version"])),
        ("brought up", f"{found['accesses']} times{last}"),
    ]
    return [(name, value) for name, value in told if value]


def _say_private(done: Json) -> None:
    if not done["row"]["private"]:
        warn("No longer private. What was made from it is as it was.")
        return
    count = len(done["besides"])
    warn("Private now." if not count else f"Private now, with {count} made from it.")


def _say_linked(done: Json) -> None:
    warn("Linked. Which of the two is so waits for you." if done["contradiction"] else "Linked.")


def _show_working(now: Json) -> None:
    parts = [
        ("Going on", [now["context"]] if now["context"] else []),
        ("Tasks", now["tasks"]),
        ("Looked up", now["references"]),
        ("Open questions of its own", now["unresolved"]),
        ("Settled", now["resolved"]),
    ]
    for title, items in parts:
        if items:
            typer.echo(title)
        for one in items:
            how = f" → {one['how']}" if one["how"] else ""
            typer.echo(f"  {shown_time(one['at'])}  {one['text']}{how}\n    {one['id']}")
    if not any(items for _, items in parts):
        warn("Nothing is on its mind.")


def _say_settled(done: Json) -> None:
    warn(f"Settled: {done['item']['text']} → {done['item']['how']}")


def _say_confirmed(done: Json) -> None:
    warn(f"Confirmed: {done['row']['title'] or done['row']['text']}")


def _show_graph(found: Json) -> None:
    """Each memory with what leads from it; that one came after another shows by the order."""
    labels = {one["ref"]: one["label"] for one in found["vertices"]}
    for one in found["vertices"]:
        typer.echo(f"{shown_time(one['at'])}  {one['label']}  [{one['ref']}]")
        for edge in found["edges"]:
            if edge["origin"] == one["ref"] and edge["type"] != "then":
                typer.echo(f"    {edge['type'].replace('_', ' ')}: {labels[edge['target']]}")
    if not found["vertices"]:
        warn("There is nothing to show yet.")
    if found["more"]:
        warn(f"{found['more']} more are left out.")
