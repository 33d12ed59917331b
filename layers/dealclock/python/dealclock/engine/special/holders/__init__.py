"""Holders: holdings and payments of each, Sections 2(b), 3(b) and 10(d) of infocrossing-2004.

moves    the facts that move Notes, and what each named Holder has by them
amounts  who holds Notes on which day, and to whom accrued interest is payable; each Holder's
         amounts in dollars, and what the paying agent pays
"""
