"""What reading one document may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory` in bytes beyond what the process has; `tags` is how many words describe a document."""

    pages: int
    characters: int
    memory: int
    tags: int
