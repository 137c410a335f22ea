"""The phases of the morning brief, and how it tells of what was left to be done."""
