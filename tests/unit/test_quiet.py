"""No library tells its makers anything: what switches that off stands before any of them is loaded."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAYS = (
    "import os, sys; import engine.embedding.onnx; import faster_whisper; assert 'onnxruntime' in sys.modules;"
    "print(*(os.environ[one] for one in ('ORT_DISABLE_TELEMETRY', 'HF_HUB_DISABLE_TELEMETRY', 'DO_NOT_TRACK')))"
)


def test_telemetry_is_off_whatever_the_surroundings_say() -> None:
    surroundings = {"PATH": "/usr/bin:/bin", "ORT_DISABLE_TELEMETRY": "0"}
    done = subprocess.run(
        [sys.executable, "-c", SAYS], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "1", "1"]
