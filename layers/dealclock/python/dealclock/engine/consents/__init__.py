"""What those who are owed something agree to.

outstanding  what is outstanding at a record date
consent      whether so much of so much carries
standing     the consents recorded, without those taken back
proof        whether what was agreed carries, by the consents that facts record
agreed       whom each waiver, extension and amendment binds
extensions   of the time to meet one obligation
waivers      of a default, or of the obligation whose lapse it is
apart        what amounts do not take into account
outcome      the figures that are answered
"""
