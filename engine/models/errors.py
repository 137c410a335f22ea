"""What can go wrong with models on disk.

* ModelError                the root of this room
  x UnknownModelError       no catalogue row has this name
  x NotInstalledError       known, but not (or not wholly) on this machine
  x ChecksumError           a file does not hold the bytes that the catalogue promises
  x SourceError             one source cannot give a file; another may
  x InstallError            every source was tried in vain
  x NoSpaceError            the disk cannot take the model
  x FolderError             the model folder cannot be read or written
  x BusyError               another process is installing the same model
  x CatalogueError          the catalogue itself cannot be read
"""

from engine.errors import CompanionError, NotFoundError


class ModelError(CompanionError):
    """A fault of the model folder, the disk or a download."""


class UnknownModelError(NotFoundError, ModelError):
    """A name that no row of the catalogue has."""

    remedy = "See the names: `companion models list`."


class NotInstalledError(ModelError):
    """A model of the catalogue that is not wholly here; `name` is its catalogue name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The model {name} is not installed.", f"Fetch it: `companion models install {name}`."
        )
        self.name = name


class ChecksumError(ModelError):
    """A file whose bytes are not the promised ones."""

    remedy = "The damaged file was set aside; fetch it again: `companion models install NAME`."


class SourceError(ModelError):
    """A source that is out of reach, or offers something else."""


class InstallError(ModelError):
    """No source could give the model."""

    remedy = "Check the network and try again: what has arrived is kept. Or give a file: --file FILE"


class NoSpaceError(ModelError):
    """The disk has no room for the model."""

    remedy = "Free some space, or set COMPANION_MODELS to a folder on a larger disk."


class FolderError(ModelError):
    """The model folder cannot be read or written."""

    remedy = "Set COMPANION_MODELS to a folder that you may write."


class BusyError(ModelError):
    """Another process holds the model's lock."""

    remedy = "Wait until the other installation has ended."


class CatalogueError(ModelError):
    """The catalogue's data cannot be understood."""

    remedy = "Install the program again: its model catalogue is damaged."
