#!/usr/bin/env python3
"""Makes what is installed like any program. Run it with the environment's Python, from the repository:

    python -m installers.build bundle      the program with all it needs, in build/bundle/dist
    python -m installers.build deb         that as a Debian package
    python -m installers.build appimage    that as an AppImage; only its folder where appimagetool is not at hand
    python -m installers.build icons       the icons of Windows and macOS, which their recipes use

Recipes for Windows and macOS lie in `installers/windows` and `installers/macos`; docs/installing.md says what was
tried.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from installers import appimage, bundle, debian, desktop  # noqa: E402 - found once the repository is on the path

LARGEST_SHOWN = 14


def main(arguments: list[str] | None = None) -> int:
    """Make one thing; returns the exit code."""
    options = _parser().parse_args(arguments)
    folder = options.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if options.what == "icons":
        desktop.application_icons(ROOT, ROOT / "build" / "icons")
        return 0
    made = folder / "dist" / bundle.NAME
    if not options.keep or not made.exists():
        environment = bundle.BuildEnvironment(ROOT, folder)
        environment.prepare()
        made = environment.bundle()
    tell_sizes(made)
    version = options.version or bundle.version(ROOT)
    if options.what == "deb":
        tell(debian.build(ROOT, made, folder, version, packed=not options.quick))
    elif options.what == "appimage":
        tell(appimage.build(ROOT, made, folder, version))
    return 0


def tell_sizes(made: Path) -> None:
    """How large the bundle is, and what takes the room."""
    parts = bundle.sizes(made)
    print(f"{made}: {_mb(sum(size for _, size in parts))}")
    for name, size in parts[:LARGEST_SHOWN]:
        print(f"  {_mb(size):>9}  {name}")


def tell(made: Path) -> None:
    """Where the result is."""
    size = f": {_mb(made.stat().st_size)}" if made.is_file() else ""
    print(f"{made}{size}")


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("bundle", "deb", "appimage", "icons"))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "bundle", help="where to build")
    parser.add_argument("--version", help="the package's version; the program's own without it")
    parser.add_argument("--keep", action="store_true", help="pack the bundle that is there already")
    parser.add_argument("--quick", action="store_true", help="do not pack a Debian package tightly")
    return parser


if __name__ == "__main__":
    sys.exit(main())
