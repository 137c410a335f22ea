"""Where somebody speaks: voice activity by Silero, and endpointing, which finds from it where a turn begins and ends.

quiet → perhaps → speaking → (paused) → ended
          └─ faded
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import numpy as np

from engine.senses.audio.sound import BLOCK, BLOCK_S, RATE, Samples
from engine.senses.errors import SpeechModelError
from engine.settings import HearingSettings

CONTEXT = 64
"""Samples of the block before that the model is shown too."""

ASSET = "silero_vad_v6.onnx"


def silero_path() -> Path:
    """Where the model lies; faster-whisper itself is not loaded. Raises SpeechModelError."""
    from importlib.util import find_spec  # noqa: PLC0415 - only asked where a voice is wanted

    package = find_spec("faster_whisper")
    folder = Path(package.origin).parent / "assets" if package and package.origin else Path()
    if not (folder / ASSET).is_file():
        raise SpeechModelError("The voice activity model is not there.", "Install faster-whisper again.")
    return folder / ASSET


class SileroActivity:
    """Implements `VoiceActivity`: 0.15 ms a block on one core."""

    def __init__(self) -> None:
        import onnxruntime  # noqa: PLC0415 - heavy, and only the voice needs it here

        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = options.intra_op_num_threads = 1
        options.log_severity_level = 4
        self._session = onnxruntime.InferenceSession(
            str(silero_path()), sess_options=options, providers=["CPUExecutionProvider"]
        )
        self._input = np.zeros((1, CONTEXT + BLOCK), dtype=np.float32)
        self._state = self._fresh_state()

    def judge(self, block: Samples) -> float:
        self._input[0, :CONTEXT] = self._input[0, -CONTEXT:]
        self._input[0, CONTEXT:] = block
        hidden, cell = self._state
        found, hidden, cell = self._session.run(None, {"input": self._input, "h": hidden, "c": cell})
        self._state = hidden, cell
        return float(found.reshape(-1)[0])

    def reset(self) -> None:
        self._input[:] = 0
        self._state = self._fresh_state()

    @staticmethod
    def _fresh_state() -> tuple[Samples, Samples]:
        return np.zeros((1, 1, 128), dtype=np.float32), np.zeros((1, 1, 128), dtype=np.float32)


TRAILING_S = 0.3
"""Silence that is left behind the last voice of a turn."""


class Sign(Enum):
    """What a block changed."""

    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"


@dataclass(slots=True)
class Utterance:
    """The sound of a turn so far; times are seconds of the link."""

    blocks: list[Samples]
    since_s: float
    last_voice_s: float
    voiced_s: float = 0.0
    paused: bool = False
    key: int = 0

    def sound(self, until_s: float | None = None) -> Samples:
        """What was heard, with a bit of the silence after the last voice."""
        whole = np.concatenate(self.blocks)
        spare = 0 if until_s is None else round((until_s - self.last_voice_s - TRAILING_S) * RATE)
        return whole[: len(whole) - spare] if spare > 0 else whole


@dataclass(slots=True)
class Endpointer:
    """Follows one microphone. `pause_s` is the silence that ends this turn, where its words tell how long that is."""

    settings: HearingSettings
    pause_s: float | None = None
    utterance: Utterance | None = None
    _before: deque[Samples] = field(default_factory=deque)
    _run: int = 0
    _keys: int = 0

    def hear(self, block: Samples, likelihood: float, at_s: float) -> list[Sign]:
        """What this block, which ended at `at_s`, changed."""
        if self.utterance is None:
            return self._wait(block, likelihood, at_s)
        return self._follow(self.utterance, block, likelihood, at_s)

    def begin(self, at_s: float) -> None:
        """A turn begins now, whoever speaks: the key to talk is held."""
        if self.utterance is None:
            self._open(at_s, at_s)

    def forget(self) -> None:
        """Forget the turn that was being heard, and what was heard before."""
        self.reset()
        self._before.clear()

    def reset(self) -> None:
        """Have done with the turn that was being heard."""
        self.utterance = None
        self.pause_s = None
        self._run = 0

    def _wait(self, block: Samples, likelihood: float, at_s: float) -> list[Sign]:
        self._before.append(block)
        while len(self._before) * BLOCK_S > self.settings.before_s + self.settings.begin_s:
            self._before.popleft()
        self._run = self._run + 1 if likelihood >= self.settings.voice_from else 0
        if (
            likelihood < self.settings.certain_voice
            and self._run * BLOCK_S < self.settings.begin_s - BLOCK_S / 2
        ):
            return []
        opened = self._open(at_s - self._run * BLOCK_S, at_s)
        opened.voiced_s = self._run * BLOCK_S
        return [Sign.STARTED]

    def _open(self, since_s: float, at_s: float) -> Utterance:
        self.utterance = Utterance(list(self._before), since_s, at_s)
        self._before.clear()
        self._run = 0
        self._rekey(self.utterance)
        return self.utterance

    def _follow(self, said: Utterance, block: Samples, likelihood: float, at_s: float) -> list[Sign]:
        said.blocks.append(block)
        voiced = likelihood >= (
            self.settings.voice_until if self._sounding(said, at_s) else self.settings.voice_from
        )
        if voiced:
            return self._go_on(said, at_s)
        if at_s - said.since_s > self.settings.longest_turn_s:
            return [Sign.ENDED]
        return self._be_silent(said, at_s)

    def _sounding(self, said: Utterance, at_s: float) -> bool:
        return at_s - said.last_voice_s < 2 * BLOCK_S

    def _go_on(self, said: Utterance, at_s: float) -> list[Sign]:
        said.voiced_s += BLOCK_S
        said.last_voice_s = at_s
        signs = []
        if said.paused:
            said.paused, self.pause_s = False, None
            self._rekey(said)
            signs.append(Sign.RESUMED)
        return [*signs, *([Sign.ENDED] if at_s - said.since_s > self.settings.longest_turn_s else [])]

    def _be_silent(self, said: Utterance, at_s: float) -> list[Sign]:
        silent_s = at_s - said.last_voice_s + BLOCK_S / 4
        if silent_s >= (self.pause_s or self.settings.pause_s):
            return [Sign.ENDED]
        if silent_s >= self.settings.glance_s and not said.paused:
            said.paused = True
            return [Sign.PAUSED]
        return []

    def _rekey(self, said: Utterance) -> None:
        self._keys += 1
        said.key = self._keys
