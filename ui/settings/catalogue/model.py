"""The view-model of choosing a model. No Qt."""

from dataclasses import dataclass
from functools import partial

from ui.doors import Door, Fault
from ui.observable import Signal
from ui.settings.catalogue import operations
from ui.settings.catalogue.operations import LANGUAGE, SENTENCES, SPEECH, VOICE, Offered, Shop

ROLES = (LANGUAGE, SPEECH, VOICE, SENTENCES)
"""What a complete companion has a model for, in the order in which a person would miss it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What the speed test found, in tokens a second."""

    read_per_s: float
    written_per_s: float


class ModelChoice:
    """`shop` is None until it was read. `arriving` holds the share of each model that is being fetched, `waiting` those
    that come after them, `paused` those that were stopped, `fetched` those that came since the start, or serve from the
    next one on; `busy` those that are checked, removed or loaded just now; `whole` what a check found."""

    def __init__(self, mind: Door, program: Door) -> None:
        self._mind, self._program = mind, program
        self.shop: Shop | None = None
        self.fault: Fault | None = None
        self.arriving: dict[str, float] = {}
        self.waiting: list[str] = []
        self.paused: set[str] = set()
        self.fetched: set[str] = set()
        self.busy: set[str] = set()
        self.whole: dict[str, bool] = {}
        self.served: tuple[str, ...] | None = None
        self.measuring = False
        self.measured: Measurement | None = None
        self.changed: Signal[[]] = Signal()
        self.arrived: Signal[[str]] = Signal()  # a progress alone: nothing else is drawn anew

    def load(self) -> None:
        """Read what there is."""
        operations.look(self._program, self._looked, self._failed)

    def look_for_servers(self) -> None:
        """Ask whether a server on this machine offers models."""
        operations.served(self._program, self._found, self._failed)

    def of_role(self, role: str) -> list[Offered]:
        """Those of a role; of those that talk the recommended one first, then those that are here."""
        found = [one for one in self.shop.models if one.role == role] if self.shop else []
        if role == LANGUAGE:
            found.sort(key=lambda one: (not self.is_recommended(one), not one.installed))
        return found

    def is_recommended(self, one: Offered) -> bool:
        return self.shop is not None and one.name == self.shop.recommended

    def is_used(self, name: str) -> bool:
        """Whether it talks now, or is what is heard, spoken or recalled with."""
        shop = self.shop
        return shop is not None and name in {shop.day, shop.hears, shop.speaks, shop.recalls}

    def works_at_night(self, name: str) -> bool:
        """Whether it is what thinks alone; that is the one that talks, until another is chosen."""
        return self.shop is not None and name == self.shop.night

    def starters(self, roles: tuple[str, ...] = ROLES) -> list[Offered]:
        """Those that make a complete companion, role by role, and the one that suits this machine best."""
        return [
            one for role in roles for one in self.of_role(role) if one.starter or self.is_recommended(one)
        ]

    def to_fetch(self, roles: tuple[str, ...] = ROLES) -> list[Offered]:
        """The starters that are not here, nor on their way."""
        return [one for one in self.starters(roles) if one.starter and not self._comes(one)]

    def _comes(self, one: Offered) -> bool:
        return one.installed or one.name in self.arriving or one.name in self.waiting

    # What can be done

    def install(self, name: str) -> None:
        """Fetch a model, or go on fetching it."""
        if name in self.arriving:
            return
        self._begin()
        self.paused.discard(name)
        self.arriving[name] = 0.0
        operations.install(
            self._program,
            name,
            partial(self._came, name),
            partial(self._installed, name),
            partial(self._not_done, name),
        )
        self.changed.emit()

    def install_starters(self, roles: tuple[str, ...] = ROLES) -> None:
        """Fetch all starters of these roles, one after the other."""
        self.waiting += [one.name for one in self.to_fetch(roles)]
        self._fetch_next()

    def pause(self, name: str) -> None:
        """Stop fetching; it goes on where it was. One that waits is not fetched."""
        if name in self.waiting:
            self.waiting.remove(name)
            self.changed.emit()
            return
        operations.pause(self._program, name, self._failed)

    def verify(self, name: str) -> None:
        """Read all of it once more."""
        self._busy_with(name)
        operations.verify(self._program, name, partial(self._verified, name), partial(self._not_done, name))

    def remove(self, name: str) -> None:
        """Delete it from this machine."""
        self._busy_with(name)
        operations.remove(self._program, name, partial(self._done_with, name), partial(self._not_done, name))

    def use(self, name: str, role: str = "day") -> None:
        """Have it talk, or work alone at night, from now on."""
        self._busy_with(name)
        operations.use(self._mind, name, role, partial(self._done_with, name), partial(self._not_done, name))

    def choose(self, one: Offered) -> None:
        """Hear or speak with it from now on; remember by meaning with it from the next start on."""
        self._busy_with(one.name)
        done, failed = partial(self._chosen, one), partial(self._not_done, one.name)
        operations.choose(self._program, one.role, one.name, done, failed)

    def measure(self) -> None:
        """Measure how fast the one that talks is."""
        if self.measuring:
            return
        self._begin()
        self.measuring, self.measured = True, None
        day = "" if self.shop is None else self.shop.day
        operations.measure(self._mind, self._program, day, self._has_measured, self._not_measured)
        self.changed.emit()

    # What comes back

    def _begin(self) -> None:
        self.fault = None

    def _busy_with(self, name: str) -> None:
        self._begin()
        self.busy.add(name)
        self.whole.pop(name, None)
        self.changed.emit()

    def _looked(self, shop: Shop) -> None:
        self.shop = shop
        self.changed.emit()

    def _found(self, served: tuple[str, ...]) -> None:
        self.served = served
        self.changed.emit()

    def _came(self, name: str, share: float) -> None:
        self.arriving[name] = share
        self.arrived.emit(name)

    def _fetch_next(self) -> None:
        if self.waiting and not self.arriving:
            self.install(self.waiting.pop(0))
        else:
            self.changed.emit()

    def _installed(self, name: str, whole: bool) -> None:
        self.arriving.pop(name, None)
        (self.fetched if whole else self.paused).add(name)
        if whole and self._nobody_talks() and self._role_of(name) == LANGUAGE:
            self.use(name)
        self._fetch_next()
        self.load()

    def _nobody_talks(self) -> bool:
        """Whether no model was here that could, nor a server was chosen: the first one that comes is taken."""
        shop = self.shop
        return (
            shop is not None
            and ":" not in shop.day
            and not any(one.installed for one in self.of_role(LANGUAGE))
        )

    def _role_of(self, name: str) -> str:
        known = self.shop.models if self.shop else ()
        return next((one.role for one in known if one.name == name), "")

    def _verified(self, name: str, whole: bool) -> None:
        self.whole[name] = whole
        self._done_with(name)

    def _chosen(self, one: Offered) -> None:
        if one.role == SENTENCES:
            self.fetched.add(one.name)
        self._done_with(one.name)

    def _done_with(self, name: str) -> None:
        self.busy.discard(name)
        self.load()

    def _not_done(self, name: str, fault: Fault) -> None:
        if name in self.arriving:
            self.paused.add(name)
            self.waiting.clear()  # what kept this one from coming keeps the others
        self.arriving.pop(name, None)
        self.busy.discard(name)
        self._failed(fault)

    def _has_measured(self, read_per_s: float, written_per_s: float) -> None:
        self.measuring, self.measured = False, Measurement(read_per_s, written_per_s)
        self.load()

    def _not_measured(self, fault: Fault) -> None:
        self.measuring = False
        self._failed(fault)

    def _failed(self, fault: Fault) -> None:
        self.fault = fault
        self.changed.emit()
