"""What the trial of the package asks and judges: right of what is installed, and wrong of what is damaged."""

import asyncio
import shutil
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.keys import create_keys
from engine.vault import ARCHIVE_TYPE
from installers import desktop
from installers.trial import doors
from installers.trial.root import ARCHIVE, Trial, TrialError

ROOT = Path(__file__).parents[3]
PASS = "only for tests"
PROGRAM = '#!/bin/sh\ncd "{}"\nexec "{}" -m companion "$@"\n'

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="a Debian package is tried on Linux"
)


class Here(Trial):
    """A root that is a folder of this system; what runs in it runs here, over a home of its own."""

    def inside(self, *, person: bool) -> list[str]:
        about = {
            "PATH": f"{self.root}/usr/bin:/usr/bin:/bin",
            "HOME": str(self.root),
            "COMPANION_HOME": str(self.root / "home"),
            "COMPANION_MODELS": str(self.root / "models"),
            "COMPANION_PASSPHRASE": PASS if person else "",
        }
        return ["env", "-i", *(f"{name}={value}" for name, value in about.items())]


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """What the package puts below /usr, the program of this repository, and an archive."""
    made = Here(tmp_path / "root", tmp_path / "log.md")
    desktop.furnish(made.root / "usr", ROOT, "0.1.0", datetime(2026, 11, 26, tzinfo=UTC))
    program = made.root / "usr" / "bin" / "companion"
    program.parent.mkdir()
    program.write_text(PROGRAM.format(ROOT, sys.executable), "utf-8")
    program.chmod(0o755)
    archive = made.root / ARCHIVE
    archive.parent.mkdir()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr(zipfile.ZipInfo("mimetype"), ARCHIVE_TYPE)
    return made


def test_the_protocols_own_client_is_answered(trial: Trial) -> None:
    create_keys(trial.root / "home", PASS)
    kept, found, said = asyncio.run(doors._ask_tools(trial))
    assert "moment" in kept
    assert "The rope of the mast was changed." in found
    assert "evidence" in said


def test_a_type_that_desktops_do_not_know_is_found_out(trial: Trial, tmp_path: Path) -> None:
    if not all(map(shutil.which, ("update-mime-database", "xdg-mime", "gio"))):
        pytest.skip("there are no desktop tools on this machine: apt-get install xdg-utils libglib2.0-bin")
    doors._judge_type(trial, tmp_path / "right")
    (file,) = (trial.root / "usr" / "share" / "mime" / "packages").glob("*.xml")
    file.write_text(file.read_text("utf-8").replace(ARCHIVE_TYPE, "application/x-other"), "utf-8")
    with pytest.raises(TrialError):
        doors._judge_type(trial, tmp_path / "wrong")


def test_a_unit_that_starts_nothing_is_found_out(trial: Trial, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    doors._judge_unit(trial, tmp_path)
    (trial.root / "usr" / "bin" / "companion").unlink()
    with pytest.raises(TrialError):
        doors._judge_unit(trial, tmp_path)
