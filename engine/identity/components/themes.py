"""What is said again and again: sentences of notes, grouped by what they mean ([A] §9).

At most five, the strongest of the component `values`, are active values (`one-mind.md` "Nodes").
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.embedding import Vectors
from engine.identity.meaning import Meaning, shared_words
from engine.identity.records import Component, Experience, Input, Theme
from engine.identity.surroundings import Keeper
from engine.identity.wording import Row
from engine.memory import NewNode, Node, NodeKind
from engine.search import sentences
from engine.settings import IdentitySettings

LONGEST = 240

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with what it was noted in."""

    text: str
    of: Experience


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences that say the same, the most intense first."""

    sentences: tuple[Sentence, ...]

    @property
    def experiences(self) -> tuple[Experience, ...]:
        """What they were noted in, each once."""
        unique = {(one.of.at, one.of.sources): one.of for one in self.sentences}
        return tuple(unique.values())

    def theme(self) -> Theme:
        """As it is kept: frequency and mean intensity are of notes, not of sentences."""
        noted = self.experiences
        questions = (one.question for one in noted if one.question is not None)
        quoted = {one.text: one.of.sources[0] for one in reversed(self.sentences)}
        quotes = tuple(dict.fromkeys(one.text for one in self.sentences))
        return Theme(
            quotes=quotes,
            mentions=len(noted),
            intensity=sum(one.intensity for one in noted) / len(noted),
            questions=tuple(dict.fromkeys(questions)),
            sources=tuple(quoted[text] for text in quotes),
        )


def chosen(
    row: Row, experiences: Collection[Experience], meaning: Meaning, settings: IdentitySettings
) -> list[Sentence]:
    """The sentences that a component is made from: of its inputs, and about what it asks."""
    fitting = [one for one in experiences if _fits(one, row.inputs, settings)]
    whole = [Sentence(one.text[:LONGEST], one) for one in fitting if one.kind is not Input.NOTES]
    parts = [
        Sentence(part[:LONGEST], one)
        for one in fitting
        if one.kind is Input.NOTES
        for part in sentences(one.text)
    ]
    return [*whole, *_about(row.asks, parts, meaning, settings.kindred_from)]


def grouped(found: Sequence[Sentence], meaning: Meaning, settings: IdentitySettings) -> list[Group]:
    """Groups of sentences that say the same in enough notes, by frequency × mean intensity, the first few.

    Deterministic: each sentence, the most intense first, joins the group whose middle it is nearest to.
    """
    ordered = sorted(found, key=lambda one: (-one.of.intensity, one.of.at, one.text))
    rows = meaning.vectors([one.text for one in ordered])

    def nearness(at: int, members: list[int]) -> float:
        if rows is None:
            return shared_words(ordered[at].text, ordered[members[0]].text)
        return _to_middle(rows, at, members)

    places = _clustered(len(ordered), nearness, settings.theme_from)
    groups = [Group(tuple(ordered[at] for at in members)) for members in places]
    said = [one for one in groups if len(one.experiences) >= settings.theme_mentions]
    said.sort(key=lambda one: -one.theme().weight)
    return said[: settings.themes]


def _fits(one: Experience, inputs: Collection[Input], settings: IdentitySettings) -> bool:
    wanted = set(inputs)
    if one.kind is not Input.NOTES:
        return one.kind in wanted
    return (
        Input.NOTES in wanted
        or (Input.ALIGNED in wanted and one.alignment > settings.values_alignment)
        or (Input.STRONG in wanted and one.intensity > settings.significance_above)
    )


def _about(asks: Sequence[str], parts: Sequence[Sentence], meaning: Meaning, least: float) -> list[Sentence]:
    """Those that are like one of `asks`; all where nothing is asked. By meaning alone: words would not tell."""
    if not asks or not parts:
        return list(parts)
    wanted, rows = meaning.vectors(asks), meaning.vectors([one.text for one in parts])
    if wanted is None or rows is None:
        return []
    near = (rows @ wanted.T).max(axis=1)
    return [one for one, score in zip(parts, near, strict=True) if score >= least]


def _clustered(count: int, nearness: Callable[[int, list[int]], float], least: float) -> list[list[int]]:
    """Places of alike things; each, in order, joins the group that `nearness` puts it nearest to, from `least`."""
    groups: list[list[int]] = []
    for at in range(count):
        scores = [nearness(at, members) for members in groups]
        best = max(range(len(scores)), key=scores.__getitem__, default=None)
        if best is not None and scores[best] >= least:
            groups[best].append(at)
        else:
            groups.append([at])
    return groups


def _to_middle(rows: Vectors, at: int, members: list[int]) -> float:
    """Cosine of a row to the middle of others."""
    middle = rows[members].mean(axis=0)
    return float(rows[at] @ middle / max(float(np.linalg.norm(middle)), 1e-9))


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
