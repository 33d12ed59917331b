"""What Holders agree to, and whether it has the required consents: Sections 1, 10(d) and 10(h) of
infocrossing-2004.

threshold   the principal that consents, over the principal outstanding at a record date
proof       whether the recorded consents reach the threshold, and from which day
effects     what an extension or a waiver does to an obligation and to a default
agreements  whom each waiver, extension and amendment binds, and what amounts ignore
"""
