"""Holders: holdings, entitlement and payments of each.

moves         the facts that move Notes, and what each named Holder has by them
holdings      who holds Notes on which day, and to whom accrued interest is payable
amounts       each Holder's amounts in dollars
paying_agent  what the paying agent pays, compared with that
"""
