"""State and the wake packet: projections that own nothing, and say where each thing comes from ([P] §4.4, §4.6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.clock import Clock
from engine.identity.compass.book import CompassBook, roughly
from engine.identity.components.capabilities import CapabilityMap
from engine.identity.components.extracting import Components
from engine.identity.directives import DirectiveBook
from engine.identity.growth.nominations import Growth
from engine.identity.records import Component, ComponentName, Evidence, LeftOff, State, WakePacket, Who
from engine.identity.surroundings import Surroundings
from engine.identity.wording import wording
from engine.memory import Memory, NodeKind
from engine.settings import IdentitySettings
from engine.trail import LOCAL, Trail

IN_IDENTITY = (ComponentName.PURPOSE, ComponentName.PERSONALITY, ComponentName.VALUES)
EPISODES = 20
ANCHORS = 5


@dataclass(frozen=True)
class Waking:
    """What a wake begins with, read from the books at the moment it is asked for."""

    companion: str
    trail: Trail
    memory: Memory
    clock: Clock
    settings: IdentitySettings
    directives: DirectiveBook
    components: Components
    growth: Growth
    capabilities: CapabilityMap
    compass: CompassBook
    around: Surroundings

    def state(self) -> State:
        """Who it is in a few words, and the note that the last Episode left."""
        closed = self.compass.at_close()
        note, cites = self.compass.note(self.settings.compass_tokens, roughly)
        return State(
            companion=self.companion,
            display_name=self.around.display_name,
            identity_text=self._identity_text(),
            current_context_note=note,
            updated_at=None if closed is None else closed.at,
            cites=(*cites, *(f"node:{one.node}" for one in self._telling())),
        )

    def packet(self, query: str = "") -> WakePacket:
        """The four questions answered: who, where it left off, which facts, and what supports `query`, if anything."""
        return WakePacket(
            at=self.clock.now(),
            who=self._who(),
            left_off=self._left_off(),
            facts=tuple(self.around.facts()),
            evidence=tuple(self.around.evidence(query)) if query.strip() else (),
            query=query,
        )

    def _who(self) -> Who:
        anchors = self.memory.order_by_gravity(self.memory.nodes([NodeKind.ANCHOR]))[:ANCHORS]
        return Who(
            state=self.state(),
            person=self.around.person_name,
            directives=tuple(Evidence(ref=one.ref, text=one.text) for one in self.directives.all()),
            components=tuple(Evidence(ref=f"node:{one.node}", text=one.text) for one in self._emerged()),
            extensions=tuple(Evidence(ref=one.ref, text=one.text) for one in self.growth.extensions()),
            capabilities=tuple(self.capabilities.rebuild()),
            relationship=tuple(Evidence(ref=one.ref, text=one.text) for one in anchors if not one.private),
        )

    def _left_off(self) -> LeftOff:
        note, cites = self.compass.note(self.settings.compass_tokens, roughly)
        running = self.trail.current()
        last = next(
            (
                one
                for one in self.trail.episodes(EPISODES)
                if one.origin == LOCAL and (running is None or one.id != running.id)
            ),
            None,
        )
        return LeftOff(
            episode=None if last is None else last.id,
            ended_at=None if last is None else last.closed_at,
            note=note,
            open_loops=tuple(Evidence(ref=one.ref, text=one.text) for one in self.compass.open_loops()),
            cites=cites,
        )

    def _identity_text(self) -> str:
        told = [one.text for one in self._telling()]
        default = wording().identity.default.format(name=self.around.display_name)
        return _clipped([default, *told], self.settings.identity_letters)

    def _telling(self) -> list[Component]:
        """What of the components says who it is."""
        return [one for one in self._emerged() if one.name in IN_IDENTITY]

    def _emerged(self) -> list[Component]:
        return self.components.all()


def _clipped(parts: Sequence[str], letters: int) -> str:
    """As many whole parts as fit, the first one always."""
    text = parts[0][:letters]
    for part in parts[1:]:
        longer = f"{text}\n{part}"
        if len(longer) > letters:
            break
        text = longer
    return text
