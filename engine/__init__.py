"""The mind: memory, language, conversation. It imports nothing from `ui` or `companion` and knows no Qt."""
