"""The window is painted before the mind is there: what it imports stays light."""

import subprocess
import sys

HEAVY = (
    "numpy",
    "onnxruntime",
    "sqlcipher3",
    "engine.vault.vault",
    "engine.memory.memory",
    "engine.person.model",
)


def test_the_window_imports_no_room_of_the_mind():
    code = f"import sys, companion.window; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
