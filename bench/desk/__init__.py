"""Questions of `/deal` sent as Slack sends them, to functions/slack as Lambda runs it."""
