"""Know who is calling: guests, their tokens and recovery codes."""
