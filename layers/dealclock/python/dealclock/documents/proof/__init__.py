"""A proof pack: the computation of one obligation, its inputs, and what was sent about it, in one
file with a hash of every member.
"""
