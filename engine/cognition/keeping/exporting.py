"""Records as files a person can read, by the folders of [E] §11.2."""

import json
from collections.abc import Iterable, Iterator, Mapping

from engine.cognition.keeping.records import Kept


def files(folders: Mapping[str, Iterable[Kept]]) -> Iterator[tuple[str, str]]:
    """A JSON file a record, by path; a folder that holds nothing gives none."""
    for folder, records in folders.items():
        for record in records:
            body = json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1)
            yield f"{folder}/{record.id}.json", f"{body}\n"
