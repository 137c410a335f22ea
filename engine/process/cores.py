"""How many threads are worth computing with."""

import os


def physical_cores() -> int:
    """Cores without hyper-threads, of those that this process may use: more threads only wait for one another."""
    import psutil  # noqa: PLC0415 - a child process imports this and must start fast

    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    return min(cores, allowed)
