"""Reaching the mind of a home: attach to the process that owns it, or become that process.

`reach` gives a service that stays good while owners come and go: where the owner ends, the next request goes
to whoever owns the home then, which may be this process.
"""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from companion.bootstrap import build_mind, chosen_settings, open_vault
from companion.companions import joined, without
from companion.doors import DoorServer, knock
from companion.errors import HomeBusyError, OwnerLeavingError, OwnerLostError
from companion.home import Home
from companion.host import Composition, InstalledModels, Lease, LocalService, is_alive, read, take
from companion.host.lease import HEARTBEAT_S
from companion.keys import create_keys, open_key
from companion.preferences import PreferenceFile, Preferences
from companion.runtime import Threads
from companion.service import Json, Listeners, OnProgress, Service, ignore_progress
from engine.conversation import Persona
from engine.memory import Profile
from engine.mind import Mind
from engine.models import standard_store
from engine.person import Effort
from engine.vault import DataKey, LockedHomeError, Vault

log = logging.getLogger(__name__)
# Long enough for an owner to end or to open its door, short enough to be told of a hanging one.
REACH_S = 20.0
LOOK_S = 0.05
# A command that owns the home serves what others asked of it before it ends.
LAST_REPLIES_S = 300.0
OnRecoveryCode = Callable[[str], None]
Compose = Callable[[Home | None, DataKey | None], Composition]


def compose(home: Home | None, key: DataKey | None) -> Composition:
    """The real parts for `home`; without one, a throwaway vault that leaves nothing behind."""
    store = standard_store()
    preferences = None if home is None else PreferenceFile(home.path)
    chosen = Preferences() if preferences is None else preferences.load().preferences
    persona = Persona(chosen.companion_name) if chosen.companion_name else Persona()

    def build(vault: Vault) -> Mind:
        mind = build_mind(
            vault,
            models=store,
            persona=persona,
            settings=chosen_settings(chosen),
            profile=Profile(chosen.profile_now()),
            effort=None if preferences is None else partial(chosen_effort, preferences),
            feed_hours=None if preferences is None else partial(chosen_feed_hours, preferences),
            companion=chosen.companion,
            sentences=chosen.sentence_model,
        )
        if preferences is not None:
            mind.unlist = partial(unlist, preferences)
            list_found(preferences, mind)
        return mind

    return Composition(
        open_vault=lambda: open_vault(None if home is None else home.vault_path, key),
        build_mind=build,
        language=InstalledModels(store, preferences, None if key is None else key.derive("model state")),
        persona=persona,
        may_think=lambda: home is None or not home.brain_pause_path.exists(),
    )


def list_found(preferences: PreferenceFile, mind: Mind) -> None:
    """A vault that was moved in, or put back, may have companions of which this home knows nothing yet."""
    known = {one.id for one in preferences.load().preferences.companions}
    if found := {each: mind.trail.name_of(each) for each in mind.absent if each not in known}:
        preferences.revise(lambda now: {"companions": joined(now.companions, found)})


def unlist(preferences: PreferenceFile, companion: str) -> None:
    """One that is erased is known no more. Raises InvalidInputError for the one that is chosen."""
    preferences.revise(lambda now: {"companions": without(now.companions, companion, chosen=now.companion)})


def chosen_effort(preferences: PreferenceFile) -> Effort:
    """How much the person wishes to be asked now."""
    return Effort(preferences.load().preferences.effort)


def chosen_feed_hours(preferences: PreferenceFile) -> int:
    """After how many hours feeds are read again by themselves, as it is chosen now."""
    return preferences.load().preferences.feeds_every_hours


def throwaway(compose_parts: Compose = compose) -> Service:
    """A mind that nobody else can reach, and that forgets everything when it is closed."""
    return LocalService(compose_parts(None, None), owner="throwaway")


@dataclass(slots=True)
class OwnedService:
    """Implements `Service` as the owner of a home: a mind of our own, with the door open to others."""

    local: LocalService
    lease: Lease
    door: DoorServer
    ended: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        """Let others in, and give signs of life."""
        self.lease.announce(self.door.open())
        self.local.threads.start("heartbeat", self._beat)

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        return self.local.submit(request, parameters, progress)

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        return self.local.listen(listener)

    def retire(self) -> None:
        """Take no more from others, and serve what they asked for."""
        self.door.retire(LAST_REPLIES_S)

    def close(self) -> None:
        if not self.ended.is_set():
            self.ended.set()
            self.door.retire(0)
            self.local.close()
            self.door.close()
            self.local.threads.join(timeout_s=2)
            self.lease.release()

    def _beat(self) -> None:
        while not self.ended.wait(HEARTBEAT_S):
            with suppress(OSError):
                self.lease.beat()


