"""What readings change in an assessment.

safe   assessments and single conclusions under other readings, the range of a figure and the safe
       dates over all of them together
"""
