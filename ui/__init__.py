"""What a person sees: theme, widgets, the shell and its places.

It knows the engine's records and the two doors (`ui.doors`); it never touches a vault or a model.
"""
