"""Planning: scheduled checks, assessing a deal, and the alerts and digests that follow."""
