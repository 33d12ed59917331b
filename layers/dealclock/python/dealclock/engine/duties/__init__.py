"""Acts due by a day: the legal due day, and the last practicable moment.

deadlines    counted from a date of the agreement or before a planned day, and conditions
opened       opened by facts, such as advising Holders of a stop order; undated duties; stops
practicable  the last practicable moment, by the channel used
"""
