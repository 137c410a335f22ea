"""Playback, the echo guard, and files."""

from pathlib import Path

import numpy as np
import pytest

from engine.senses import AudioFileError, EchoGuard, Playback, Samples, Sound, read_sound, write_sound
from engine.senses.audio.sound import BLOCK, level_db, silence
from engine.settings import EchoSettings

RATE = 16_000


def noise(seconds: float, seed: int = 1) -> Samples:
    return np.random.default_rng(seed).normal(0, 0.1, round(seconds * RATE)).astype(np.float32)


def played(playback: Playback, seconds: float) -> Samples:
    out = np.empty(round(seconds * RATE), dtype=np.float32)
    playback.fill(out)
    return out


def test_what_was_heard_follows_what_was_played() -> None:
    playback = Playback(RATE)
    playback.put(1, "One two. ", Sound(noise(1)), 0.5)
    playback.put(1, "Three four five six.", Sound(noise(1)), 0.5)
    assert playback.heard(1) == ("", False)
    played(playback, 2.0)
    assert playback.heard(1) == ("One two. Three four", False)
    played(playback, 2.0)
    assert playback.heard(1) == ("One two. Three four five six.", True)
    assert not playback.playing


def test_paused_it_is_silent_and_goes_on_where_it_was() -> None:
    playback = Playback(RATE)
    sound = noise(1)
    playback.put(1, "a", Sound(sound), 0)
    first = played(playback, 0.25)
    playback.pause()
    assert not played(playback, 0.5).any()
    playback.resume()
    assert np.array_equal(np.concatenate([first, played(playback, 0.75)]), sound)


def test_stopped_it_is_silent_at_once() -> None:
    playback = Playback(RATE)
    playback.put(1, "a b", Sound(noise(1)), 0)
    played(playback, 0.5)
    playback.stop()
    assert not played(playback, 0.5).any()
    assert playback.heard(1) == ("a", False)


LATE_S = 0.06
"""From the device's call until it is heard."""


def test_what_is_on_its_way_is_missed_once_and_not_at_every_clause() -> None:
    """The pauses are shorter than the way, as those of a lively mood are."""
    playback = Playback(RATE, LATE_S)
    for words in ("Well, ", "yes, ", "gladly."):
        playback.put(1, words, Sound(noise(0.5)), 0.042)
    played(playback, 2 * 0.542)
    assert playback.heard(1) == ("Well,", False)
    played(playback, 0.03)
    assert playback.heard(1) == ("Well, yes,", False)
    played(playback, 0.512)
    assert playback.playing
    assert playback.heard(1) == ("Well, yes,", False)
    played(playback, 0.06)
    assert not playback.playing
    assert playback.heard(1) == ("Well, yes, gladly.", True)


@pytest.mark.parametrize("late_s", [0.0, LATE_S])
def test_what_has_no_sound_is_heard_once_what_stands_before_it_is(late_s: float) -> None:
    playback = Playback(RATE, late_s)
    for words, seconds in (("With pleasure. ", 0.5), ("😀 ", 0.0), ("---\n", 0.0), ("Until then.", 0.5)):
        playback.put(1, words, Sound(noise(seconds)), 0.042 if seconds else 0.0)
    played(playback, 0.4)
    assert playback.heard(1) == ("With", False)
    played(playback, 0.2)
    assert playback.heard(1) == ("With pleasure. 😀 ---", False)
    played(playback, 1.0)
    assert playback.heard(1) == ("With pleasure. 😀 ---\nUntil then.", True)


def test_of_an_answer_that_has_no_sound_all_is_heard() -> None:
    playback = Playback(RATE, LATE_S)
    playback.put(1, "😀", Sound(silence(0)), 0)
    played(playback, 0.032)
    assert not playback.playing
    assert playback.heard(1) == ("😀", True)


def test_at_another_rate_as_much_was_heard() -> None:
    playback = Playback(RATE)
    playback.put(1, "One two three four.", Sound(noise(1)), 0)
    played(playback, 0.5)
    playback.tune(3 * RATE, LATE_S)
    assert playback.heard(1) == ("One two", False)
    played(playback, 3 * (0.5 + LATE_S))
    assert playback.heard(1) == ("One two three four.", True)


def echo_of(reference: Samples, delay: int, gain: float) -> Samples:
    return gain * np.pad(reference, (delay, 0))[: len(reference)]


@pytest.mark.parametrize("delay_s", [0.01, 0.1, 0.25])
def test_its_own_voice_is_recognised(delay_s: float) -> None:
    guard, own = EchoGuard(EchoSettings()), []
    reference = noise(3)
    microphone = echo_of(reference, round(delay_s * RATE), 0.4) + 0.01 * noise(3, 2)
    for end in range(guard.needs + BLOCK, len(reference), BLOCK):
        judged = guard.judge(microphone[end - BLOCK : end], reference[end - guard.needs : end])
        own.append(judged.own)
    assert min(own[8:]) > 0.9


def test_the_person_is_heard_through_it() -> None:
    guard = EchoGuard(EchoSettings())
    reference, person = noise(3), 0.5 * noise(3, 5)
    microphone = echo_of(reference, 1600, 0.3) + person
    rests = []
    for end in range(guard.needs + BLOCK, len(reference), BLOCK):
        judged = guard.judge(microphone[end - BLOCK : end], reference[end - guard.needs : end])
        assert judged.own < EchoSettings().own_share
        rests.append(np.corrcoef(judged.samples, person[end - BLOCK : end])[0, 1])
    assert min(rests[8:]) > 0.9


def test_somebody_else_is_no_echo() -> None:
    guard = EchoGuard(EchoSettings())
    assert guard.judge(noise(0.032, 3), noise(1)[: guard.needs]).own == 0
    assert guard.judge(noise(0.032, 3), silence(1)[: guard.needs]).own == 0


def test_sound_survives_a_file(tmp_path: Path) -> None:
    sound = Sound(noise(0.5))
    write_sound(tmp_path / "a.wav", sound)
    read = read_sound(tmp_path / "a.wav")
    assert read.seconds == pytest.approx(0.5, abs=0.01)
    assert level_db(read.samples) == pytest.approx(level_db(sound.samples), abs=0.5)


def test_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(AudioFileError):
        write_sound(tmp_path / "none" / "a.wav", Sound(noise(0.1)))


@pytest.mark.parametrize("content", [b"", b"no sound at all"])
def test_what_holds_no_sound_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(content)
    with pytest.raises(AudioFileError):
        read_sound(path)
    with pytest.raises(AudioFileError):
        read_sound(tmp_path / "none.wav")
