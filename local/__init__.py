"""What runs Dealclock on a laptop: environments, builds, the embedded AWS and its stand-ins."""
