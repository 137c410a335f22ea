"""The model's child process: how it is started, and what its troubles are called."""

from engine.language.errors import ModelDiedError, NativeLibraryError, fault
from engine.process import Faults, Launch, SupervisedChild

LAUNCH = Launch(
    "engine.language.child",
    "--model-child",
    {
        # A native fault would start a debugger, whose backtrace prints strings.
        "GGML_NO_BACKTRACE": "1",
        # Spinning OpenMP threads starve each other as soon as anything else is busy (0.5B beside a load of
        # eight: 24 tokens a second instead of 2).
        "OMP_WAIT_POLICY": "passive",
        # numpy needs one thread only.
        "OPENBLAS_NUM_THREADS": "1",
    },
)
FAULTS = Faults(
    unstartable=lambda: NativeLibraryError("The language engine could not be started."),
    lost=lambda: ModelDiedError("The language model stopped unexpectedly and an answer was lost."),
    reported=fault,
)


def start_child() -> SupervisedChild:
    """A new child without a model. Raises NativeLibraryError."""
    return SupervisedChild(LAUNCH, FAULTS, "language-child")
