"""States: their periods, the limits they use, and the defaults for exceeding them.

occurrences  the spell of each event, how it ends by itself, and the periods that spells join into
limits       what each limit counts, and the first day that exceeds it
budget       the notices that extend a period, its use of the limits, under amended terms too, and
             when a state was in force
limits_left  what the limits leave a new period
clock        how a state stops the clock of an obligation
outcome      windows and defaults, as a part of an assessment
"""
