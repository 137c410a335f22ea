"""Books with something in every state that has an action of its own, and each place in each of those states."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from companion.program.requests import answer
from companion.service import Json
from tests.ui.actions.acting import Acted
from tests.ui.continuity.fake import context
from tests.ui.facts.fake import PersonBook, asked_questions, question
from tests.ui.fakes import Books, exchange
from tests.ui.memories.fake import NOW, row
from tests.ui.settings.fake import feed, headline
from tests.ui.settings.test_models import row as model_row
from tests.ui.settings.test_models import shop
from tests.ui.shelves.fake import goal, item
from ui.memories.place import Panel as MemoriesPanel
from ui.settings.keys.model import Step
from ui.settings.operations import WholeVault
from ui.you.place import Panel as YouPanel

Scene = Callable[[Acted], object]
FIRST = "as it opens"


class FullBooks(Books):
    """A memory is slept on by its own book, and a model that talks was measured."""

    def answer(self, request: str, parameters: Json) -> Json:
        if request in {"night.run", "night.undo"}:
            return self.memory.answer(request, parameters)
        if request == "speed":
            return {"model": "small", "read_per_s": 90.0, "written_per_s": 9.0}
        return super().answer(request, parameters)


def full_books() -> Books:
    """What Mira told, and what came of it."""
    books = FullBooks(
        history=[exchange(1, NOW)],
        contexts=[context()],
        person=PersonBook(questions=[*asked_questions(), question(6, "Who is dear to you?")]),
    )
    lists = books.shelves.lists
    lists["handoff.read"]["open"] += [item(f"h2{at}", f"Pay bill {at}", due="2026-05-01") for at in range(5)]
    lists["goals.list"]["goals"].append(goal("g4", "Sing", deadline="2026-05-02"))
    lists["trail.surprising"] = {"steps": lists["episodes.read"]["steps"]}
    lists["episodes.projects"] = {"projects": [{"project": "Wedding"}]}
    books.feeds.feeds = [feed("bees", "Bee news"), feed("ants", "Ant news", fault="It is gone.")]
    books.feeds.feeds.append(feed("new", "Newts", allowed=False))
    books.feeds.items = [headline("swarm", "A swarm came")]
    books.memory.doubts = [{"question": "q3", "text": "Utrecht or Delft?", "opened_at": NOW.isoformat()}]
    books.memory.results.append(row("node:n4", "note", 7, "She sings while she cooks."))
    books.memory.worded["n4"] = row("node:n4", "note", 7, "She hums.")
    books.memory.drawn.add(("n1", "n3", "relates_to"))
    books.memory.away.append(row("node:n9", "note", 90, "The old oven was sold."))
    return books


OLD = WholeVault("/old.db", is_archive=False, held={})
SERVE = {"speech_model": "hears", "voice": "speaks"}
"""Choices of which model serves, by what the program tells of it."""


def program(home: Path) -> Callable[[str, Json], Json]:
    """What the program answers: its choices are the real ones of `home`, all else is that of a made-up computer."""
    known: dict[str, Json] = {
        "models": shop(
            model_row("small"),
            model_row("better", installed=False),
            model_row("spare"),
            model_row("whisper", role="speech"),
            model_row("keen", role="speech"),
            model_row("joe", role="voice"),
            model_row("amy", role="voice"),
        ),
        "models.served": {"served": ["ollama:tiny"]},
        "devices": {"microphones": ["A", "B"], "speakers": ["C"], "missing": ""},
        "keys": {"kept_by": "passphrase", "keyring": "KWallet"},
        "network": {"entries": []},
        "updates": {"named": True, "newest": None, "checked_at": None},
    }

    def answered(request: str, parameters: Json) -> Json:
        if request.startswith(("choices", "companions")):
            if parameters.get("name") in SERVE:
                known["models"][SERVE[parameters["name"]]] = parameters["value"]
            return answer(home, request, parameters, lambda _: None, Event())
        return known.get(request, {})

    return answered


def as_it_is(_: Acted) -> None:
    """As it opens."""


def chosen(*ways: Scene) -> Scene:
    """One after the other, each once Qt has come to rest."""

    def arrange(acted: Acted) -> None:
        for way in ways:
            way(acted)
            acted.settle()

    return arrange


def fact(key: str) -> Scene:
    return lambda acted: acted.page.open_fact(key)


def asked(key: str) -> Scene:
    return lambda acted: acted.page.reveal(f"question:{key}")


def inferred(ref: str) -> Scene:
    def arrange(acted: Acted) -> None:
        acted.page.show_panel(YouPanel.INFERRED)
        acted.page.inferred.open_inferred(ref)

    return arrange


def side(panel: MemoriesPanel) -> Scene:
    return lambda acted: acted.page.show_panel(panel)


def memory(ref: str) -> Scene:
    """In full, with what is seldom done."""

    def arrange(acted: Acted) -> None:
        acted.page.search.open_memory(ref)
        acted.page.search.detail.more.setChecked(True)

    return arrange


def chapter(key: str) -> Scene:
    return lambda acted: acted.page.open_chapter(key)


def used(words: str) -> Scene:
    return lambda acted: acted.use(words)


def typed(field: str, words: str) -> Scene:
    return lambda acted: acted.offered()[field].setText(words)


def of_models(change: Callable[[Any], object]) -> Scene:
    """Something became of a view-model of Settings."""
    return lambda acted: change(acted.page.models)


def has_nova(models: Any) -> None:
    """One more companion lives in the vault, whatever was tried in its home before."""
    if all(one.called != "Nova" or not one.listed for one in models.companions.known):
        models.companions.add("Nova")


def linking(acted: Acted) -> None:
    """What to link with was looked for, and something was found."""
    acted.page.memories.begin_link()
    acted.page.memories.linking.seek("bakery")


SCENES: dict[str, dict[str, Scene]] = {
    "today": {FIRST: as_it_is},
    "you": {
        FIRST: fact("f40"),
        "why": chosen(fact("f40"), used("Why")),
        "in doubt": fact("f18"),
        "private": fact("f7"),
        "inferred": inferred("node:n5"),
        "denied": inferred("model:m1"),
    },
    "questions": {FIRST: asked("q3"), "yes or no": asked("q2"), "open": asked("q6"), "settled": asked("q25")},
    "memories": {
        FIRST: memory("node:n1"),
        "worded anew": memory("node:n4"),
        "put away": chosen(used("What was put away"), memory("node:n9")),
        "private": memory("node:n2"),
        "a fact": chosen(lambda acted: acted.page.seek_words("peanuts")),
        "filters": used("More filters"),
        "linking": chosen(memory("node:n1"), linking),
        "linking otherwise": chosen(
            memory("node:n1"), linking, lambda acted: acted.page.memories.linking.choose_type("depends_on")
        ),
        "contradiction": side(MemoriesPanel.CONFLICTS),
        "doubt": chosen(
            side(MemoriesPanel.CONFLICTS), lambda acted: acted.page.memories.choose_conflict("question:q3")
        ),
        "documents": side(MemoriesPanel.DOCUMENTS),
        "to be deleted": chosen(side(MemoriesPanel.DOCUMENTS), used("Delete…")),
        "read": chosen(side(MemoriesPanel.DOCUMENTS), used("Open")),
        "connections": chosen(
            side(MemoriesPanel.CONNECTIONS), lambda acted: acted.page.memories.connections.select("node:n1")
        ),
    },
    "mood": {FIRST: as_it_is},
    "continuity": {
        FIRST: as_it_is,
        "one turn": lambda acted: acted.page.continuity.load(context().loop_id),
    },
    "trail": {
        FIRST: as_it_is,
        "found": lambda acted: acted.page.shelf.seek("cake"),
        "one day": lambda acted: (
            acted.page.filters.when.setCurrentIndex(3) or acted.page.filters.when.activated.emit(3)
        ),
    },
    "settings.state": {FIRST: chapter("state")},
    "settings.models": {FIRST: chapter("models"), "fetching": chosen(chapter("models"), used("Fetch"))},
    "settings.voice": {
        FIRST: chapter("voice"),
        "heard": chosen(chapter("voice"), used("Test the microphone")),
    },
    "settings.privacy": {
        FIRST: chapter("privacy"),
        "passphrase": chosen(
            chapter("privacy"), of_models(lambda models: models.keys.begin(Step.PASSPHRASE))
        ),
        "new passphrase": chosen(
            chapter("privacy"),
            of_models(lambda models: models.keys.begin(Step.PASSPHRASE)),
            typed("Passphrase of now", "under the old bridge"),
            typed("New passphrase, eight letters or more", "over the new bridge"),
            typed("New passphrase once more", "over the new bridge"),
        ),
        "put back": chosen(
            chapter("privacy"),
            of_models(lambda models: models.data._found(WholeVault("/old.db", is_archive=False, held={}))),
        ),
        "new code": chosen(chapter("privacy"), of_models(lambda models: models.keys._coded("1-2"))),
        "to be erased": chosen(
            chapter("privacy"), used("Erase everything…"), typed("Word to confirm with", "FORGET")
        ),
        "read back": chosen(chapter("privacy"), of_models(lambda models: models.data.look(Path("/files")))),
        "moving in": chosen(chapter("privacy"), of_models(lambda models: models.moving.look(Path("/a")))),
    },
    "settings.attention": {FIRST: chapter("attention")},
    "settings.feeds": {
        FIRST: chapter("feeds"),
        "an address": chosen(chapter("feeds"), typed("Address of a feed", "https://a.example")),
        "taken away": chosen(chapter("feeds"), used("Remove")),
    },
    "settings.appearance": {
        FIRST: chapter("appearance"),
        "larger": chosen(chapter("appearance"), used("Larger")),
    },
    "settings.character": {
        FIRST: chapter("character"),
        "named": chosen(chapter("character"), typed("Name of this place", "Home")),
        "another one": chosen(chapter("character"), typed("Name of another companion", "Nova")),
        "two of them": chosen(chapter("character"), of_models(has_nova)),
        "one is to be erased": chosen(
            chapter("character"),
            of_models(has_nova),
            used("Erase…"),
            typed("Word to confirm with", "FORGET"),
        ),
    },
    "settings.about": {FIRST: chapter("about")},
}
"""The states of each place, or of a chapter of one, in which all of its actions are to be found."""
