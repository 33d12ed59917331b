"""States: their periods, the limits they use, and the defaults for exceeding them.

ends         how a state ends by itself
occurrences  the spell of each event, joined into continuous periods
extensions   the notices that extend a period
limits       what each limit counts, and the first day that exceeds it
budget       the use of the limits by each period, under amended terms too
limits_left  what the limits leave a new period
clock        how a state stops the clock of an obligation
outcome      windows and defaults, as a part of an assessment
"""
