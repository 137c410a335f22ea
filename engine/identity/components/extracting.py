"""Extraction: a component gets a new version where enough was noted, strongly enough, and it says something new."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.identity.components.telling import Teller, Told
from engine.identity.components.themes import Group, chosen, grouped
from engine.identity.meaning import Meaning
from engine.identity.records import (
    Component,
    ComponentName,
    Experience,
    Extraction,
    ExtractionOutcome,
    Made,
    WordedBy,
)
from engine.identity.store import VersionStore
from engine.identity.surroundings import Keeper
from engine.identity.wording import Row, table
from engine.language import Cancellation, LanguageModel
from engine.memory import NewNode, Node, NodeKind, PromotionError

CATEGORY = "component"
NOBODY_SPARED = "what was noted tells of a person"


@dataclass(frozen=True, slots=True)
class Material:
    """What a version may be made of."""

    groups: tuple[Group, ...]

    @property
    def experiences(self) -> tuple[Experience, ...]:
        """Every note that counts, once."""
        unique = {(one.at, one.sources): one for group in self.groups for one in group.experiences}
        return tuple(unique.values())

    @property
    def intensity(self) -> float:
        """Mean over the notes, 0 without any."""
        noted = self.experiences
        return sum(one.intensity for one in noted) / len(noted) if noted else 0.0

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(ref for one in self.experiences for ref in one.sources))


@dataclass(frozen=True, slots=True)
class Worded:
    """What a new version of a component would say, and which version it follows."""

    name: ComponentName
    material: Material
    told: Told
    latest: Component | None


class Components:
    """The ten components of one companion: read, and extracted on demand."""

    def __init__(
        self,
        keeper: Keeper,
        store: VersionStore,
        meaning: Meaning,
        teller: Teller,
    ) -> None:
        self._keeper, self._store, self._meaning = keeper, store, meaning
        self._teller = teller

    def all(self) -> list[Component]:
        """The version that holds of each that has emerged, in the order of [A] §2."""
        found = (self.current(name) for name in ComponentName)
        return [one for one in found if one is not None]

    def current(self, name: ComponentName) -> Component | None:
        """The version that holds; None before it emerges.

        A limitation whose questions were all resolved is told no more.
        """
        latest = next((one for one in reversed(self.history(name)) if one.stands), None)
        if latest is None or name is not ComponentName.LIMITATIONS:
            return latest
        text = self._still_limited(latest)
        return latest.model_copy(update={"text": text}) if text else None

    def history(self, name: ComponentName) -> list[Component]:
        """Every version that was not withdrawn, oldest first."""
        nodes = self._nodes()
        return [
            Component(
                name=name,
                version=version,
                text=nodes[node].text,
                node=node,
                sources=nodes[node].sources,
                made=made,
                stands=nodes[node].stands,
            )
            for node, version, made in self._store.versions(name)
            if node in nodes
        ]

    def extract(
        self,
        name: ComponentName,
        noted: Sequence[Experience],
        model: LanguageModel | None = None,
        cancellation: Cancellation | None = None,
    ) -> Extraction:
        """A new version out of what was `noted`, where the rules allow one; says why not.

        At least 5 notes, a mean intensity of 0.6, a change of 0.15 from the last version.
        """
        return self.keep(self.worded(name, noted, model, cancellation))

    def worded(
        self,
        name: ComponentName,
        noted: Sequence[Experience],
        model: LanguageModel | None = None,
        cancellation: Cancellation | None = None,
    ) -> Worded | Extraction:
        """What a new version would say, by the same rules; else why there is none. Writes nothing."""
        row = table().components[name]
        settings = self._keeper.settings
        found = chosen(row, noted, self._meaning, settings)
        material = Material(tuple(grouped(found, self._meaning, settings)))
        latest = next((one for one in reversed(self.history(name)) if one.stands), None)
        refused = self._refusal(material) or _sameness(material, latest, model)
        if refused is not None:
            return Extraction(name=name, outcome=refused[0], reason=refused[1])
        themes = [group.theme() for group in material.groups]
        told = self._teller.told(row, themes, model, cancellation)
        if not told.lines:
            return Extraction(name=name, outcome=ExtractionOutcome.DEFERRED, reason=NOBODY_SPARED)
        return Worded(name, material, told, latest)

    def keep(self, worded: Worded | Extraction) -> Extraction:
        """Write a version that was worded, where it says something new."""
        if isinstance(worded, Extraction):
            return worded
        name, material, told, latest = worded.name, worded.material, worded.told, worded.latest
        text = _text(table().components[name], told)
        change = 1.0 if latest is None else 1.0 - self._meaning.likeness(text, [latest.text])[0]
        if change < self._keeper.settings.component_change:
            reason = f"it differs by {change:.2f} from the last version"
            return Extraction(name=name, outcome=ExtractionOutcome.UNCHANGED, reason=reason)
        made = Made(
            at=self._keeper.clock.now(),
            mentions=len(material.experiences),
            intensity=material.intensity,
            change=min(1.0, max(0.0, change)),
            worded_by=told.worded_by,
            themes=tuple(theme for theme, _ in told.lines),
        )
        try:
            component = self._write(name, text, material, made)
        except PromotionError:
            return Extraction(name=name, outcome=ExtractionOutcome.DEFERRED, reason=NOBODY_SPARED)
        self._keeper.tell(f"node:{component.node}")
        return Extraction(
            name=name, outcome=ExtractionOutcome.NEW, reason="every rule holds", component=component
        )

    def _write(self, name: ComponentName, text: str, material: Material, made: Made) -> Component:
        new = NewNode(
            NodeKind.COMPONENT,
            text,
            title=name,
            category=CATEGORY,
            importance=made.intensity,
            confidence=made.mentions / (made.mentions + self._keeper.settings.component_sources),
            sources=material.sources,
            synthesis=made.worded_by,
        )
        with self._keeper.vault.unit() as unit:
            remembered = self._keeper.memory.remember(new, unit)
            version = self._store.add(unit, name, remembered.node.id, made)
            unit.commit()
        self._keeper.memory.announce(remembered)
        return Component(
            name=name,
            version=version,
            text=text,
            node=remembered.node.id,
            sources=material.sources,
            made=made,
        )

    def _refusal(self, material: Material) -> tuple[ExtractionOutcome, str] | None:
        settings, noted = self._keeper.settings, len(material.experiences)
        if noted < settings.component_sources:
            return ExtractionOutcome.DEFERRED, f"{noted} of {settings.component_sources} notes say the same"
        if material.intensity < settings.component_intensity:
            return ExtractionOutcome.DEFERRED, f"it meant {material.intensity:.2f} on average"
        return None

    def _still_limited(self, latest: Component) -> str:
        """The lines of a limitation whose questions are open, or that never had one."""
        waiting = {item.id for item in self._keeper.memory.working.read().unresolved}
        return "\n".join(
            line
            for theme, line in latest.lines
            if not theme.questions or waiting.intersection(theme.questions)
        )

    def _nodes(self) -> dict[str, Node]:
        memory = self._keeper.memory
        kinds = [NodeKind.COMPONENT]
        return {node.id: node for node in (*memory.nodes(kinds, archived=True), *memory.nodes(kinds))}


def _text(row: Row, told: Told) -> str:
    """A line a theme; above mere quotes it says that they are."""
    framed = [row.frame.format(text=line) for _, line in told.lines]
    heading = [table().words.quotes] if told.worded_by is WordedBy.QUOTES else []
    return "\n".join([*heading, *framed])


def _sameness(
    material: Material, latest: Component | None, model: LanguageModel | None
) -> tuple[ExtractionOutcome, str] | None:
    """Nothing was noted since; words for what were quotes are worth a new version."""
    if latest is None or set(material.sources) != set(latest.sources):
        return None
    if latest.made.worded_by is WordedBy.QUOTES and model is not None:
        return None
    return ExtractionOutcome.UNCHANGED, "nothing new was noted"
