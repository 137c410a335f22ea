"""The catalogue: every model that the program knows, read from `resources/models.toml`."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.models.errors import CatalogueError, UnknownModelError
from engine.models.records import Model, ModelRole

_rows = TypeAdapter(tuple[Model, ...])


class Catalogue:
    """All models by name, in the order of the file."""

    def __init__(self, models: tuple[Model, ...]) -> None:
        self._models = {model.name: model for model in models}
        if len(self._models) != len(models):
            raise CatalogueError("The model catalogue names a model twice.")

    def __iter__(self) -> Iterator[Model]:
        return iter(self._models.values())

    def get(self, name: str) -> Model:
        """The row called `name`. Raises UnknownModelError."""
        try:
            return self._models[name]
        except KeyError:
            raise UnknownModelError(f"No model is called {name}.") from None

    def starter(self) -> tuple[Model, ...]:
        """The models that make a complete companion on a small machine."""
        return tuple(model for model in self if model.starter)

    def pack(self, name: str) -> tuple[Model, ...]:
        """The models that are installed together by this name; none where it is no pack."""
        return tuple(model for model in self if name and model.pack == name)

    def of_role(self, role: ModelRole) -> tuple[Model, ...]:
        return tuple(model for model in self if model.role is role)


def load_catalogue(source: Path | Traversable | None = None) -> Catalogue:
    """Read the catalogue, by default the one that comes with the program, which is read once. Raises CatalogueError."""
    return _shipped() if source is None else _read(source)


@cache
def _shipped() -> Catalogue:
    return _read(resources.files("resources") / "models.toml")


def _read(source: Path | Traversable) -> Catalogue:
    try:
        content = tomllib.loads(source.read_text(encoding="utf-8"))
        return Catalogue(_rows.validate_python(content.get("model", ())))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise CatalogueError("The model catalogue cannot be read.") from error
