"""Voice activity by Silero, whose model comes with faster-whisper."""

from pathlib import Path

import numpy as np

from engine.senses.audio.sound import BLOCK, Samples
from engine.senses.errors import SpeechModelError

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
