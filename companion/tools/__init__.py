"""The mind as a server of the Model Context Protocol: Elara's tools, resources and prompts for other programs."""
