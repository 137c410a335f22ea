"""One memory, `companion memory`, and all: `recall`, `place`, `archive` of what was put away, `contradictions`."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.lines import Line, shown
from companion.cli.verbs import Instead, Room, Said, Verb, command, group
from companion.service import Json

FOUND = Line(
    "{at:time}  [[{kind}]] [{title}: ][{speaker}: ]{text}[ ({private:?private})][ ({withdrawn:?withdrawn})]",
    below=("{ref}[  ← {sources}]",),
)


def _show_found(found: Json) -> None:
    for one in found["results"]:
        FOUND(one | {"speaker": one["who"] if one["from"] == "trail" else ""})
    if not found["results"]:
        warn("Nothing was found.")
    elif found["match"] == "no_match":
        warn(f"Nothing that was told surely bears on this: {found['reason']}.")


NAMES = {"valence": Said("--felt"), "min_importance": Said("--importance")}
recall = command(Verb("recall", "recall", _show_found, said=NAMES))

PLACE = Line("{place}", ("{label:?|the machine's name}",))
place = command(
    Verb(
        "place",
        "place",
        PLACE,
        "What memories call where you are: a name that you set, or the machine's. It is never looked up.",
        said={"label": Said(argument=True)},
        instead=(
            Instead("--machine", "place.set", words="The machine's name again.", fixed={"label": ""}),
            Instead("label", "place.set"),
        ),
    )
)

NODE = Line(
    "{row.at:time}  [[{row.kind}]][  ({row.private:?private})][  ({archived:?put away})]\n[{row.title}: ]{row.text}",
    below=(
        "ref:         {row.ref}",
        "category:    {category}",
        "tags:        {tags}",
        "place:       {place}",
        "mood:        [{mood.label} ]{mood.valence:+.2f}",
        "felt:        {felt}, intensity {intensity:.2f}",
        "importance:  {importance:.2f}",
        "strength:    {strength:.2f}",
        "confidence:  {confidence:.2f}",
        "version:     {version}",
        "brought up:  {accesses} times[, last {accessed_at:time}]",
        ("sources", Line("← {ref}  {text}")),
        ("links", Line("{out:?→|←} {type} ({strength:.2f})  {ref}  {text}")),
    ),
    words={"accesses": {"0": "0"}},
)
ITEM = Line("{at:time}  {text}[ → {how}]", below=("{id}",))
ON_ITS_MIND = {
    "context": "Going on",
    "tasks": "Tasks",
    "references": "Looked up",
    "unresolved": "Open questions of its own",
    "resolved": "Settled",
}


def _say_private(done: Json) -> None:
    if not done["row"]["private"]:
        warn("No longer private. What was made from it is as it was.")
        return
    count = len(done["besides"])
    warn("Private now." if not count else f"Private now, with {count} made from it.")


def _show_working(now: Json) -> None:
    for name, title in ON_ITS_MIND.items():
        if now[name]:
            typer.echo(title)
            shown(name, ITEM)(now)
    if not any(now.values()):
        warn("Nothing is on its mind.")


def _show_graph(found: Json) -> None:
    """Each memory with what leads from it; that one came after another shows by the order."""
    labels = {one["ref"]: one["label"] for one in found["vertices"]}
    for one in found["vertices"]:
        edges = [edge for edge in found["edges"] if edge["origin"] == one["ref"] and edge["type"] != "then"]
        VERTEX(one | {"edges": [edge | {"label": labels[edge["target"]]} for edge in edges]})
    if not found["vertices"]:
        warn("There is nothing to show yet.")
    if found["more"]:
        warn(f"{found['more']} more are left out.")


VERTEX = Line("{at:time}  {label}", ("{ref}",), (("edges", Line("{type:plain}: {label}")),))

memory = group(
    Verb("show", "memory.node", NODE),
    Verb("private", "memory.private", _say_private),
    Verb("link", "memory.link", "Linked.[ Which of the two is so waits for you{contradiction:?.}]"),
    Verb("unlink", "memory.unlink", "They are not linked so any more."),
    Verb("confirm", "memory.confirm", "Confirmed: [{row.title}: ]{row.text}"),
    Verb("reword", "memory.reword", "It says what you wrote: companion memory show {row.ref}"),
    Verb("unword", "memory.unword", "It says again: {row.text}"),
    Verb("graph", "memory.graph", _show_graph, said={"limit": Said(default=30)}),
    Verb("working", "memory.working", _show_working),
    Verb("settle", "memory.settle", "Settled: {item.text} → {item.how}"),
    room=Room(
        "memory",
        {},
        said={
            "node": Said("MEMORY"),
            "private": Said("--off", "Let it be brought up again, and it alone.", flag=(False, True)),
            "of": Said(
                "--concepts",
                "What is known, by its links, instead of what was lived.",
                flag=("concepts", "time"),
            ),
        },
        without=("list", "archive", "restore", "contradictions", "resolve", "reopen", "remember"),
    ),
)

RESTORED = Line("{dry_run:?It would be back|It is back}: {row.text}")

archive = group(
    Verb("restore", "memory.restore", RESTORED, said={"node": Said("MEMORY")}),
    first=Verb(
        "",
        "memory.list",
        shown("results", Line("{ref}  {text}"), "Nothing was put away."),
        "the latest of what was put away.",
        said={"limit": Said(default=50)},
        fixed={"archived": True},
        hidden=("kinds",),
    ),
)

OPEN = Line("{id}", below=("a: {a.text}", "b: {b.text}"))
OF_FACTS = Line("{question}  {text}")
SETTLED = Line(
    "{dry_run:?It would be settled. Nothing was changed.|Settled. Undo it: companion contradictions reopen} {id}"
)


def _show_contradictions(found: dict[str, Any]) -> None:
    """Memories, then facts, which are settled by an answer."""
    if not found["contradictions"] and not found["of_facts"]:
        warn("Nothing contradicts anything.")
    for one in found["contradictions"]:
        OPEN(one)
    for one in found["of_facts"]:
        OF_FACTS(one)
    if found["of_facts"]:
        warn("Facts are settled by an answer: companion facts questions.")


KEEP = Said(
    "--keep",
    "a, b, or both (true at different times).",
    choices={"a": "keep_a", "b": "keep_b", "both": "both"},
)

contradictions = group(
    Verb(
        "settle",
        "memory.resolve",
        SETTLED,
        "Say which is so; what is given up is kept in the archive.",
        said={"choice": KEEP, "text": Said(words="What is so instead of both.")},
        instead=(Instead("text", "memory.resolve", fixed={"choice": "merged"}),),
    ),
    Verb(
        "reopen",
        "memory.reopen",
        Line("{dry_run:?It would wait for you again. Nothing was changed.|It waits for you again.}"),
    ),
    first=Verb("", "memory.contradictions", _show_contradictions),
)
