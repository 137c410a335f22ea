#!/usr/bin/env python3
"""Installs, uses, upgrades and removes the Debian package in a clean root, as a person would, and notes what came.

    sudo python -m installers.try_deb NEW.deb --previous OLD.deb --models ~/.local/share/companion/models

The root is a Debian with nothing but its base (mmdebstrap), in a mount namespace of its own; the screen is an Xvfb of
this machine, so that whatever the window needs must come with the package. The models are lent read-only. Needs root,
mmdebstrap, xvfb, xdotool and the environment's Python, whose MCP client asks the installed server.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from installers.trial.doors import try_doors
from installers.trial.root import ARCHIVE, DISPLAY, LENT, PERSON, Trial

ROOT = Path(__file__).resolve().parent.parent
SUITE = "bookworm"
HOME = f"/home/{PERSON}/.local/share/companion"
CLEAN = Path("/var/tmp/companion-trial")  # noqa: S108 - large, and kept for the next trial
PATIENCE_S = 90
MISSING = (
    "cd /usr/lib/companion/_internal; find . -name '*.so*' -type f | while read -r one; do"
    ' LD_LIBRARY_PATH=. ldd "$one" 2>/dev/null | grep "not found" | sed "s|^|$one:|"; done | sort -u'
)
COMPLETES = '. "{}"; COMP_WORDS=(companion mo); COMP_CWORD=1; _companion; echo "${{COMPREPLY[@]}}"'
LEFT = (
    r"find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /srv \) -prune -o -iname '*companion*' -print"
    r" | grep -v '^/var/lib/apt\|^/var/cache\|^/var/log'; true"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the package; returns the exit code."""
    options = _parser().parse_args(arguments)
    if os.environ.get("COMPANION_TRIAL") != "inside":
        # What is mounted for the trial is gone with it, however it ends.
        command = ["unshare", "--mount", "--propagation=private", sys.executable, "-m", "installers.try_deb"]
        given = [str(word) for word in (sys.argv[1:] if arguments is None else arguments)]
        return subprocess.call([*command, *given], cwd=ROOT, env={**os.environ, "COMPANION_TRIAL": "inside"})
    trial = Trial(options.root, options.log, shlex.split(options.turn))
    trial.say("# The Debian package, installed, used, upgraded and removed")
    trial.say(f"\nWritten by `installers/try_deb.py` on {datetime.now(UTC):%-d %B %Y}; long outputs are cut.")
    _prepare(trial, options)
    screen = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1280x860x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL
    )
    try:
        _install(trial, options.previous)
        _look(trial)
        trial.part("First start, by the desktop entry")
        _start(trial, options.picture)
        _talk(trial, options.model)
        _upgrade(trial, options.new)
        trial.part("Its other doors")
        try_doors(trial)
        _remove(trial, options.new)
    finally:
        screen.terminate()
        screen.wait()
        trial.write()
    return 0


def _prepare(trial: Trial, options: argparse.Namespace) -> None:
    """A base system with a person, the models and the two packages."""
    trial.part("A clean Debian")
    if not (trial.root / "etc" / "debian_version").exists():
        subprocess.run(
            ["mmdebstrap", "--variant=apt", "--include=ca-certificates", "--quiet", SUITE, str(trial.root)],
            check=True,
        )
    for kind, source, target in (
        ("--bind", "/dev", "dev"),
        ("--bind", "/proc", "proc"),
        ("--bind", "/tmp/.X11-unix", "tmp/.X11-unix"),  # noqa: S108 - where X11 has its sockets
        ("--bind", str(options.models), LENT),
    ):
        (trial.root / target).mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", kind, source, str(trial.root / target)], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(trial.root / LENT)], check=True)
    shutil.copy("/etc/resolv.conf", trial.root / "etc" / "resolv.conf")
    for package in (options.previous, options.new):
        shutil.copy(package, trial.root / "tmp" / package.name)
    trial.run(
        "cat /etc/debian_version; dpkg -l | grep -c ^ii; command -v python3 || echo 'no python'", person=False
    )
    trial.run(f"id {PERSON} >/dev/null 2>&1 || useradd --create-home --shell /bin/sh {PERSON}", person=False)


