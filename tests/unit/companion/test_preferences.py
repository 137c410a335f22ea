import threading
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.preferences import PreferenceFile, Preferences, Speed
from engine.settings import CacheType

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
positive = st.floats(0.1, 1e6)
speeds = st.builds(Speed, read_per_s=positive, written_per_s=positive)
preferences = st.builds(
    Preferences,
    day_model=words,
    night_model=words,
    effort=st.sampled_from(["quiet", "balanced", "active"]),
    cache_type=st.sampled_from(CacheType),
    speeds=st.dictionaries(words, speeds, max_size=3),
    later_word=words,
)


@given(preferences)
def test_what_is_saved_is_loaded(chosen: Preferences) -> None:
    with TemporaryDirectory() as folder:
        keeper = PreferenceFile(Path(folder) / "home")
        keeper.save(chosen)
        assert keeper.load().preferences == chosen
        assert keeper.load().warning == ""
        assert {path.name for path in keeper.path.parent.iterdir()} <= {"settings.json", "settings.json.lock"}


@given(st.binary(max_size=200))
def test_no_content_stops_a_start(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        keeper = PreferenceFile(Path(folder))
        keeper.path.write_bytes(content)
        loaded = keeper.load()
        assert loaded.warning or isinstance(loaded.preferences, Preferences)


def test_nothing_chosen_is_no_fault(tmp_path: Path) -> None:
    loaded = PreferenceFile(tmp_path).load()
    assert loaded.preferences == Preferences()
    assert loaded.warning == ""
    assert loaded.preferences.model_for_night() == loaded.preferences.day_model


@pytest.mark.parametrize("content", ["{", '{"effort": "purple"}', "[]", "\x00", "[" * 100_000])
def test_a_damaged_file_warns_and_is_kept(tmp_path: Path, content: str) -> None:
    keeper = PreferenceFile(tmp_path)
    for n in (1, 2):
        keeper.path.write_text(content)
        assert "damaged" in keeper.load().warning
        keeper.save(Preferences(discreet=True))
        assert keeper.load().preferences.discreet
        assert (tmp_path / f"settings.damaged-{n}.json").read_text() == content


def test_of_two_who_change_it_neither_loses_the_others(tmp_path: Path) -> None:
    keeper = PreferenceFile(tmp_path)
    changes = [{"quiet_from": 5}, {"effort": "active"}, {"later_word": "soon"}, {"day_model": "small"}] * 5
    threads = [threading.Thread(target=partial(keeper.change, **change)) for change in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = keeper.load().preferences
    assert (kept.quiet_from, kept.effort, kept.later_word, kept.day_model) == (5, "active", "soon", "small")
