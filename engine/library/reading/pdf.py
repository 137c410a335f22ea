"""PDF to text: what stands on the pages; no metadata, attachments, forms or scripts."""

from io import BytesIO

from pypdf import PdfReader

from engine.library.errors import DocumentProtectedError, DocumentTooLargeError
from engine.library.reading.limits import Limits


def read_pdf(data: bytes, limits: Limits) -> str:
    """The text of every page, pages apart. Raises DocumentProtectedError, DocumentTooLargeError."""
    reader = PdfReader(BytesIO(data))
    if reader.is_encrypted:
        raise DocumentProtectedError("The PDF is encrypted.")
    if len(reader.pages) > limits.pages:
        words = f"The PDF has {len(reader.pages):,} pages, more than the {limits.pages:,} that are read."
        raise DocumentTooLargeError(words)
    pages: list[str] = []
    size = 0
    for page in reader.pages:
        pages.append(page.extract_text())
        size += len(pages[-1])
        if size > 2 * limits.characters:
            raise DocumentTooLargeError(
                f"The PDF has more than the {limits.characters:,} characters that are kept."
            )
    return "\n\n".join(pages)
