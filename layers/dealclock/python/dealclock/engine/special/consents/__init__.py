"""What Holders agree to, and whether it has the required consents: Sections 1, 10(d) and 10(h) of
infocrossing-2004.

proof       the principal that consents, and whether it reaches the threshold, and from which day
agreements  whom each waiver, extension and amendment binds, and what it does
"""
