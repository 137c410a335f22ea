"""What can go wrong in finding again.

* SearchError
  x ChromaMissingError     Chroma was asked for and is not installed
"""

from engine.errors import CompanionError


class SearchError(CompanionError):
    """Base of this room's errors."""


class ChromaMissingError(SearchError):
    """Chroma is an extra; everything works without it."""

    remedy = "Run the installer again (python3 installers/bootstrap.py run), or: pip install chromadb==1.5.9"
