"""Documents as data and as files: letters and the funding memo (`drafts`), proof packs and
pictures, in text, Word, PDF, SVG and PNG; and reading a deal's files.
"""
