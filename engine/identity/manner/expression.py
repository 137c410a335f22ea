"""The expression state: how it speaks with this person now, replaced as it changes ([C] §2)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.identity.records import Expression
from engine.identity.surroundings import Keeper
from engine.memory import NewNode, Node, NodeKind, Relational
from engine.vault import UnitOfWork
from engine.written import line

TITLE = "expression"
LONGEST_BASE = 200
NOTHING = "As always."


class ExpressionBook:
    """One expression of one companion with one person; `feeling` says how it feels now, in words."""

    def __init__(self, keeper: Keeper, feeling: Callable[[], str]) -> None:
        self._keeper, self._feeling = keeper, feeling

    def read(self) -> Expression:
        """As it is; empty before anything was said of it."""
        node = self.node()
        if node is None:
            return Expression()
        adjustments = () if node.relational is None else node.relational.communication_style
        base = node.text.splitlines()[0]
        return Expression(
            base="" if base == NOTHING else base,
            adjustments=adjustments,
            feeling=node.category,
            at=node.updated_at,
            sources=node.sources,
        )

    def node(self) -> Node | None:
        """Where it stands."""
        nodes = self._keeper.memory.nodes([NodeKind.EXPRESSION])
        return nodes[-1] if nodes else None

    def set_base(self, text: str) -> Expression:
        """Say how it speaks at all, in the person's words; nothing gives that up. Raises InvalidInputError."""
        base = line(text, "text", LONGEST_BASE) if text.strip() else ""
        return self._write(self.read().model_copy(update={"base": base}), None)

    def adjust(self, text: str, sources: Sequence[str] = (), unit: UnitOfWork | None = None) -> Expression:
        """Adjust it; the oldest adjustment gives way. Raises InvalidInputError."""
        wanted = line(text, "text", self._keeper.settings.adjustment_letters)
        known = self.read()
        others = [each for each in known.adjustments if each.casefold() != wanted.casefold()]
        adjustments = (*others, wanted)[-self._keeper.settings.adjustments :]
        cited = (*known.sources, *sources) if adjustments[:-1] else tuple(sources)
        changed = known.model_copy(update={"adjustments": adjustments, "sources": cited})
        return self._write(changed, unit)

    def reset(self) -> Expression:
        """Let no adjustment hold any more."""
        return self._write(self.read().model_copy(update={"adjustments": (), "sources": ()}), None)

    def _write(self, wanted: Expression, unit: UnitOfWork | None) -> Expression:
        new = NewNode(
            NodeKind.EXPRESSION,
            "\n".join([wanted.base or NOTHING, *wanted.adjustments]),
            title=TITLE,
            category=self._feeling(),
            relational=Relational(communication_style=wanted.adjustments),
            sources=wanted.sources,
        )
        remembered = self._keeper.memory.remember(replace(new, importance=0.5), unit)
        if unit is None:
            self._keeper.tell(remembered.node.ref)
        return self.read()
