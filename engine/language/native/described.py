"""`python -m engine.language.native.described`: what the language engine here was built for, in a line.

In a process of its own, as loading it may fail in any way; `companion doctor` asks.
"""

import sys


def main() -> None:
    """Load it and print what it says of itself."""
    import llama_cpp  # noqa: PLC0415 - may end the process

    sys.stdout.write(llama_cpp.llama_print_system_info().decode())


if __name__ == "__main__":
    main()
