"""What can go wrong between a text and its vector.

* EmbeddingError            anything below
  x ModelMissingError       a file of the sentence model is not there
  x ModelDamagedError       a file is there and cannot be read, or does not hold a sentence model
  x DimensionError          more numbers asked for than the model gives
  x EmbedderClosedError     asked after the model was released
"""

from engine.errors import CompanionError


class EmbeddingError(CompanionError):
    """A text could not be turned into a vector."""

    remedy = "Memory works by words alone until the sentence model is back; see `companion doctor`."


class ModelMissingError(EmbeddingError):
    """A file of the sentence model is not where it should be."""

    remedy = "Install the starter models: `companion models install --starter`."


class ModelDamagedError(EmbeddingError):
    """A file of the sentence model is unreadable or of another kind."""

    remedy = "Install the sentence model again: `companion models install --starter`."


class DimensionError(EmbeddingError):
    """A vector cannot be made longer than the model makes it."""

    remedy = "Choose a smaller dimension, or another sentence model."


class EmbedderClosedError(EmbeddingError):
    """The embedder was asked after it was closed."""

    remedy = "Start the companion again."
