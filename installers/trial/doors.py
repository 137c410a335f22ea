"""The installed program by its other doors: voice by file, tools for other programs, what a desktop reads of it.

A part of `installers/try_deb.py`. What a desktop and systemd judge is judged by the tools of this machine, over what
was installed in the root; what is not at hand is named as not tried.
"""

import asyncio
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from installers import bundle
from installers.trial.root import ARCHIVE, LENT, PERSON, Trial

VOICE: Final = ("piper-joe", "whisper-base")
"""The models that speak and hear."""
TOOL_CALLS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("elara_remember", {"content": "The rope of the mast was changed.", "memory_type": "moment"}),
    ("elara_recall", {"query": "the rope of the mast"}),
    ("elara_recall_conversation", {"query": "the blue boat"}),
)


def try_doors(trial: Trial) -> None:
    """Use them, after a conversation in which Ana's blue boat was named. Raises TrialError."""
    _speak(trial)
    asked = asyncio.run(_ask_tools(trial))
    trial.require(
        "moment" in asked[0] and "rope" in asked[1].casefold(),
        "a client of MCP's own SDK keeps something by `companion mcp`, and is told it again",
    )
    trial.require("Swallow" in asked[2], "it finds what was said to the companion")
    entry = trial.root / "home" / PERSON / ".config" / "autostart" / "companion.desktop"
    trial.run("companion autostart on")
    begins = entry.exists() and "--in-tray" in entry.read_text("utf-8")
    trial.run("companion autostart off")
    trial.require(begins and not entry.exists(), "it starts with the session once that is on, and else not")
    with tempfile.TemporaryDirectory() as folder:
        _judge_type(trial, Path(folder))
        _judge_unit(trial, Path(folder))


def _speak(trial: Trial) -> None:
    """Say a sentence to a file, and hear that."""
    missing = [one for one in VOICE if not (trial.root / LENT / one).exists()]
    if missing:
        trial.say(
            f"Not tried: its voice, as {' and '.join(missing)} are not among the models that were lent."
        )
        return
    trial.run("companion say 'The blue boat is called Swallow.' --output /tmp/said.wav", model=True)
    heard = trial.run("companion hear /tmp/said.wav", model=True)
    trial.require("boat" in heard.casefold(), "what it says, it hears")


async def _ask_tools(trial: Trial) -> list[str]:
    """Three tools, called by the protocol's own client in front of the installed server; what each of them told."""
    from mcp import Client, StdioServerParameters  # noqa: PLC0415 - of the development environment alone

    command, *words = [*trial.inside(person=True), "companion", "mcp", "--profile", "full"]
    told = []
    async with Client(StdioServerParameters(command=command, args=words)) as client:
        for name, given in TOOL_CALLS:
            done = await client.call_tool(name, given)
            text = json.dumps(done.structured_content, ensure_ascii=False)
            trial.say(f"    {name} {json.dumps(given)}\n    {text[:140]}\n")
            trial.require(not done.is_error, f"`{name}` answers")
            told.append(text)
    return told


def _judge_type(trial: Trial, folder: Path) -> None:
    """What a desktop takes an archive for, and opens it with, by the tools of this machine over what was installed."""
    tools = ("update-mime-database", "xdg-mime", "gio")
    if not all(map(shutil.which, tools)):
        trial.say(f"Not tried: the type of an archive, as {', '.join(tools)} are not all on this machine.")
        return
    share = trial.root / "usr" / "share"
    shutil.copytree(share / "applications", folder / "applications")
    (folder / "mime" / "packages").mkdir(parents=True)
    shutil.copy(share / "mime" / "packages" / "companion.xml", folder / "mime" / "packages")
    subprocess.run(["update-mime-database", str(folder / "mime")], capture_output=True, check=True)
    archive = trial.root / ARCHIVE
    environ = {
        **os.environ,
        "XDG_DATA_DIRS": f"{folder}:/usr/share",
        "XDG_DATA_HOME": str(folder / "none"),
        "XDG_CURRENT_DESKTOP": "GNOME",
    }
    said = [
        subprocess.run(
            ["xdg-mime", "query", *words], env=environ, capture_output=True, text=True, check=False
        ).stdout.strip()
        for words in (("filetype", str(archive)), ("default", bundle.ARCHIVE_TYPE))
    ]
    trial.require(
        said == [bundle.ARCHIVE_TYPE, "companion-archive.desktop"],
        f"a desktop takes an archive for {bundle.ARCHIVE_TYPE}, and opens it with this program: {said}",
    )


def _judge_unit(trial: Trial, folder: Path) -> None:
    """What systemd says of the night's unit, whose program it is shown in the root."""
    if shutil.which("systemd-analyze") is None:
        trial.say("Not tried: the night's unit, as systemd-analyze is not on this machine.")
        return
    unit = (trial.root / "usr/lib/systemd/user/companion-night.service").read_text("utf-8")
    shown = folder / "companion-night.service"
    shown.write_text(unit.replace("ExecStart=/", f"ExecStart={trial.root}/"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "--user", "--man=no", "verify", str(shown)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    trial.require(
        done.returncode == 0 and not said.strip(),
        f"systemd has nothing to object to the night's unit\n{said}".strip(),
    )
