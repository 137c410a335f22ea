"""What can go wrong between a surface and the mind.

* CompanionError (engine.errors)
  * ServiceError              a request could not be served
    x GivenUpError            who asked did not want it any more, and nothing of it was done
    x HomeBusyError           another process owns the home and does not answer
    x OwnerLostError          the owner ended before it had answered
    x OwnerLeavingError       the owner is ending and takes no new requests
    x DoorRefusedError        the owner does not let this process in
    x FrameError              a message that is too large, malformed or not understood
    x OwnerFaultError         an error of the owner's, told from afar
      x AnswerStoppedError      the person stopped the answer before its first word
  x PartFailedError         a part of the mind could not be opened
"""

from engine.errors import CompanionError


class ServiceError(CompanionError):
    """A request that could not be served."""


class GivenUpError(ServiceError):
    """Who asked did not want it any more; nothing of it was done."""

    remedy = "Begin it again whenever you like: what is here already comes no second time."


class HomeBusyError(ServiceError):
    """The home has an owner that cannot be reached."""

    remedy = "Wait a moment and try again; if it stays so, end the process that `companion doctor` names."


class OwnerLostError(ServiceError):
    """The owner ended before it had answered. `heard` says whether what was said had been kept by then."""

    remedy = "Ask again."

    def __init__(self, message: str, remedy: str | None = None, *, heard: bool = False) -> None:
        super().__init__(message, remedy)
        self.heard = heard


class OwnerLeavingError(ServiceError):
    """The owner is ending and takes no new requests."""

    remedy = "Try again in a moment."


class DoorRefusedError(ServiceError):
    """The owner does not let this process in: another key, another user or another version."""

    remedy = "Quit the running companion and try again."


class FrameError(ServiceError):
    """A message that is too large, malformed or not understood."""

    remedy = "Make the message shorter; if it was short, quit the running companion and try again."


class OwnerFaultError(ServiceError):
    """An error of the owner's, told from afar; `families` are the names of its class and its bases."""

    def __init__(self, message: str, remedy: str, families: tuple[str, ...]) -> None:
        super().__init__(message, remedy)
        self.families = families


class AnswerStoppedError(ServiceError):
    """The person stopped the answer before its first word. What was said is kept."""

    remedy = "Ask again."


class PartFailedError(ServiceError):
    """A part of the mind could not be opened, by a fault that is not the world's."""

    remedy = "See `companion doctor`; the log names the place of the fault."
