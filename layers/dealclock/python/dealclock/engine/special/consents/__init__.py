"""What Holders agree to, and whether it has the required consents.

consent     the principal that consents at a record date, and withdrawn consents
tally       whether recorded consents reach the threshold of the terms
agreements  whom each waiver, extension and amendment binds, and what amounts ignore
"""
