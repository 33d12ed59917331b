"""What is asked over the web by personal links, without Slack: see `serve`."""
