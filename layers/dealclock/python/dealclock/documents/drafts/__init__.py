"""Drafts for counsel of the documents that the agreement requires, filled in from an assessment.

The wording is always ours, never the agreement's. What the deal's data does not state is left
blank, in brackets; the basis of a draft is on a separate sheet that is not part of it.
"""
