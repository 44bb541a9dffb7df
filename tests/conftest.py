"""What every test of this project has."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# Only here, at the top, does pytest take a plugin: `tests/sdk` has a fake server with it, as users
# of the client do.
pytest_plugins = ["paizhuo_client.testing.fixtures"]

# A failing example is printed with the blob that replays it, and the run has no time limit per
# example: shared machines are slow at times, and the test's own timeout guards against hanging.
settings.register_profile("default", deadline=None, print_blob=True)
# CI finds the same examples in every run of a commit; people find new ones.
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is set for a server on this machine away from the servers that tests start."""
    for name in [name for name in os.environ if name.startswith("PAIZHUO_")]:
        monkeypatch.delenv(name)