def _install(trial: Trial, package: Path) -> None:
    trial.part("Installed")
    trial.run("apt-get update -q", person=False, shown="^(Fetched|Err)")
    trial.run(
        f"apt-get install -y -q --no-install-recommends /tmp/{package.name}",
        person=False,
        shown=r"newly installed|Unpacking companion|Setting up companion|disk space",
    )
    trial.run("companion --version")


def _look(trial: Trial) -> None:
    """What the package brought, read by the tools that judge it where they are on this machine."""
    trial.part("What came with it")
    share = trial.root / "usr" / "share"
    missing = trial.run(MISSING)
    trial.require(
        not missing.strip(), "every library that is asked for is in the package or in what it depends on"
    )
    for command in (
        ["desktop-file-validate", str(share / "applications" / "companion.desktop")],
        ["appstreamcli", "validate", "--no-net", *map(str, (share / "metainfo").glob("*.xml"))],
    ):
        if shutil.which(command[0]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            trial.require(
                done.returncode == 0, f"`{command[0]}` has nothing to object\n{done.stdout}".strip()
            )
    sizes = sorted(
        int(path.parts[-3].split("x")[0]) for path in share.glob("icons/hicolor/*x*/apps/companion.png")
    )
    trial.require(len(sizes) >= 8, f"icons are there in {sizes} pixels and as a vector")
    unit = (trial.root / "usr/lib/systemd/user/companion-night.service").read_text("utf-8")
    trial.require("ExecStart=/usr/bin/companion night" in unit, "the night's unit starts `companion night`")
    page = subprocess.run(
        ["man", "--warnings", "-l", str(share / "man/man1/companion.1.gz")],
        capture_output=True,
        text=True,
        check=False,
    )
    trial.require(
        "companion ask" in page.stdout and not page.stderr, "the manual page is set without a warning"
    )
    completed = subprocess.run(
        ["bash", "-c", COMPLETES.format(share / "bash-completion/completions/companion")],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    trial.require({"models", "mood", "mode"} <= set(completed), f"bash completes `mo` to {completed}")
    trial.run("companion doctor", shown=r"python|llama|model|fault|✗")


def _start(trial: Trial, picture: Path | None = None) -> None:
    """Open the window as a desktop would: by the entry's Exec line."""
    entry = (trial.root / "usr/share/applications/companion.desktop").read_text("utf-8")
    window = trial.begin(shlex.split(re.findall(r"^Exec=(.*)$", entry, re.MULTILINE)[0]))
    started = time.monotonic()
    try:
        found = _window(window, started)
        trial.require(found, f"a window was there after {time.monotonic() - started:.1f} s")
        time.sleep(15)
        if picture is not None:
            _photograph(picture)
            trial.say(f"![The first start]({os.path.relpath(picture, trial._log.parent)})\n")  # noqa: SLF001 - its own module's
        trial.require(window.poll() is None, "it still stands a quarter of a minute later")
    finally:
        window.send_signal(signal.SIGTERM)
        said = window.communicate(timeout=PATIENCE_S)[1].decode(errors="replace")
    trial.require("Traceback" not in said, "it said nothing of a failure as it ended")


def _window(process: subprocess.Popen[bytes], started: float) -> bool:
    environ = {**os.environ, "DISPLAY": DISPLAY}
    while process.poll() is None and time.monotonic() - started < PATIENCE_S:
        search = ["xdotool", "search", "--onlyvisible", "--class", "companion"]
        if subprocess.run(search, env=environ, capture_output=True, check=False).stdout.strip():
            return True
        time.sleep(0.2)
    return False


def _photograph(target: Path) -> None:
    """What the screen shows, as a PNG."""
    target.parent.mkdir(parents=True, exist_ok=True)
    program = (
        "import sys; from PySide6.QtGui import QGuiApplication as A; a = A([]);"
        "sys.exit(not a.primaryScreen().grabWindow(0).save(sys.argv[1]))"
    )
    environ = {**os.environ, "DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb"}
    subprocess.run([sys.executable, "-c", program, str(target)], env=environ, check=True)


def _talk(trial: Trial, model: str) -> None:
    trial.part("A conversation")
    if model:
        trial.run(f"companion models use {model}")
    trial.run("companion ask 'My sister Ana has a blue boat called Swallow.'", model=True)
    trial.run("companion remember 'I am allergic to nuts.'", model=True)
    answer = trial.run("companion ask --end 'What is the name of my sister Ana’s boat?'", model=True)
    trial.require("Swallow" in answer, "it knows what it was told a moment ago, in another process")


def _upgrade(trial: Trial, package: Path) -> None:
    trial.part("Upgraded from the previous version, with the vault kept")
    before = trial.run("companion --json facts list")
    old = trial.run("companion --version")
    trial.run(
        f"apt-get install -y -q --no-install-recommends /tmp/{package.name}",
        person=False,
        shown=r"Unpacking|Setting up",
    )
    new = trial.run("companion --version")
    trial.require(
        package.name.split("_")[1] in trial.run("dpkg -l companion | grep ^ii"),
        "the new version is installed",
    )
    trial.require(
        _number(old) < _number(new), f"the program says {old.strip()} before and {new.strip()} after"
    )
    trial.require(
        trial.run("companion --json facts list", shown="text") == before, "it understands the same about Ada"
    )
    answer = trial.run("companion ask --end 'What is the name of my sister Ana’s boat?'", model=True)
    trial.require("Swallow" in answer, "it remembers after the upgrade what it was told before")
    _start(trial)
    copies = [name for name in trial.files(HOME) if "before-migration" in name]
    trial.require(copies, f"the vault was brought forward, and lies beside as it was before: {copies}")
    trial.run(f"companion export --archive /{ARCHIVE}")


def _number(said: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", said)]


def _remove(trial: Trial, package: Path) -> None:
    trial.part("Removed, with the vault left")
    before = trial.files(HOME)
    trial.run("apt-get remove -y -q companion", person=False, shown="Removing")
    trial.require(not (trial.root / "usr/lib/companion").exists(), "the program is gone")
    trial.require(
        trial.files(HOME) == before and "vault.db" in before, f"Ada's {len(before)} files are as they were"
    )
    trial.part("Erased on request, and purged")
    trial.run(
        f"apt-get install -y -q --no-install-recommends /tmp/{package.name}", person=False, shown="Setting up"
    )
    trial.run("companion vault lock")
    trial.run("companion forget --everything --yes")
    trial.require(not (trial.root / HOME.lstrip("/")).exists(), "nothing of Ada's home is left")
    trial.run("apt-get purge -y -q companion", person=False, shown="Removing|Purging|companion:")
    left = trial.run(LEFT, person=False)
    trial.require(not left.strip(), "no file of that name is left in the system")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("new", type=Path, help="the package")
    parser.add_argument("--previous", type=Path, required=True, help="a package of a lower version")
    parser.add_argument("--models", type=Path, required=True, help="a folder with the starter models")
    parser.add_argument(
        "--model", default="", help="talk with this model, on a slow machine with a smaller one"
    )
    parser.add_argument("--turn", default="", help="a command before each that loads a model, such as a lock")
    parser.add_argument("--root", type=Path, default=CLEAN, help="where the clean root is made")
    parser.add_argument("--log", type=Path, default=ROOT / "docs" / "installing-log.md")
    parser.add_argument("--picture", type=Path, default=ROOT / "docs" / "pictures" / "first-start.png")
    return parser


if __name__ == "__main__":
    sys.exit(main())
