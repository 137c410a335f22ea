"""The ten core components: they emerge from what was noted, and are never asserted ([A] §9)."""
