"""What is due: checks on schedule, assessing a deal, the alerts and digests planned from it."""
