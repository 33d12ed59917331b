"""Who may do what on a deal: roles, an allow list, and a deny list that beats it."""
