"""Questions of `/deal` asked as Slack asks them, of functions/slack as Lambda runs it."""
