"""The model's process: `python -m engine.language.child`. It ends when its input closes."""

import os

from engine.process.entry import enter_child


def main() -> None:
    """Serve the application until it closes the pipe."""
    source, sink = enter_child()
    from engine.language.native.server import Server  # noqa: PLC0415 - loads llama.cpp, which the parent must not

    Server(source, sink).serve()
    # Threads may be deep in native code, and there is nothing to save.
    os._exit(0)


if __name__ == "__main__":
    main()
