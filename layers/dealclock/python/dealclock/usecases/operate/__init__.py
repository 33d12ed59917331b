"""What those who run the stack do: health checks, replays, emergency access, worked cases."""
