"""The same client for programs without async: every call waits, every stream is an iterator.

    with Client("127.0.0.1:50051") as client:
        client.become_guest("Ann")

It is the async client in a thread of its own: what each call does is told there. A call may come
from any thread. Functions that are handed over (`on_break`, a token source) are called in that
thread and must not call the client.
"""

from paizhuo_client.gen.sync import Client, LiveTable, Table, Turn

__all__ = ["Client", "LiveTable", "Table", "Turn"]
