"""Whether words are understood as well as the recogniser's library understands them by itself.

    python -m tests.benchmarks.voice_words FOLDER [--margin 0.01]

hears the recordings of a folder with a `manifest.json` of their texts, which are only read, and prints JSON: the word
error rates of turns in a talk, of recordings, and of faster-whisper called directly with the same model. Ends with
another code than 0 where one of the first two is more than the margin above the last.
"""

import argparse
import json
import sys
from contextlib import closing
from pathlib import Path

from companion.cli.bench.voice import MANIFEST, VoiceFigures, measure_errors
from companion.preferences import Preferences
from companion.voice.session import SpeechModels
from engine.models import standard_store
from engine.settings import SensesSettings

MARGIN = 0.01
"""One word of a hundred."""


def main() -> int:
    """Print the figures; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--margin", type=float, default=MARGIN)
    options = parser.parse_args()
    figures = VoiceFigures()
    with closing(SpeechModels.of(standard_store(), Preferences(), SensesSettings())) as models:
        measure_errors(figures, models, options.folder / MANIFEST, options.folder)
    direct, ours = figures.wer_direct, (figures.wer, figures.wer_recording)
    print(json.dumps({"turns": ours[0], "recordings": ours[1], "direct": direct}, indent=2))
    holds = direct is not None and all(one is not None and one <= direct + options.margin for one in ours)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
