"""How a local model keeps what it has read: a choice of the person's too, so that it is imported alone."""

from enum import StrEnum


class CacheType(StrEnum):
    """How exactly a local model keeps what it has read: the quantised ones take half and a quarter the memory."""

    F16 = "f16"
    Q8_0 = "q8_0"
    Q4_0 = "q4_0"
