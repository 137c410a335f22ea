"""Everything as files that a person can read and edit: written, and read back."""

from companion.requests.markdown import exporting, importing

REQUESTS = {**exporting.REQUESTS, **importing.REQUESTS}
