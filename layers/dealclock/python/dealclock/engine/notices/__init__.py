"""Notices: when they are given, when they are owed, and the windows they open.

deemed        when a notice is deemed given, and the last day to hand it over in time
sale_notices  the window each Sale Notice opens, and whether one was open on the day of each sale
"""
