"""Additional Interest: what accrues on which principal at which rate.

steps        an amount that changes on some days and holds between them
principal    how much of each lot bears interest on a day
clocks       from which day the first days of a default are counted
rates        the rate on a day
bearing      what a dollar bears, until it has borne the most there is
ledger       the rates of the open defaults on the Notes outstanding
accrual      what comes of it, exactly, as a part of an assessment
most_in_all  a share due at once, and the day on which the most is reached
unset        between which amounts it lies while the Indenture has no day count
accrued      the figures that are answered
"""
