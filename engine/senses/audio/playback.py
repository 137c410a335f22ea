"""What is being played: clauses in a row, how much of them was heard, and what went out last.

`fill` is called by a device on a thread of its own; it copies and counts, and nothing else.
"""

import re
import threading
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.senses.audio.sound import RATE, Samples, Sound, resampled, silence

KEPT_S: Final = 2.0
LONG_S: Final = 10
"""For so long nothing came out of a device that was just opened."""

WORD: Final = re.compile(r"\s*\S+")


@dataclass(slots=True)
class _Piece:
    """A clause on its way: its words, its samples, and how many of them were played."""

    turn: int
    text: str
    samples: Samples
    voiced: int
    played: int = 0

    def words(self, heard: int) -> str:
        """Those that were spoken within the first `heard` samples."""
        words: list[str] = WORD.findall(self.text)
        return "".join(words[: int(len(words) * max(0, heard) / max(1, self.voiced))])

    def tune(self, share: float) -> None:
        """Count at another rate, which is that share of the one before."""
        self.voiced, self.played = round(self.voiced * share), round(self.played * share)


@dataclass(slots=True)
class _Ring:
    """The last samples that went out."""

    size: int
    samples: Samples = field(init=False)
    at: int = 0

    def __post_init__(self) -> None:
        self.samples = np.zeros(self.size, dtype=np.float32)

    def add(self, block: Samples) -> None:
        block = block[-self.size :]
        first = min(len(block), self.size - self.at)
        self.samples[self.at : self.at + first] = block[:first]
        self.samples[: len(block) - first] = block[first:]
        self.at = (self.at + len(block)) % self.size

    def last(self, count: int) -> Samples:
        return np.roll(self.samples, -self.at)[-count:]


class Playback:
    """Clauses to be played at `rate` Hz, `late_s` seconds before they are heard. Callable from any thread."""

    def __init__(self, rate: int, late_s: float = 0.0) -> None:
        self._guard = threading.Lock()
        self.rate, self.late_s = rate, late_s
        self._pieces: list[_Piece] = []
        self._said: list[_Piece] = []
        self._out = _Ring(round(KEPT_S * rate))
        self._paused = False
        self._since_loud = LONG_S * rate

    def tune(self, rate: int, late_s: float) -> None:
        """Play at another rate from now on: another device was opened. What waits is played at that rate."""
        with self._guard:
            for piece in self._pieces:
                piece.samples = resampled(piece.samples, self.rate, rate)
            for piece in self._said:
                piece.tune(rate / self.rate)
            self.rate, self.late_s = rate, late_s
            self._out = _Ring(round(KEPT_S * rate))
            # What was on its way through the device before is not heard any more.
            self._since_loud = LONG_S * rate

    @property
    def playing(self) -> bool:
        """Whether anything is left to be heard: to be played, or on its way."""
        return bool(self._pieces) or self._on_its_way > 0

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def quiet_s(self) -> float:
        """For how long nothing has come out."""
        return self._since_loud / self.rate

    def put(self, turn: int, text: str, sound: Sound, pause_s: float) -> None:
        """Play `sound`, which says `text`, after all that waits, and be silent after it."""
        samples = sound.at(self.rate).samples
        piece = _Piece(turn, text, np.concatenate([samples, silence(pause_s, self.rate)]), len(samples))
        with self._guard:
            self._pieces.append(piece)
            self._said = [one for one in self._said if one.turn == turn]
            self._said.append(piece)

    def pause(self) -> None:
        """Be silent at once, and keep what waits."""
        self._paused = True

    def resume(self) -> None:
        self._paused = False

    def stop(self) -> None:
        """Drop what waits; `heard` still tells of it."""
        with self._guard:
            self._pieces.clear()
            self._paused = False

    def heard(self, turn: int) -> tuple[str, bool]:
        """What was heard of a turn as it was written, and whether that is all that was put for it.

        A clause without a sound, such as an emoji, is heard once what stands before it is.
        """
        with self._guard:
            said = [one for one in self._said if one.turn == turn]
            heard, words = sum(one.played for one in said) - self._on_its_way, ""
            for piece in said:
                if piece.voiced and heard < piece.voiced:
                    return (words + piece.words(heard)).strip(), False
                heard, words = heard - piece.played, words + piece.text
        return words.strip(), True

    @property
    def _on_its_way(self) -> int:
        """Samples that were played and are not heard yet; of a silence since then so many fewer."""
        return max(0, round(self.late_s * self.rate) - self._since_loud)

    def fill(self, out: Samples) -> None:
        """Write the next samples to play into `out`. On the device's thread."""
        with self._guard:
            count = 0 if self._paused else self._copy(out)
            out[count:] = 0
            self._out.add(out)
            self._since_loud = len(out) - count + (0 if count else self._since_loud)

    def reference(self, count: int) -> Samples:
        """The last `count` samples at 16 kHz that went out, silence included."""
        with self._guard:
            recent = self._out.last(round(count * self.rate / RATE) + 1)
        heard = resampled(recent, self.rate, RATE)[-count:]
        return heard if len(heard) == count else np.pad(heard, (count - len(heard), 0))

    def _copy(self, out: Samples) -> int:
        at = 0
        while self._pieces and at < len(out):
            piece = self._pieces[0]
            count = min(len(out) - at, len(piece.samples) - piece.played)
            out[at : at + count] = piece.samples[piece.played : piece.played + count]
            piece.played += count
            at += count
            if piece.played == len(piece.samples):
                self._pieces.pop(0)
        return at
