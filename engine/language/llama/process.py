"""The model's child process: how it is started, and what its troubles are called."""

from engine.language.errors import ModelDiedError, NativeLibraryError, fault
from engine.process import Faults, Launch, SupervisedChild

LAUNCH = Launch(
    "engine.language.child",
    {
        # A native fault would start a debugger, whose backtrace prints strings.
        "GGML_NO_BACKTRACE": "1",
        # Threads that spin at OpenMP's barriers starve each other as soon as anything else is busy, and threads
        # that sleep at once write a third slower on an idle machine. GNU's library looks a few hundred times,
        # then sleeps; others sleep.
        "OMP_WAIT_POLICY": "passive",
        "GOMP_SPINCOUNT": "300",
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
