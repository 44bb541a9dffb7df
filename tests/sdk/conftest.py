"""Give tests a fake server, as users of the client have it."""

pytest_plugins = ["paizhuo_client.testing.fixtures"]
