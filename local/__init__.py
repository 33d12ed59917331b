"""What runs Dealclock on a laptop: environments, builds, a local AWS, Slack and mail server."""
