"""Operating the stack: health checks, redrives, emergency access, worked cases."""
