"""Thinking back on an exchange: what is claimed in it, what was felt, and what is kept of it ([A] §3–5).

`reflecting.py` takes what is outstanding one after another, `extracting.py` makes statements of what tells something
lasting (`claims.py`, `statements.py`, `dating.py`), `writing.py` absorbs all of it in one transaction, in which
`keeping.py` makes facts and memories.
"""

from engine.conversation.reflection.claims import Claim
from engine.conversation.reflection.extracting import REFLECTION_DECISIONS, ClaimExtractor
from engine.conversation.reflection.fields import base_fields, resolved_field
from engine.conversation.reflection.keeping import Keeper
from engine.conversation.reflection.reflecting import Outstanding
from engine.conversation.reflection.writing import ReflectionWriter

__all__ = [
    "REFLECTION_DECISIONS",
    "Claim",
    "ClaimExtractor",
    "Keeper",
    "Outstanding",
    "ReflectionWriter",
    "base_fields",
    "resolved_field",
]
