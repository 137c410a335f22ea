"""Sound itself: its format, files, devices, and what is being played."""
