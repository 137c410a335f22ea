"""Painted parts that several places share: icons and the orb."""
