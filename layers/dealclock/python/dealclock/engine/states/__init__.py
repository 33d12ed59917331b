"""Suspension Periods: their days, the day budgets they use, and the defaults for exceeding them.

period       the suspension of each notice, joined into continuous Suspension Periods
allowance    the day on which a period exceeds each limit of its budget
starting     whether a period may begin, and the room a limit leaves a new one
usage        the use of a budget, extensions of periods, and the failures they excuse
part         windows and defaults, as a part of an assessment
plan         how long a new period may last, and the first day from which it may last that long
limits_left  the figures of the answer
"""
