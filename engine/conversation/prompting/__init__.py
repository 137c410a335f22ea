"""What stands in the prompt: its layout and wording, the support chosen for a turn, the running stream."""
