"""Words: texts to stems, stems to the documents that hold them, and unknown stems to those they resemble."""
