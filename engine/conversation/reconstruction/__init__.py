"""Reconstruction: what stands before the model is put together anew for each turn ([A] §6, [C] §3).

`reconstruct` draws on the rooms of memory and gives a `Context`; nothing here knows of a prompt's form.
"""

from engine.clock import Clock
from engine.conversation.reconstruction.choosing import as_read, covers
from engine.conversation.reconstruction.focus import focus_of, usual_level
from engine.conversation.reconstruction.kept import KeptContexts
from engine.conversation.reconstruction.questions import asks, asks_about, leans
from engine.conversation.reconstruction.reconstructing import Reconstruction
from engine.conversation.reconstruction.records import (
    Context,
    ContextItem,
    CutOrder,
    Focus,
    SectionReport,
    Speaker,
    StepName,
    Verdict,
)
from engine.conversation.reconstruction.sources import Inquiry, Sources
from engine.conversation.reconstruction.using import used_by
from engine.settings import Settings


def reconstruct(sources: Sources, clock: Clock, settings: Settings, inquiry: Inquiry) -> Context:
    """The context of one turn, in nine steps. Writes nothing but the log of what was brought up."""
    return Reconstruction(sources, clock, settings, inquiry).run()


__all__ = [
    "Context",
    "ContextItem",
    "CutOrder",
    "Focus",
    "Inquiry",
    "KeptContexts",
    "SectionReport",
    "Sources",
    "Speaker",
    "StepName",
    "Verdict",
    "as_read",
    "asks",
    "asks_about",
    "covers",
    "focus_of",
    "leans",
    "reconstruct",
    "used_by",
    "usual_level",
]
