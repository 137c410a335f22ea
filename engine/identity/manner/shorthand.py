"""Words that two share, and the feelings that they bring: opened up where they are said ([C] §5.5)."""

import re
from collections.abc import Sequence

from engine.identity.records import IdentityMissingError, Shorthand
from engine.identity.surroundings import Keeper
from engine.memory import NewNode, Node, NodeKind, Relational
from engine.vault import UnitOfWork
from engine.written import line

LONGEST_TERM, LONGEST_MEANING, LONGEST_MACRO = 40, 160, 24
SEPARATOR = "|"


class ShorthandBook:
    """The shared words of one companion with one person; one stands for each term, the last that was said."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def all(self) -> list[Shorthand]:
        """Every one, newest last."""
        return [_shorthand(node) for node in self._nodes()]

    def learn(
        self,
        term: str,
        meaning: str,
        *,
        context: str = "",
        macros: Sequence[str] = (),
        sources: Sequence[str] = (),
        unit: UnitOfWork | None = None,
    ) -> Shorthand:
        """Keep what a term means between the two; it takes the place of what it meant before.

        Raises InvalidInputError.
        """
        word, said = line(term, "term", LONGEST_TERM), line(meaning, "meaning", LONGEST_MEANING)
        felt = self._macros(macros)
        new = NewNode(
            NodeKind.SHORTHAND,
            f"{word}: {said}",
            title=word,
            category=" ".join(context.split())[:LONGEST_MEANING],
            relational=Relational(
                shared_vocabulary={word: said}, emotional_macro=SEPARATOR.join(felt) or None
            ),
            sources=tuple(sources),
        )
        remembered = self._keeper.memory.remember(new, unit)
        if unit is None:
            self._keeper.tell(remembered.node.ref)
        return _shorthand(remembered.node)

    def drop(self, term: str) -> str:
        """Share it no longer; returns the ref of what must stop shaping answers. Raises IdentityMissingError."""
        found = next(
            (node for node in self._nodes() if node.title.casefold() == term.strip().casefold()), None
        )
        if found is None:
            raise IdentityMissingError("No shared word is called so.")
        self._keeper.memory.archive(found.id)
        self._keeper.tell(found.ref)
        return found.ref

    def said_in(self, text: str) -> list[Shorthand]:
        """Those whose term stands in `text` as a word of its own, the first ones."""
        found = [one for one in self.all() if _stands_in(one.term, text)]
        return found[: self._keeper.settings.shorthands_told]

    def _macros(self, macros: Sequence[str]) -> list[str]:
        given = (part for each in macros for part in each.split(SEPARATOR))
        made = dict.fromkeys(" ".join(each.split()).casefold()[:LONGEST_MACRO] for each in given)
        return [each for each in made if each][: self._keeper.settings.macros]

    def _nodes(self) -> list[Node]:
        return self._keeper.memory.nodes([NodeKind.SHORTHAND])


def _shorthand(node: Node) -> Shorthand:
    known = node.relational
    vocabulary = {} if known is None else dict(known.shared_vocabulary)
    macro = "" if known is None or known.emotional_macro is None else known.emotional_macro
    meaning = vocabulary.get(node.title, node.text.partition(": ")[2] or node.text)
    return Shorthand(
        term=node.title or node.text,
        meaning=meaning,
        context=node.category,
        macros=tuple(each for each in macro.split(SEPARATOR) if each),
        node=node.id,
        sources=node.sources,
    )


def _stands_in(term: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE) is not None
