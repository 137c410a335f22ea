"""The child's side of the language room: llama.cpp on its low-level interface, one model, three lanes.

Nothing here runs in the application's own process but `token_bytes`: a native abort, a bad file or a fault of the
GPU then costs one answer. The child knows no vault, no key of the vault and no text but what it is asked to
read.
"""
