#!/usr/bin/env python3
"""What a publisher signs: the key of a build, and the statement of its newest version.

    python -m installers.release key FILE                 makes a key, and prints its public half for publisher.toml
    python -m installers.release state FILE --address URL [--days 90] [--words TEXT] PACKAGE…

The statement goes to the standard output, and from there to the address that publisher.toml names. It is to be signed
anew before its days are over, also where no version came.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402 - as below

from engine.updates import Release, write_statement  # noqa: E402 - found once the repository is on the path
from installers import bundle  # noqa: E402 - as above


def make_key(file: Path) -> str:
    """A new private key in `file`, which nobody else may read; returns the public half. Raises FileExistsError."""
    key = Ed25519PrivateKey.generate()
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(base64.b64encode(key.private_bytes_raw()) + b"\n")
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def read_key(file: Path) -> Ed25519PrivateKey:
    """The key that `make_key` wrote."""
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(file.read_bytes()))


def stated(version: str, address: str, days: int, words: str, packages: list[Path]) -> Release:
    """What is to be signed: `version` from today on, with the sums of its packages."""
    today = datetime.now(UTC).date()
    sums = {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in packages}
    return Release(
        version=version,
        day=today,
        until=today + timedelta(days=days),
        address=address,
        words=words,
        packages=sums,
    )


def main(arguments: list[str] | None = None) -> int:
    """Make a key, or sign; returns the exit code."""
    options = _parser().parse_args(arguments)
    if options.what == "key":
        print(f'key = "{make_key(options.file)}"')
        return 0
    release = stated(
        options.version or bundle.version(ROOT),
        options.address,
        options.days,
        options.words,
        options.packages,
    )
    sys.stdout.buffer.write(write_statement(release, read_key(options.file)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(dest="what", required=True)
    made = kinds.add_parser("key", help="make a key")
    made.add_argument("file", type=Path, help="where the private half is written")
    state = kinds.add_parser("state", help="sign a statement")
    state.add_argument("file", type=Path, help="the private key")
    state.add_argument("packages", type=Path, nargs="*", help="what is offered there")
    state.add_argument("--address", required=True, help="where a person gets it (https)")
    state.add_argument("--version", default="", help="the newest; this source's own without it")
    state.add_argument("--days", type=int, default=90, help="how long it may be believed")
    state.add_argument("--words", default="", help="what is new, in a sentence")
    return parser


if __name__ == "__main__":
    sys.exit(main())
