"""Words: texts to sentences and stems, stems to the documents that hold them, unknown stems to those alike."""
