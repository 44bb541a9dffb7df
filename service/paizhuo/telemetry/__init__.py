"""Say what happens: log lines and a few counters; never a card, never a token."""
