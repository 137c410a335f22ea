"""Documents to Markdown. Parsers run in the worker process: a hostile file costs an error, not the application.

`Reader` is the application's side, `task.py` the worker's; only text comes back, without metadata, scripts or
anything that a person who opens the document would not see.
"""

from engine.library.reading.reader import Reader, ReadText

__all__ = ["ReadText", "Reader"]
