"""Active values: at most five, the strongest themes of the component `values` ([A] §9, `one-mind.md` "Nodes")."""

from collections.abc import Sequence

from engine.identity.keeping import Keeper
from engine.identity.records import Component, Theme
from engine.memory import NewNode, Node, NodeKind

LONGEST_NAME = 60


class Values:
    """What matters to the companion now. A value that is none of the strongest any more is put away."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def active(self) -> list[Node]:
        """At most five, the weightiest first."""
        nodes = self._keeper.memory.nodes([NodeKind.VALUE])
        return sorted(nodes, key=lambda node: -node.importance)[: self._keeper.settings.values_active]

    def follow(self, component: Component) -> list[Node]:
        """Let the themes of a new version be the active values."""
        named = dict(_named(component))
        chosen = list(named)[: self._keeper.settings.values_active]
        kept = {each.casefold() for each in chosen}
        for node in self._keeper.memory.nodes([NodeKind.VALUE]):
            if node.title.casefold() not in kept:
                self._keeper.memory.archive(node.id)
        for name in chosen:
            self._remember(name, named[name], component.sources)
        return self.active()

    def _remember(self, name: str, theme: Theme, sources: Sequence[str]) -> None:
        new = NewNode(
            NodeKind.VALUE,
            name,
            title=name,
            importance=theme.intensity,
            sources=tuple(sources),
            synthesis="values",
        )
        self._keeper.memory.remember(new)


def _named(component: Component) -> list[tuple[str, Theme]]:
    """Each theme with its line in the component, as its name."""
    return [(line.strip('"').rstrip(".")[:LONGEST_NAME], theme) for theme, line in component.lines]
