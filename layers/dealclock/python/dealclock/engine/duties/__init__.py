"""What is to be done by some day, and practically by when.

deadlines    counted from a date of the agreement
opened       opened by facts, such as advising Holders of a stop order
conditions   done not later than the day something else happens
lead_times   requested N days before a day that a fact names
reviews      drafts that must lie with Holders so long before a filing
objections   none may stand when what was reviewed is filed
stops        what those who receive a notice must not do for a time
undated      without a date, beside the day the team aims at
practicable  until when what is due can still be done, by its channel
"""
