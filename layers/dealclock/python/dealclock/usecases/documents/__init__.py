"""Documents: drafts, pictures, proof packs and exports; and reading a deal's files."""
