"""What accrues: each stream of the terms on each issue of its base, at each rate.

rates      step functions of the day; what a rate is for, the rate of each default by its clock,
           and of all together
lots       the issues of each lot, and the issue to which the Notes of an event belong
base       the amount that bears interest on each day
amounts    rates times days on what is held, shares due at once, a cap
ledger     the accounts of all streams
accrual    the exact amounts, as a part of an assessment
over_time  accrued interest day by day, under the chosen readings and over all readings
"""
