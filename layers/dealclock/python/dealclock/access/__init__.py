"""Who may do what on a deal: roles, an allow list and a deny list that beats it, both dated; who
had access; and what waits for a second pair of eyes.
"""
