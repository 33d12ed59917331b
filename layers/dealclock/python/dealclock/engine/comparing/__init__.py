"""What readings change in an assessment.

quantities   every date and amount of an assessment by name, with the readings it depends on
differences  what each other choice of a reading, moved alone, would change
budgets      what each would leave of the limits on days
jointly      what a figure may come to over all readings together
ranges       the ends of a figure's range, and what is safe under all of them
safe         the dates that are safe however the clauses are read
moves        what moved between two assessments
history      the moves by their causes: facts, versions of the terms, days passing
figures      what is answered of a figure under other readings
"""
