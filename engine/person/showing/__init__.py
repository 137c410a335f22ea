"""Facts as they are shown: in the prompt, and as documents to be read."""
