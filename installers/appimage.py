"""The AppImage: the bundle and what a desktop reads in one folder, and where appimagetool is that as one file."""

from __future__ import annotations

import shutil
from pathlib import Path

from installers import bundle, desktop

TOOL = "appimagetool"
RUNS = """#!/bin/sh
# Begins the companion from wherever the image is mounted.
exec "$(dirname "$(readlink -f "$0")")/usr/lib/companion/companion" "$@"
"""


def build(root: Path, made: Path, folder: Path, version: str) -> Path:
    """Make `Companion.AppDir` of the bundle `made`, and the image of it; returns the image, or the folder without the
    tool."""
    tree = folder / f"{bundle.TITLE}.AppDir"
    shutil.rmtree(tree, ignore_errors=True)
    bundle.copy(made, tree / "usr" / "lib" / "companion")
    desktop.furnish(tree / "usr", root, version, desktop.built_on())
    # A service that starts from a mounted image would end with it: that is what the Debian package is for.
    shutil.rmtree(tree / "usr" / "lib" / "systemd")
    runs = tree / "AppRun"
    runs.write_text(RUNS, "utf-8")
    runs.chmod(0o755)
    shutil.copy(tree / "usr" / "share" / "applications" / "companion.desktop", tree / "companion.desktop")
    shutil.copy(
        tree / "usr" / "share" / "icons" / "hicolor" / "256x256" / "apps" / "companion.png",
        tree / "companion.png",
    )
    (tree / ".DirIcon").symlink_to("companion.png")
    if shutil.which(TOOL) is None:
        print(f"{TOOL} is not here: only the folder was made.")
        return tree
    target = folder / f"{bundle.TITLE}-{version}-x86_64.AppImage"
    bundle.run([TOOL, "--no-appstream", str(tree), str(target)], ARCH="x86_64", VERSION=version)
    return target
