"""Models as the program's door tells them, over a real store with a small file to fetch."""

import threading
from pathlib import Path

import pytest

from companion.preferences import PreferenceFile
from companion.program.choices import SetChoice, set_choice
from companion.program.models import Measured, install, keep_pace, models, remove, verify
from companion.program.setting import Asking, Named
from companion.requests.room import Nothing
from engine.models import ModelError, ModelStore, SourceKind, load_catalogue, standard_store
from engine.models.assembly import Assembly
from engine.models.records import Model
from tests.unit.engine.models.local_sources import CONTENT, catalogue_of, model_of

TINY = Named(name="tiny")
PIECE = 50_000


class Slices:
    """A source that gives the file in slices, and goes on where it was left."""

    kind = SourceKind.HUB

    def offers(self, model: Model) -> bool:
        return True

    def fetch(self, assembly: Assembly) -> None:
        file = assembly.missing()[0]
        part = assembly.part(file)
        slices = (CONTENT[start : start + PIECE] for start in range(part.position, len(CONTENT), PIECE))
        for _ in part.append(slices):
            assembly.report()
        assembly.accept(file)


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    store = ModelStore(tmp_path / "models", catalogue_of(model_of()), [Slices()], lambda _: 1 << 40)
    return Asking(tmp_path, PreferenceFile(tmp_path), store, lambda _: None, threading.Event())


def test_what_was_paused_goes_on_where_it_was(asking: Asking) -> None:
    told: list[int] = []

    def report(progress: dict[str, int]) -> None:
        told.append(progress["done"])
        if progress["done"] >= 2 * PIECE:
            asking.stopped.set()

    paused = Asking(asking.home, asking.preferences, asking.store, report, asking.stopped)
    assert install(paused, TINY) == {"installed": False}
    assert not asking.store.installed()
    asking.stopped.clear()
    first: list[int] = []
    again = Asking(
        asking.home, asking.preferences, asking.store, lambda one: first.append(one["done"]), asking.stopped
    )
    assert install(again, TINY) == {"installed": True}
    assert min(first) >= 2 * PIECE
    assert verify(again, TINY) == {"whole": True}


def test_what_is_removed_is_gone(asking: Asking) -> None:
    install(asking, TINY)
    assert models(asking, Nothing())["models"][0]["installed"]
    remove(asking, TINY)
    assert not models(asking, Nothing())["models"][0]["installed"]


def test_the_starters_are_a_complete_companion_without_what_does_the_same_twice(tmp_path: Path) -> None:
    store = ModelStore(tmp_path / "models", load_catalogue(), [], lambda _: 1 << 40)
    asking = Asking(tmp_path, PreferenceFile(tmp_path), store, lambda _: None, threading.Event())
    told = models(asking, Nothing())
    roles = [one["role"] for one in told["models"] if one["starter"]]
    assert sorted(set(roles)) == ["language", "sentences", "speech", "voice"]
    assert roles.count("sentences") == 1
    names = {one["name"] for one in told["models"] if one["starter"]}
    assert {told["day"], told["hears"], told["speaks"], told["recalls"]} <= names


def test_a_measured_pace_is_told_again(asking: Asking) -> None:
    keep_pace(asking, Measured(name="tiny", read_per_s=90, written_per_s=14))
    told = models(asking, Nothing())["models"][0]
    assert (told["written_per_s"], told["measured"]) == (14, True)


def test_a_sentence_model_is_opened_before_it_is_chosen(tmp_path: Path) -> None:
    asking = Asking(tmp_path, PreferenceFile(tmp_path), standard_store(), lambda _: None, threading.Event())
    chosen = set_choice(asking, SetChoice(name="sentence_model", value="minilm-l6"))
    assert chosen["values"]["sentence_model"] == "minilm-l6"
    assert models(asking, Nothing())["recalls"] == "minilm-l6"
    for other in ("multilingual-e5-small", "whisper-base", "none"):
        with pytest.raises(ModelError):
            set_choice(asking, SetChoice(name="sentence_model", value=other))
    assert models(asking, Nothing())["recalls"] == "minilm-l6"
