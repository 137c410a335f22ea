"""Pictures of every place, light and dark, at 100% and 200% text, in the states a person meets.

    xvfb-run -a python -m tests.benchmarks.screens [--only WORD]

writes PNG files into `screenshots/`. They are made to be looked at.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.bridge import Bridge, ServiceDoor
from companion.window import Views, application, build_views
from engine.conversation.records import Exchange, Part, PartState, TurnStatus
from engine.errors import CompanionError
from tests.ui.continuity.fake import context
from tests.ui.facts.fake import PersonBook
from tests.ui.fakes import REPLY, ScriptedService, exchange, recalled
from tests.ui.memories.fake import MemoryBook
from tests.ui.memories.scenes import (
    conflicts,
    connections,
    documents,
    forgetting,
    linking,
    memories,
    spin,
)
from ui.conversation.listing import Press
from ui.doors import Fault
from ui.settings.data import DataCard
from ui.shell.key_dialogs import PassphraseDialog
from ui.theme import Scheme

TARGET = Path("screenshots")
SIZES = {1.0: (1040, 760), 2.0: (1400, 1000)}
LOADING = (
    Part(name="vault", state=PartState.READY, label="Encrypted"),
    Part(name="language", state=PartState.LOADING, label="Loading", progress=0.42),
)
MISSING = (
    Part(name="vault", state=PartState.READY, label="Encrypted"),
    Part(
        name="language",
        state=PartState.MISSING,
        label="None installed",
        detail="No language model is installed.",
        remedy="Run `companion models install --starter`.",
    ),
    Part(name="sentences", state=PartState.READY, label="Searches by meaning"),
)


def talk() -> list[Exchange]:
    """A conversation over three days with everything a turn can show."""
    now = datetime.now(UTC).replace(hour=9, minute=12)
    code = (
        "Here is how:\n\n```python\n"
        "def water(plants):\n    for plant in plants:\n        plant.drink(ml=120)\n```\n\n"
        "Run it *every other* morning."
    )
    return [
        exchange(
            1,
            now - timedelta(days=4),
            utterance="I'm Mira. I'm allergic to peanuts, and my sister Ana gets married on 12 June.",
            answer="It is good to meet you, Mira. Peanuts are out, and Ana's wedding is on **12 June**.",
        ),
        exchange(
            2,
            now - timedelta(days=1),
            utterance="How do I water the balcony plants while I am away? Something I could script.",
            answer=code,
        ),
        exchange(
            3,
            now - timedelta(days=1, minutes=-9),
            TurnStatus.STOPPED,
            utterance="Tell me a long story about the sea.",
            answer="Once, before there were any harbours, the sea was a single",
        ),
        exchange(
            4,
            now,
            utterance="What should the cake at the wedding be free of?",
            answer=REPLY,
            recalled=recalled(),
        ),
    ]


@contextmanager
def window(
    app: QApplication, service: ScriptedService | None, scheme: Scheme, scale: float
) -> Iterator[Views]:
    """The real window over a scripted service (or none: still opening)."""
    with tempfile.TemporaryDirectory() as home:
        bridge = Bridge()
        door = ServiceDoor(bridge)
        views = build_views(app, door, Path(home) / "window.ini")
        views.theme.set_scheme(scheme)
        views.theme.set_scale(scale)
        views.window.resize(*SIZES[scale])
        views.window.show()
        views.mind.ask()
        views.conversation.load()
        if service is not None:
            door.open(service)
        spin(0.4)
        yield views
        views.window.hide()
        door.close()
        bridge.close()
        if service is not None:
            service.close()
        views.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def nothing(_: Views) -> None:
    """The state as it is."""


def streaming(views: Views) -> None:
    views.place.composer.set_draft("And who could bake it?")
    views.place.composer.send()
    spin(1.2)


def drafting(views: Views) -> None:
    views.place.composer.set_draft("Remind me to ask the baker\nabout the almond paste,\nand about delivery.")
    spin(0.1)


def expanded(views: Views) -> None:
    views.place.actions_of_place()
    views.conversation.toggle_recalled(views.conversation.last_row())
    spin(0.2)


def searching(views: Views) -> None:
    views.window.actions_table.run("find")
    QTest.keyClicks(views.place.find_bar.focusWidget() or views.place.find_bar, "peanuts")
    spin(0.3)


def commands(views: Views) -> None:
    views.window.actions_table.run("commands")
    spin(0.2)


def settings(views: Views) -> None:
    views.window.go("settings")
    spin(0.2)


def erasing(views: Views) -> None:
    settings(views)
    card = views.window.findChild(DataCard)
    assert card is not None
    card.erase.click()
    spin(0.3)


def you(views: Views) -> None:
    views.window.go("you")
    spin(0.3)
    views.known.select("f40")
    views.you.rows.choose("f40")
    spin(0.1)


def inferred(views: Views) -> None:
    you(views)
    views.you.panels.press("inferred")
    spin(0.2)
    views.you.inferred.open_inferred("node:n2")
    spin(0.2)


def why(views: Views) -> None:
    you(views)
    views.known.toggle_why()
    spin(0.2)


def doubt(views: Views) -> None:
    you(views)
    views.known.select("f3")
    views.you.rows.choose("f3")
    spin(0.1)


def noted(views: Views) -> None:
    you(views)
    views.you.detail.begin_correction()
    views.known.forget()
    spin(0.2)
    views.you.detail.begin_correction()
    spin(0.1)


def narrow(views: Views) -> None:
    views.window.resize(*(round(side * views.theme.metrics.scale) for side in (430, 640)))
    you(views)
    views.you.open_fact("f40")
    spin(0.1)


def questions(views: Views) -> None:
    views.window.go("questions")
    spin(0.4)


def question_words(views: Views) -> None:
    questions(views)
    views.questions.open_question("q8")
    views.questions.detail.card.worded.emit()
    spin(0.1)


def continuity(views: Views) -> None:
    views.window.go("continuity")
    spin(0.3)


def continuity_found(views: Views) -> None:
    continuity(views)
    views.continuity.views.press("found")
    views.continuity.found.choose("step:s30")
    views.continuity.found.chosen.emit("step:s30")
    spin(0.1)


def continuity_prompt(views: Views) -> None:
    continuity(views)
    views.continuity.views.press("prompt")
    views.continuity.prompt.chosen.emit("1:facts")
    spin(0.1)


def noted_turn(views: Views) -> None:
    spin(0.3)
    views.place.verbs.do(Press.REMEMBER)
    spin(0.3)
    views.place.turns.setFocus()
    views.place.turns.setCurrentIndex(views.place.rows.index(views.conversation.last_row()))
    spin(0.2)


def aside(views: Views) -> None:
    views.window.actions_table.run("aside")
    views.place.composer.set_draft("Between us: I am not sure about the wedding.")
    views.place.composer.send()
    spin(0.8)


def failing(views: Views) -> None:
    views.place.composer.set_draft("And who could bake it?")
    views.place.composer.send()
    spin(0.4)


def bannered(views: Views) -> None:
    views.window.show_fault(
        Fault(
            "Something went wrong inside the program.",
            "What you said is kept. Try again; if it happens again, run `companion doctor`.",
        )
    )
    spin(0.2)


def passphrase(views: Views) -> None:
    dialog = PassphraseDialog("The vault of this home is locked by a passphrase.", views.window)
    dialog.open()
    spin(0.3)
    picture = dialog.grab()
    picture.save(
        str(
            TARGET
            / f"dialog-{(views.theme.colours.dark and 'dark') or 'light'}-{views.theme.metrics.scale}.png"
        )
    )
    dialog.reject()


def without_model() -> ScriptedService:
    return ScriptedService(
        history=talk(),
        parts=MISSING,
        fault=CompanionError("No language model is installed.", "Run `companion models install --starter`."),
    )


Scene = tuple[Callable[[], ScriptedService | None], Callable[[Views], None]]
SCENES: dict[str, Scene] = {
    "opening": (lambda: None, nothing),
    "empty": (ScriptedService, nothing),
    "talk": (lambda: ScriptedService(history=talk()), nothing),
    "recalled": (lambda: ScriptedService(history=talk()), expanded),
    "streaming": (lambda: ScriptedService(history=talk(), pause_s=0.05), streaming),
    "drafting": (lambda: ScriptedService(history=talk()), drafting),
    "waiting": (lambda: ScriptedService(history=talk(), parts=LOADING), streaming),
    "error": (without_model, failing),
    "search": (lambda: ScriptedService(history=talk()), searching),
    "commands": (lambda: ScriptedService(history=talk()), commands),
    "settings": (without_model, settings),
    "settings-erase": (ScriptedService, erasing),
    "you": (lambda: ScriptedService(history=talk()), you),
    "you-empty": (lambda: ScriptedService(person=PersonBook([], [])), you),
    "you-why": (ScriptedService, why),
    "you-inferred": (ScriptedService, inferred),
    "you-doubt": (ScriptedService, doubt),
    "you-noted": (ScriptedService, noted),
    "you-narrow": (ScriptedService, narrow),
    "questions": (ScriptedService, questions),
    "questions-empty": (lambda: ScriptedService(person=PersonBook([], [])), questions),
    "questions-words": (ScriptedService, question_words),
    "continuity-steps": (lambda: ScriptedService(contexts=[context()]), continuity),
    "continuity-found": (lambda: ScriptedService(contexts=[context()]), continuity_found),
    "continuity-prompt": (lambda: ScriptedService(contexts=[context()]), continuity_prompt),
    "continuity-empty": (ScriptedService, continuity),
    "memories": (ScriptedService, memories),
    "memories-link": (ScriptedService, linking),
    "memories-connections": (ScriptedService, connections),
    "memories-forget": (ScriptedService, forgetting),
    "memories-conflicts": (ScriptedService, conflicts),
    "memories-documents": (ScriptedService, documents),
    "memories-empty": (lambda: ScriptedService(memory=MemoryBook(empty=True)), documents),
    "noted": (lambda: ScriptedService(history=talk()), noted_turn),
    "aside": (lambda: ScriptedService(history=talk(), reply="Then let us think it over, quietly."), aside),
    "banner": (lambda: ScriptedService(history=talk()), bannered),
    "passphrase": (lambda: ScriptedService(history=talk()), passphrase),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="scenes whose file name contains this")
    only = parser.parse_args().only
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = application()
    TARGET.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        for scheme in (Scheme.LIGHT, Scheme.DARK):
            for scale in SIZES:
                file = TARGET / f"{name}-{scheme.value}-{round(scale * 100)}.png"
                if only in file.name:
                    began = time.perf_counter()
                    shoot(app, file, scene, scheme, scale)
                    print(f"{file}  {time.perf_counter() - began:.1f} s")


def shoot(app: QApplication, file: Path, scene: Scene, scheme: Scheme, scale: float) -> None:
    make, act = scene
    with window(app, make(), scheme, scale) as views:
        act(views)
        views.window.grab().save(str(file))


if __name__ == "__main__":
    main()
