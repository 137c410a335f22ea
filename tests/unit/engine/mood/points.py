"""Any point, any clock."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from engine.trail import MoodPoint

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
POINTS = st.builds(MoodPoint, st.floats(-1, 1), st.floats(0, 1), st.floats(0, 1))
MOMENTS = st.integers(-2_000_000_000, 7_000_000_000).map(lambda seconds: EPOCH + timedelta(seconds=seconds))


def within(point: MoodPoint) -> bool:
    return -1 <= point.valence <= 1 and 0 <= point.energy <= 1 and 0 <= point.openness <= 1
