"""The data key: how it is made, wrapped, written down and recovered."""
