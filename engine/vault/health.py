"""Whether a vault file is whole."""

from collections.abc import Callable
from contextlib import closing

from engine.vault.records import Health
from engine.vault.storage.sqlcipher import Connection, DatabaseError, is_damage

_MAX_PROBLEMS = 20


def examine(connect: Callable[[], Connection]) -> Health:
    """Look twice, each time on a fresh connection; only what both looks found counts.

    One look can be wrong: a connection that stood while another one wrote reports damage of full-text tables
    that is not there, and a page may be caught while it is being moved out of the journal.
    """
    first = _look(connect)
    if not first:
        return Health(ok=True)
    second = set(_look(connect))
    agreed = tuple(problem for problem in first if problem in second)
    return Health(ok=not agreed, problems=agreed)


def _look(connect: Callable[[], Connection]) -> list[str]:
    try:
        with closing(connect()) as connection:
            return _problems(connection)
    except DatabaseError as error:
        if not is_damage(error):
            raise
        return ["the file cannot be read through"]


def _problems(connection: Connection) -> list[str]:
    # The authentication check reads the main file alone: what stands in the journal is moved there first.
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    pages = [
        str(row[0]) for row in connection.execute("PRAGMA cipher_integrity_check").fetchmany(_MAX_PROBLEMS)
    ]
    structure = [str(row[0]) for row in connection.execute(f"PRAGMA quick_check({_MAX_PROBLEMS})")]
    dangling = connection.execute("PRAGMA foreign_key_check").fetchmany(_MAX_PROBLEMS)
    references = sorted({f"a row of {row[0]} refers to a missing one of {row[2]}" for row in dangling})
    return pages + [problem for problem in structure if problem != "ok"] + references
