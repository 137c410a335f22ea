"""Who publishes this build: the address of the statement, and the key that signs it.

Both stand in `resources/publisher.toml`, which is empty as it comes from the source: whoever publishes fills it in
(docs/installing.md). Without them nobody is asked, and the switch says so.
"""

import base64
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Publisher:
    """`address` (https) and `key` (32 bytes, Ed25519); empty where this build has no publisher."""

    address: str = ""
    key: bytes = b""

    @property
    def named(self) -> bool:
        """Whether anybody can be asked."""
        return bool(self.address and self.key)


@cache
def publisher() -> Publisher:
    """The publisher of this build."""
    found = tomllib.loads((resources.files("resources") / "publisher.toml").read_text("utf-8"))
    return Publisher(found["address"], base64.b64decode(found["key"]))
