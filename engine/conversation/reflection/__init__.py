"""Thinking back on an exchange: the reflect segment, and what is kept of it ([A] §3–5).

Small models capture badly by generation, so logits decide WHETHER: each clause of the person's own words is weighed
(`weighing.py`), and only where one is worth keeping does anything of the exchange become a fact or a memory
(`keeping.py`).
"""

from engine.conversation.reflection.fields import base_fields, resolved_field
from engine.conversation.reflection.keeping import Keeper
from engine.conversation.reflection.weighing import NO_THOUGHT, Thought, Weighed, Weighing
from engine.conversation.reflection.writing import ReflectionWriter

__all__ = [
    "NO_THOUGHT",
    "Keeper",
    "ReflectionWriter",
    "Thought",
    "Weighed",
    "Weighing",
    "base_fields",
    "resolved_field",
]