class ReachedService:
    """Implements `Service` for `home`, by whoever owns it. Made by `reach`, which says what is raised."""

    def __init__(
        self,
        home: Home,
        passphrase: str | None,
        on_recovery_code: OnRecoveryCode,
        compose_parts: Compose,
        *,
        unlocking: bool = False,
        loads_at_once: bool = True,
        key: DataKey | None = None,
    ) -> None:
        self._home, self._passphrase = home, passphrase
        self._unlocking, self._loads_at_once = unlocking, loads_at_once
        self._on_recovery_code, self._compose = on_recovery_code, compose_parts
        self._key = key
        self._guard = threading.Lock()
        self._listeners = Listeners()
        self._threads = Threads("reach")
        self._closed = False
        self._service = self._reach()

    @property
    def is_owner(self) -> bool:
        """Whether the mind is in this process."""
        return isinstance(self._service, OwnedService)

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        """A request that the owner's end lost before it was heard goes once more, to the next owner."""
        outcome: Future[Json] = Future()
        asked = self._service

        def settle(done: "Future[Json]") -> None:
            error = done.exception()
            if isinstance(error, OwnerLostError) and not error.heard and not self._closed:
                self._once_more(asked, outcome, lambda owner: owner.submit(request, parameters, progress))
            else:
                _hand_over(done, outcome)

        asked.submit(request, parameters, progress).add_done_callback(settle)
        return outcome

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        return self._listeners.add(listener)

    def retire(self) -> None:
        """As owner: take no more from others, and serve what they asked for.

        For commands, which end by themselves.
        """
        if isinstance(self._service, OwnedService):
            self._service.retire()

    def close(self) -> None:
        self._closed = True
        with self._guard:
            self._service.close()
        self._threads.join(timeout_s=2)

    def again(self) -> "ReachedService":
        """The mind of the home once more, after this one was closed, by the key that is known here. As `reach`."""
        return ReachedService(
            self._home,
            self._passphrase,
            self._on_recovery_code,
            self._compose,
            loads_at_once=self._loads_at_once,
            key=self._key,
        )

    def _once_more(
        self, lost: Service, outcome: "Future[Json]", ask: Callable[[Service], "Future[Json]"]
    ) -> None:
        # A thread of its own, as the caller is the lost line's, whose other requests want to be told too.
        def run() -> None:
            try:
                ask(self._renewed(lost)).add_done_callback(lambda done: _hand_over(done, outcome))
            except Exception as error:  # noqa: BLE001 - whoever holds the future gets it
                outcome.set_exception(error)

        self._threads.start("renewal", run)

    def _renewed(self, lost: Service) -> Service:
        with self._guard:
            if self._closed:
                raise OwnerLeavingError("This process is closing.")
            if self._service is lost:
                lost.close()
                self._service = self._reach()
            return self._service

    def _reach(self) -> Service:
        deadline = time.monotonic() + REACH_S
        self._home.prepare()
        while time.monotonic() < deadline and not self._closed:
            self._obey_lock()
            service = self._become_owner() or self._attach()
            if service is not None:
                service.listen(self._listeners.tell)
                return service
            time.sleep(LOOK_S)
        raise _busy(self._home)

    def _become_owner(self) -> OwnedService | None:
        lease = take(self._home.lease_path)
        if lease is None:
            return None
        try:
            return self._own(lease)
        except BaseException:
            lease.release()
            raise

    def _own(self, lease: Lease) -> OwnedService:
        key = self._unlock()
        local = LocalService(
            self._compose(self._home, key), owner=lease.owner, loads_at_once=self._loads_at_once
        )
        door = DoorServer(self._home.path, key.derive("door"), local, local.threads)
        service = OwnedService(local, lease, door)
        try:
            service.open()
        except BaseException:
            local.close()
            raise
        return service

    def _obey_lock(self) -> None:
        """What the person locked is opened by their own unlocking alone, also where its key is known already."""
        if not self._home.is_locked:
            self._unlocking = False
            return
        self._key = None
        if not self._unlocking:
            raise LockedHomeError("The vault was locked.")
        self._unlock()
        self._home.unlock()

    def _unlock(self) -> DataKey:
        if self._key is None and self._home.key_path.exists():
            self._key = open_key(self._home.path, self._passphrase)
        elif self._key is None:
            self._key, code = create_keys(self._home.path, self._passphrase)
            self._on_recovery_code(code)
        return self._key

    def _attach(self) -> Service | None:
        """None while the owner is not there yet, or not any more."""
        owner = read(self._home.lease_path)
        if owner is None or owner.address is None or not self._home.key_path.exists():
            return None
        try:
            return knock(owner.address, self._unlock().derive("door"), self._threads)
        except OwnerLostError as error:
            log.info("no owner at the door: %s", type(error).__name__)
            return None


def reach(
    home: Home,
    passphrase: str | None,
    on_recovery_code: OnRecoveryCode,
    *,
    compose_parts: Compose = compose,
    unlocking: bool = False,
    loads_at_once: bool = True,
) -> ReachedService:
    """The mind of `home`. A new home gets its keys: by `passphrase`, else in the system keyring.

    `on_recovery_code` is told its code, this once. With `unlocking` the person asks for it themselves: a home that they
    locked is opened, and open to others again; else it is a LockedHomeError. Where this process owns it, the language
    model is loaded at once, or else when something needs it.

    Raises VaultKeyError without the key, VaultError for the place, HomeBusyError where the owner does not
    answer, DoorRefusedError where it does not let us in.
    """
    return ReachedService(
        home,
        passphrase,
        on_recovery_code,
        compose_parts,
        unlocking=unlocking,
        loads_at_once=loads_at_once,
    )


def _busy(home: Home) -> HomeBusyError:
    owner = read(home.lease_path)
    if owner is None or not is_alive(owner.owner):
        return HomeBusyError("Another process holds this home and does not say which it is.")
    return HomeBusyError(
        f"This home belongs to process {owner.pid}, which does not answer.", "Wait for it, or end it."
    )


def _hand_over(done: "Future[Json]", outcome: "Future[Json]") -> None:
    error = done.exception()
    if error is None:
        outcome.set_result(done.result())
    else:
        outcome.set_exception(error)
