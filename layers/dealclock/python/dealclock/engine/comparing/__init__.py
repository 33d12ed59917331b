"""What readings change in an assessment.

comparison   what comparing found, apart from the assessment
safe         assessments and single conclusions under other readings, the range of a figure and
             the safe dates over all of them together
"""
