"""What Dealclock answers: one folder for each question.

Each folder holds the query with its options, the typed result, its computation, and the one
message that words it. The command line, `/deal`, the workbench, worked cases and proof packs all
use these; JSON is the result through one encoder.
"""
