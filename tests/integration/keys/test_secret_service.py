"""The keyring path against a real GNOME Keyring on a session bus of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
# The daemon is unlocked by an empty password on its standard input, and ended with the script.
SESSION = """
printf '\\n' | gnome-keyring-daemon --unlock --components=secrets --foreground >/dev/null 2>&1 &
daemon=$!
trap 'kill $daemon' EXIT
for attempt in $(seq 100); do
    dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
        string:org.freedesktop.secrets | grep -q 'boolean true' && break
    sleep 0.1
done
"$@"
"""


def test_a_home_is_kept_by_the_secret_service_and_moved_in_and_out(tmp_path: Path) -> None:
    home = tmp_path / "home"
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    kept = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    environment = {
        **kept,
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.SecretService.Keyring",
    }
    scenario = [sys.executable, "-m", "tests.integration.keys.scenario", str(home)]
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", SESSION, "sh", *scenario],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "name": "SecretService Keyring",
        "kept": "keyring",
        "opened": True,
        "opened with an unneeded passphrase": True,
        "recovered": True,
        "nonsense kept": "WrongKeyError",
        "another key kept": "WrongKeyError",
        "key gone": "NoKeyError",
        "opened after recovery": True,
        "kept then": "passphrase",
        "left in the keyring": None,
        "no passphrase": "NoKeyError",
        "passphrase": True,
        "back in the keyring": True,
        "again": "TargetExistsError",
    }
    assert not [each for each in home.iterdir() if each.name != "vault.key.json"]
