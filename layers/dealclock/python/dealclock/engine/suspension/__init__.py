"""Suspension Periods: their days, what they draw on, and the defaults of too many.

begun      when each notice's suspension began and ended
period     those that join, as one continuous Suspension Period, and its extensions
extending  the suspension that each notice of an extension extends, or why it extends none
windows    which days the window of a day holds
allowance  the day on which a period breaks each limit of its budget
drawn      all of that for a budget
as_amended the same where the limits were amended: what the other modules work from
excuse     what a period is to a cure window: until when it excuses, from when it is a failure
shown      the window of each notice
breaches   the defaults of a period too long, or of too many days in all
part       all of it, in the order of an assessment
room       what a limit leaves to a new period
plan       how long one may run, and from which day so long
left       what is left of each limit, as it is answered
"""
