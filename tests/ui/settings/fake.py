"""The name of the place in memory, as the real request answers of it."""

from companion.service import Json


class PlaceBook:
    """Answers `place` and `place.set`."""

    def __init__(self, label: str = "") -> None:
        self.label = label

    def answer(self, _: str, parameters: Json) -> Json:
        self.label = parameters.get("label", self.label)
        return {"place": self.label or "mira-desk", "label": self.label, "machine": "mira-desk"}
