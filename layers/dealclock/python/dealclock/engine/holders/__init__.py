"""Holders: what each has, is entitled to and is to be paid.

holdings   who holds Notes on which day, and whose accrual is payable to whom
bar        whether a Holder is entitled, and since when
delivered  what each Holder's Questionnaire says of that
amounts    all of it in dollars
"""
