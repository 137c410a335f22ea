"""Ears and voice: voice activity, speech recognition, speech synthesis, turn taking.

Ports (`AudioLink`, `VoiceActivity`, `Recogniser`, `Synthesiser`, `Companion`) with adapters for PortAudio, files,
Silero, faster-whisper and piper; `Talk` joins them into a spoken conversation. It speaks with the mind through
`Companion` and knows none of the other rooms.
"""

import lazy_loader

# Nothing of it is loaded before somebody speaks: names load when first used, as `__init__.pyi` lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
