"""What guards a vault in the program: tests themselves do without it (`tests/conftest.py`)."""

import json
import subprocess
import sys
from pathlib import Path

from engine.vault import PassphraseCost

PROGRAM = """
import json, sys
from pathlib import Path
from engine.vault import DataKey, KeyHeader, Vault
key = DataKey.generate()
vault = Vault.open(Path(sys.argv[1]), key, [])
guarded = vault.rows("PRAGMA cipher_memory_security")[0][0]
vault.close()
slot = KeyHeader.create(key)[0].with_passphrase(key, "sesame").passphrase
print(json.dumps([guarded, slot.memory_kib, slot.passes, slot.lanes]))
"""


def test_its_memory_is_locked_and_wiped_and_a_guess_costs_what_rfc_9106_advises(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == ["1", 64 * 1024, 3, 4]
    assert PassphraseCost() == PassphraseCost(memory_kib=64 * 1024, passes=3, lanes=4)
