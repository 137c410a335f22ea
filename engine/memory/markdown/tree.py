"""The rendered tree: core, working, episodic, semantic and links, made from records when asked for ([A] §7)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from engine.export import ITEM, flat, noted, snake_case
from engine.memory.graph.views import Change, Graph, concept_graph, temporal_graph
from engine.memory.kinds import TELLABLE, NodeKind
from engine.memory.markdown.reading import in_list
from engine.memory.records import Link, Node, Working, WorkingItem

Pages = Iterator[tuple[str, str]]
Local = Callable[[datetime], datetime]

SIGNIFICANCE = "emotional_significance"
"""The component that shares its page with key moments."""

# Where the nodes of a kind are read together; those with a page each are named by their title.
_TOGETHER = {
    NodeKind.CORE: ("core/core.md", "Core"),
    NodeKind.CORE_EXTENSION: ("core/core_extensions.md", "What became part of who I am"),
    NodeKind.VALUE: ("core/active_values.md", "Active values"),
    NodeKind.CAPABILITY: ("core/capability_map.md", "What works now"),
    NodeKind.IDENTITY: ("core/self_development.md", "How I am changing"),
    NodeKind.EXPRESSION: ("working/expression.md", "Expression"),
    NodeKind.COMPASS: ("working/compass.md", "Compass"),
    NodeKind.SHORTHAND: ("working/shorthand.md", "Shared shorthand"),
    NodeKind.ANCHOR: ("semantic/anchors.md", "Anchors"),
    NodeKind.ARTIFACT: ("semantic/artifacts.md", "Artifacts"),
    NodeKind.INSIGHT: ("semantic/critical_insights.md", "Critical insights"),
    NodeKind.CONCEPT: ("semantic/concepts.md", "Concepts"),
    NodeKind.DECISION: ("semantic/decisions.md", "Decisions"),
    NodeKind.MOMENT: ("episodic/moments.md", "Moments"),
    NodeKind.FEELING: ("episodic/feelings.md", "Feelings"),
    NodeKind.CONVERSATION: ("episodic/conversations.md", "Conversations"),
    NodeKind.MILESTONE: ("episodic/milestones.md", "Milestones"),
    NodeKind.KEY_MOMENT: ("episodic/key_moments.md", "Key moments"),
    NodeKind.EXPERIMENT: ("episodic/key_experiments.md", "Key experiments"),
    NodeKind.DISCOVERY: ("episodic/key_discoveries.md", "Key discoveries"),
}


def rendered_tree(
    nodes: Sequence[Node],
    links: Sequence[Link],
    working: Working,
    histories: Mapping[str, Sequence[Change]],
    local: Local,
) -> Pages:
    """Every rendered page as (path, text), empty ones left out. `nodes` are those that stand, by time."""
    for kind, (path, title) in _TOGETHER.items():
        yield from _node_page(path, title, [node for node in nodes if node.kind is kind], local)
    yield from _named_pages("core", NodeKind.COMPONENT, nodes, local)
    yield from _knowledge(nodes, local)
    yield from _significance(nodes, local)
    yield from working_pages(working, local)
    yield from _page("semantic/concepts_history.md", "How concepts came to be", _histories(histories, local))
    yield from _page("links/links.md", "Links", _link_lines(nodes, links))
    yield from _graph("episodic/history.json", temporal_graph(nodes, links))
    yield from _graph("semantic/concepts_graph.json", concept_graph(nodes, links))


def working_pages(working: Working, local: Local) -> Pages:
    """The working memory as `working/*.md`."""
    context = [working.context] if working.context else []
    parts: list[tuple[str, str, Iterable[WorkingItem]]] = [
        ("current_context", "What is going on", context),
        ("current_tasks", "Tasks", working.tasks),
        ("current_references", "References", working.references),
        ("unresolved", "Open questions of my own", working.unresolved),
        ("resolved", "Resolved, and how", working.resolved),
    ]
    for name, title, items in parts:
        yield from _page(f"working/{name}.md", title, [_working_line(item, local) for item in items])


def _line(node: Node, local: Local) -> str:
    begins, ends = _around(node, local)
    return f"{begins}{flat(node.text)}{ends}"


def _around(node: Node, local: Local) -> tuple[str, str]:
    """What stands on a node's line before its text, and after it."""
    stamp = _stamp(node.event_at, local)
    if node.kind is NodeKind.KEY_MOMENT:
        reason = f" {flat(node.resonance.reason)}" if node.resonance and node.resonance.reason else ""
        return f"{stamp}: ", f" (intensity={node.intensity:.2f}).{reason}"
    title = f"**{flat(node.title)}**: " if node.title else ""
    return f"{stamp}: {title}", f" [{flat(', '.join(node.tags))}]" if node.tags else ""


