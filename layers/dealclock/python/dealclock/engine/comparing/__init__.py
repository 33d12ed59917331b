"""What readings change in an assessment.

kept   what comparing found, kept for later
safe   assessments and single conclusions under other readings, the range of a figure and the safe
       dates over all of them together
"""
