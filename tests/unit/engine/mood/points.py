"""Any point, any clock."""

from datetime import UTC, datetime

from hypothesis import strategies as st

from engine.trail import MoodPoint

POINTS = st.builds(MoodPoint, st.floats(-1, 1), st.floats(0, 1), st.floats(0, 1))
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))


def within(point: MoodPoint) -> bool:
    return -1 <= point.valence <= 1 and 0 <= point.energy <= 1 and 0 <= point.openness <= 1
