"""Whether Notes may be sold under the shelf on a day: Sections 2 to 4 of infocrossing-2004.

condition  one condition of a sale, and the answer that all of them give
shelf      conditions of the shelf: effective, not suspended, in use, no order, true; and what a
           Suspension Notice stops, for one Holder or for all
holder     conditions of the Holder: on record, named in the Prospectus, Notes left, Sale Notice
sale       all of them together, under the chosen readings and under every other
"""
