"""Acts due by a day: what notices stop, and the last practicable moment.

stops        what the recipients of a notice must not do until released
practicable  the last practicable moment, by the channel used
"""
