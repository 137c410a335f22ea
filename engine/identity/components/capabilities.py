"""The capability map: what the real parts can do now, rebuilt from their state and never invented ([C] §1)."""

from collections.abc import Callable

from engine.identity.records import Ability
from engine.identity.surroundings import Keeper, Surroundings
from engine.memory import NewNode, Node, NodeKind

CAN, CANNOT = "can", "cannot"


class CapabilityMap:
    """What works and what does not, as nodes that follow the state of models, devices and tools."""

    def __init__(self, keeper: Keeper, around: Callable[[], Surroundings]) -> None:
        self._keeper, self._around = keeper, around

    def rebuild(self) -> list[Ability]:
        """Let the nodes say what is so now; only what changed is written. Returns what is so."""
        found = list(self._around().abilities())
        standing = {node.title: node for node in self._nodes()}
        names = {one.name for one in found}
        for title, node in standing.items():
            if title not in names:
                self._keeper.memory.archive(node.id)
        for one in found:
            if one.name not in standing or standing[one.name].text != _text(one):
                self._remember(one)
        return found

    def read(self) -> list[Ability]:
        """As it was when the map was last rebuilt."""
        return [
            Ability(name=node.title, can=CAN in node.tags, detail=node.text.partition(": ")[2])
            for node in self._nodes()
        ]

    def _remember(self, one: Ability) -> None:
        tag = CAN if one.can else CANNOT
        new = NewNode(NodeKind.CAPABILITY, _text(one), title=one.name, tags=(tag,), synthesis="state")
        self._keeper.memory.remember(new)

    def _nodes(self) -> list[Node]:
        return self._keeper.memory.nodes([NodeKind.CAPABILITY])


def _text(one: Ability) -> str:
    said = f"I can {one.name}" if one.can else f"I cannot {one.name} now"
    return f"{said}: {one.detail}" if one.detail else said
