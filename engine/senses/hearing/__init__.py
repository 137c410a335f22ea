"""From sound to words: voice activity, endpointing, speech recognition, and what is not taken for speech."""
