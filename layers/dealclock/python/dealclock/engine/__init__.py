"""assess(agreement, facts, as_of, known_at): everything true of a deal as of a day.

Nothing here knows of alerts, clocks or AWS. `as_of` is the start of that civil day.

assess          the engine's one function
look            its inputs: the terms in force, the facts in effect, the readings
questions       questions asked once, and what each answer looked at
one_pass        one pass over the inputs, part by part, under the versions of the terms
day             the Days of the terms as dates, with the reasons for each
obligations     obligations, rights and duties, with what satisfies them and what they lapse into
assessment      its result, with every date and amount of it by name
conclusions     its obligations, undated duties, windows and defaults; what accrued, what was agreed
why             why each of them holds: steps, facts, readings
context         the input of every part: the terms, the facts in effect, the readings, the day
findings        what the parts have found so far
changes         the comparison of two assessments; causes has the reasons
contradictions  events that cannot all be true
checked_files   terms and events from files, with every check they must pass before all this

The parts, each a folder by its subject: states, duties, notices, interest, payments.
Rules that only some agreements have are in special, behind plugins. What other readings change is
in comparing.
"""
