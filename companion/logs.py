"""Logs without a person in them: what happened by type, code and time, never what was said.

What a log line may hold is decided here, not where it is written: texts are masked and error messages are
left out, since either may quote what a person said.
"""

import logging
import re
import traceback
from collections.abc import Mapping
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

FILE_NAME = "companion.log"
LARGEST_BYTES = 1_000_000
KEPT_FILES = 3
OURS = ("companion", "engine", "ui")
# Names, codes, ids and addresses have neither blanks nor great length; whatever was said has.
_HARMLESS = re.compile(r"[\w.:/@#+\-]{1,64}")


class PlainFormatter(logging.Formatter):
    """One line of time, level, place and message, with arguments masked and tracebacks without messages."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(threadName)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        masked = logging.makeLogRecord({**record.__dict__, "args": _masked(record.args), "exc_text": None})
        if not record.name.startswith(OURS):
            # Others' messages may be made of anything: only that there was one is told.
            masked.msg, masked.args = "(message left out)", None
        return super().format(masked)

    def formatException(  # noqa: N802 - the name is logging's
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        kind, _, place = ei
        frames = "".join(traceback.format_tb(place)).rstrip()
        return f"{frames}\n{kind.__name__ if kind else 'no error'}"


def start_logging(folder: Path) -> logging.Handler | None:
    """Write our logs under `folder`, warnings of others too; None where it cannot be written."""
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one, RotatingFileHandler)]:
        root.removeHandler(old)
        old.close()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / FILE_NAME, maxBytes=LARGEST_BYTES, backupCount=KEPT_FILES, encoding="utf-8", delay=True
        )
    except OSError:
        return None
    handler.setFormatter(PlainFormatter())
    root.addHandler(handler)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    return handler


def _masked(arguments: object) -> tuple[object, ...] | Mapping[str, object] | None:
    if isinstance(arguments, Mapping):
        return {key: _mask(value) for key, value in arguments.items()}
    if isinstance(arguments, tuple):
        return tuple(_mask(value) for value in arguments)
    return None


def _mask(value: object) -> object:
    if isinstance(value, int | float) or value is None:
        return value
    text = str(value)
    return text if _HARMLESS.fullmatch(text) else f"<{len(text)} characters>"
