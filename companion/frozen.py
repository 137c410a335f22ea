"""Where a bundle begins: the program, and what `python -m` does elsewhere for its own processes.

A bundle has one executable and no interpreter beside it. The model, the worker, and `pip`, which fetches models that
lie in a package index, are started as `sys.executable -m MODULE`, and so is the server that other programs are told
of (`companion mcp install`). In a bundle `sys.executable` is this program: it runs those modules, and no other.
"""

import os
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

MODULES: Final = (
    "companion",
    "engine.language.child",
    "engine.language.native.described",
    "engine.worker",
    "pip",
)
"""What may be run so; each is bundled whole."""


def executable(environ: Mapping[str, str] = os.environ) -> str:
    """What starts this program another day: the AppImage it came in, as what that unpacks is gone when it ends."""
    image, unpacked = environ.get("APPIMAGE"), environ.get("APPDIR")
    if image and unpacked and Path(sys.executable).is_relative_to(unpacked):
        return image
    return sys.executable


def module_asked(words: list[str]) -> str | None:
    """The module that the words of a command line ask to be run as Python would; None for the program itself."""
    return words[1] if len(words) > 1 and words[0] == "-m" and words[1] in MODULES else None


def main() -> int:
    """Be the program, or one of its processes; returns the exit code."""
    module = module_asked(sys.argv[1:])
    if module is None:
        from companion.cli import main as program  # noqa: PLC0415 - a child does without it

        return program()
    del sys.argv[1:3]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
