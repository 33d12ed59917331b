"""The comparer: hashes of every answer, form and document, to show what a change changes."""
