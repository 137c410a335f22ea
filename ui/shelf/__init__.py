"""The kit of places that are a list, what is chosen in it, and what can be done with that.

A place of this kind is a `Shelf` (its view-model, plain Python) and a `Telling` (its words): `ShelfPlace` draws both.
"""

from ui.shelf.model import Shelf
from ui.shelf.place import ShelfPlace
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Given, Kind, Story, Verb
from ui.shelf.telling import Telling

__all__ = [
    "Adding",
    "Blank",
    "Done",
    "Entry",
    "Form",
    "Given",
    "Kind",
    "Shelf",
    "ShelfPlace",
    "Story",
    "Telling",
    "Verb",
]
