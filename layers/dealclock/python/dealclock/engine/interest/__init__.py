"""Additional Interest: the amount accrued on each lot's principal at each rate.

principal  the interest-bearing principal of each lot on a day
rates      the rate on a day, and the day from which a default's days are counted
ledger     the rates of the open defaults on the Notes outstanding, up to the cap
accrual    the exact amounts, as a part of an assessment
unset      the range of each amount while the Indenture has no day count
over_time  accrued interest day by day, under the chosen readings and over all readings
accrued    the figures of the answer
"""
