"""The Debian package: the bundle under /usr/lib, what a desktop reads under /usr/share, and what dpkg is told.

Removing the package leaves every person's folder as it is, and so does purging it: what lies in a home is its owner's
to erase (`companion forget --everything`), and the package says so when it goes.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

from installers import bundle, desktop

DEPENDS = (
    # What PyInstaller leaves to the system, since it belongs to the kernel, the screen or the sound of a machine.
    "libc6 (>= 2.36)",
    "libasound2 | libasound2t64",
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libportaudio2",
    "libwayland-client0",
    "libwayland-cursor0",
    "libwayland-egl1",
)
RECOMMENDS = (
    "gnome-keyring | kwalletmanager | keepassxc",
    "fonts-noto-core | fonts-dejavu-core",
    "libasound2-plugins",
    "pulseaudio-utils",
)

_GOES = """#!/bin/sh
set -e
if [ "$1" = purge ]; then
    echo "companion: what it remembers lies in each person's own folder and was left there."
    echo "companion: ~/.local/share/companion holds all of it, ~/.config/autostart/companion.desktop starts it."
fi
exit 0
"""


def control(version: str, installed_kb: int) -> str:
    """What dpkg and apt read of the package."""
    return f"""Package: companion
Version: {version}
Section: misc
Priority: optional
Architecture: amd64
Maintainer: The companion's authors <companion@localhost>
Installed-Size: {installed_kb}
Depends: {", ".join(DEPENDS)}
Recommends: {", ".join(RECOMMENDS)}
Description: personal AI companion that remembers you
 A companion to talk with, who remembers you and lives on your own machine: the
 language model works on your processor, and everything personal is in one
 encrypted file.
 .
 No model is inside. The first start offers to fetch one (1.7 GB), and nothing
 is fetched unasked. The processor needs AVX2 (Intel since 2013, AMD since 2015).
"""


def build(root: Path, made: Path, folder: Path, version: str, *, packed: bool = True) -> Path:
    """Pack the bundle `made` as `companion_VERSION_amd64.deb` in `folder`; returns the file."""
    tree = folder / "debian"
    shutil.rmtree(tree, ignore_errors=True)
    day = desktop.built_on()
    bundle.copy(made, tree / "usr" / "lib" / "companion")
    (tree / "usr" / "bin").mkdir()
    (tree / "usr" / "bin" / "companion").symlink_to("../lib/companion/companion")
    desktop.furnish(tree / "usr", root, version, day)
    _papers(tree / "usr" / "share" / "doc" / "companion", root, version, day)
    kilobytes = sum(size for _, size in bundle.sizes(tree)) // 1024
    _tell_dpkg(tree / "DEBIAN", control(version, kilobytes))
    _fit_rights(tree)
    target = folder / f"companion_{version}_amd64.deb"
    bundle.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz" if packed else "-Znone", "--build", str(tree), str(target)],
        SOURCE_DATE_EPOCH=str(int(day.timestamp())),
    )
    shutil.rmtree(tree)
    return target


def _papers(folder: Path, root: Path, version: str, day: datetime) -> None:
    """The licence and what changed, where Debian looks for them."""
    folder.mkdir(parents=True)
    licence = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
        "Files: *\nCopyright: The companion's authors\nLicense: GPL-3+\n"
        " The whole text stands in /usr/share/common-licenses/GPL-3.\n\n"
        "Comment: Libraries inside the bundle have licences of their own, which lie beside them in\n"
        " /usr/lib/companion/_internal; the languages models have theirs, which `companion models list` shows.\n"
    )
    (folder / "copyright").write_text(licence, "utf-8")
    head = (
        f"companion ({version}) stable; urgency=medium\n\n  * See /usr/share/doc/companion/CHANGES.md.gz.\n\n"
    )
    tail = f" -- The companion's authors <companion@localhost>  {day:%a, %d %b %Y %H:%M:%S +0000}\n"
    (folder / "changelog.gz").write_bytes(gzip.compress((head + tail).encode(), mtime=0))
    (folder / "CHANGES.md.gz").write_bytes(gzip.compress((root / "CHANGELOG.md").read_bytes(), mtime=0))


def _tell_dpkg(folder: Path, said: str) -> None:
    folder.mkdir()
    (folder / "control").write_text(said, "utf-8")
    goes = folder / "postrm"
    goes.write_text(_GOES, "utf-8")
    goes.chmod(0o755)


def _fit_rights(tree: Path) -> None:
    """Readable by everyone, written by root alone, whatever the builder's mask is."""
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or os.access(path, os.X_OK)
            path.chmod(0o755 if runs else 0o644)


def described(package: Path) -> str:
    """What dpkg reads of a package that was made."""
    return subprocess.run(
        ["dpkg-deb", "--info", str(package)], capture_output=True, text=True, check=True
    ).stdout
