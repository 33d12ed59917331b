"""Who may do what on a deal: roles, an allow list and a deny list that overrides it, both dated;
who had access; and what awaits a second person's approval."""
