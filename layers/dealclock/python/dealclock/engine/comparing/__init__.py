"""What readings change in an assessment.

quantities   every date and amount of an assessment by name, with the readings it depends on
passes       assessments and single conclusions under other readings
safe         the range of a figure and the safe dates over all readings together
"""