def _working_line(item: WorkingItem, local: Local) -> str:
    how = f" → {flat(item.how)}" if item.how else ""
    return f"{_stamp(item.at, local)}: {flat(item.text)}{how}"


def _knowledge(nodes: Sequence[Node], local: Local) -> Pages:
    """`semantic/knowledge_{domain}.md`, the domain being the category."""
    known = [node for node in nodes if node.kind is NodeKind.KNOWLEDGE]
    for domain in sorted({_domain(node) for node in known}):
        chosen = [node for node in known if _domain(node) == domain]
        yield from _node_page(f"semantic/knowledge_{domain}.md", f"Knowledge: {domain}", chosen, local)


def _named_pages(folder: str, kind: NodeKind, nodes: Sequence[Node], local: Local) -> Pages:
    chosen = [node for node in nodes if node.kind is kind and node.title != SIGNIFICANCE]
    for name in sorted({snake_case(node.title or kind) for node in chosen}):
        lines = [_line(node, local) for node in chosen if snake_case(node.title or kind) == name]
        yield from _page(f"{folder}/{name}.md", name.replace("_", " ").capitalize(), lines)


def _significance(nodes: Sequence[Node], local: Local) -> Pages:
    """`core/emotional_significance.md`: what it is in a few words, then the anchors in time, most intense first."""
    told = [node for node in nodes if node.kind is NodeKind.COMPONENT and node.title == SIGNIFICANCE]
    moments = [node for node in nodes if node.kind is NodeKind.KEY_MOMENT]
    ordered = sorted(moments, key=lambda node: -node.intensity)
    lines = [_line(node, local) for node in (*told, *ordered)]
    yield from _page("core/emotional_significance.md", "Chronological anchors", lines)


def _histories(histories: Mapping[str, Sequence[Change]], local: Local) -> list[str]:
    return [
        f"{_stamp(change.at, local)}: {flat(change.text)}"
        for history in histories.values()
        if len(history) > 1
        for change in history
    ]


def _link_lines(nodes: Sequence[Node], links: Sequence[Link]) -> list[str]:
    names = {node.id: flat(node.title or node.text[:60]) for node in nodes}
    return [
        f"{names[link.origin]} — {link.type} ({link.strength:.2f}) → {names[link.target]}"
        for link in links
        if link.origin in names and link.target in names
    ]


def _graph(path: str, graph: Graph) -> Pages:
    if graph.vertices:
        yield path, json.dumps(asdict(graph), ensure_ascii=False, indent=1, default=str) + "\n"


def _node_page(path: str, title: str, nodes: Sequence[Node], local: Local) -> Pages:
    """A page of nodes; what a person may tell in a file can be read back from it."""
    if nodes:
        yield path, f"# {title}\n\n" + "".join(_item(node, local) for node in nodes)


def _item(node: Node, local: Local) -> str:
    line = _line(node, local)
    return noted(line, in_list(node, *_around(node, local))) if node.kind in TELLABLE else f"{ITEM}{line}\n"


def _page(path: str, title: str, lines: Sequence[str]) -> Pages:
    if lines:
        yield path, f"# {title}\n\n" + "".join(f"{ITEM}{line}\n" for line in lines)


def _stamp(at: datetime, local: Local) -> str:
    return f"{local(at):%Y-%m-%d %H:%M}"


def _domain(node: Node) -> str:
    return snake_case(node.category or "general")
