"""What those who are owed something agree to.

outstanding  what is outstanding at a record date
consent      whether so much of so much carries
extensions   of the time to meet one obligation
waivers      of a default, or of the obligation whose lapse it is
"""
