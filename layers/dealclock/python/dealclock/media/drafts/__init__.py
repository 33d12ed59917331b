"""Drafts for counsel of what the agreement wants in writing, filled in from an assessment.

Our own words throughout, never the agreement's. What the deal does not say is left blank, between
brackets; what a draft rests on stands behind it on a sheet of its own that is no part of it.
"""
