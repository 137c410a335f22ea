"""Models on disk: the catalogue of what there is, and the store of what is here.

Knows language, sentence, speech and voice models alike, and nothing of how they are run: whoever loads one is
given a path. Nothing is fetched unless a person asked for it; nothing is used before its SHA-256 was checked.
"""

from engine.models.catalogue import Catalogue, load_catalogue
from engine.models.errors import (
    BusyError,
    CatalogueError,
    ChecksumError,
    FolderError,
    InstallError,
    ModelError,
    NoSpaceError,
    NotInstalledError,
    SourceError,
    UnknownModelError,
)
from engine.models.graphics import Graphics
from engine.models.records import Model, ModelFile, ModelRole, Progress, SourceKind, ignore_progress
from engine.models.store import ModelStore, chosen_sources, standard_folder, standard_store
from engine.models.suiting import Machine, Pace, expected_pace, fits, machine_here, recommended

__all__ = [
    "BusyError",
    "Catalogue",
    "CatalogueError",
    "ChecksumError",
    "FolderError",
    "Graphics",
    "InstallError",
    "Machine",
    "Model",
    "ModelError",
    "ModelFile",
    "ModelRole",
    "ModelStore",
    "NoSpaceError",
    "NotInstalledError",
    "Pace",
    "Progress",
    "SourceError",
    "SourceKind",
    "UnknownModelError",
    "chosen_sources",
    "expected_pace",
    "fits",
    "ignore_progress",
    "load_catalogue",
    "machine_here",
    "recommended",
    "standard_folder",
    "standard_store",
]
