"""Drafts for counsel of what the agreement requires in writing, filled in from an assessment.

Always our own words, never the agreement's. What the deal does not state is left blank, in
brackets; what a draft rests on is on a separate sheet that is no part of it.
"""
