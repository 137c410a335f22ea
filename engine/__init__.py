"""The mind: memory, language, conversation. It imports nothing from `ui` or `companion` and knows no Qt.

What libraries would tell their makers is switched off here, before any of them is loaded: onnxruntime from 1.29 on
reports each session to Microsoft unless it is told not to.
"""

import os

for _switch in ("ORT_DISABLE_TELEMETRY", "HF_HUB_DISABLE_TELEMETRY", "DO_NOT_TRACK"):
    # Whatever the surroundings say; every process of ours inherits it.
    os.environ[_switch] = "1"
