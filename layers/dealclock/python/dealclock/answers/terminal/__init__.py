"""An assessment as plain text tables, for a terminal."""
