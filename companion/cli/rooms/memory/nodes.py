"""`companion memory`: one memory in full, its links, and what is private."""

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import says, shown_time
from companion.cli.verbs import Said, Verb, group
from companion.service import Json


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


MEMORY = Said("MEMORY")
OFF = Said("--off", "Let it be brought up again, and it alone.", flag=(False, True))
CONCEPTS = Said(
    "--concepts", "What is known, by its links, instead of what was lived.", flag=("concepts", "time")
)

app = group(
    Verb("show", "memory.node", _show_node, said={"node": MEMORY}),
    Verb("private", "memory.private", _say_private, said={"node": MEMORY, "private": OFF}),
    Verb("link", "memory.link", _say_linked),
    Verb("unlink", "memory.unlink", says("They are not linked so any more.")),
    Verb("confirm", "memory.confirm", _say_confirmed, said={"node": MEMORY}),
    Verb(
        "reword",
        "memory.reword",
        says("It says what you wrote: companion memory show {row[ref]}"),
        said={"node": MEMORY},
    ),
    Verb("unword", "memory.unword", says("It says again: {row[text]}"), said={"node": MEMORY}),
    Verb("graph", "memory.graph", _show_graph, said={"of": CONCEPTS, "limit": Said(default=30)}),
    Verb("working", "memory.working", _show_working),
    Verb("settle", "memory.settle", says("Settled: {item[text]} → {item[how]}")),
)
