"""The window is painted before the mind is there: what comes before that stays light."""

import subprocess
import sys

HEAVY = (
    "numpy",
    "onnxruntime",
    "httpx",
    "engine.settings.tree",
    "engine.vault.vault",
    "engine.memory.memory",
    "engine.person.model",
)
START = f"""
import sys
from pathlib import Path
from companion.cli.invocation import Invocation
from companion.cli.start import open_window

def shown(views):
    print([name for name in {HEAVY} if name in sys.modules], flush=True)
    views.window.quit()

open_window(Invocation(Path(sys.argv[1]), as_json=False), first_run=True, on_shown=shown)
"""


def printed(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_window_imports_no_room_of_the_mind():
    assert (
        printed(f"import sys, companion.window; print([one for one in {HEAVY} if one in sys.modules])")
        == "[]"
    )


def test_the_program_loads_none_before_the_window_takes_input(tmp_path):
    assert printed(START, str(tmp_path / "home")) == "[]"
