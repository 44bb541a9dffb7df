"""Parse requests that ask for another protocol as what they are: HTTP/1.1, with a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import httptools

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Head = tuple[bytes, bytes, Sequence[tuple[bytes, bytes]]]
    """Method, target and headers of a request."""

_CONNECT: Final = b"CONNECT"


class PlainParser:
    """Stand where uvicorn keeps its parser, and take no notice of `Upgrade`.

    A server may ignore it (RFC 9110, 7.8), and clients that offer HTTP/2 that way send their
    body at once. The library's parser takes everything behind such a head for bytes of the
    other protocol; so the head is parsed once more, without that header.
    """

    def __init__(self, protocol: object, head: Callable[[], Head]) -> None:
        """Parse for this protocol, which tells the head that came last."""
        self._protocol = protocol
        self._head = head
        self._parser = self._make()

    def _make(self) -> httptools.HttpRequestParser:
        """Return a parser as uvicorn sets one up."""
        parser = httptools.HttpRequestParser(self._protocol)
        parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return parser

    @property
    def is_upgrade(self) -> bool:
        """Say whether the head that came last asks for another protocol, which is ignored."""
        return self._parser.should_upgrade() and self._parser.get_method() != _CONNECT

    def feed_data(self, data: bytes) -> None:
        """Parse on; raises `HttpParserError`, or `HttpParserUpgrade` for CONNECT."""
        while True:
            try:
                self._parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                if not self.is_upgrade:
                    raise
                data = data[upgrade.args[0] :]
                self._begin_again()
            else:
                return

    def _begin_again(self) -> None:
        """Parse the head as if it asked for nothing."""
        method, target, headers = self._head()
        lines = [b"%s %s HTTP/1.1" % (method, target)]
        lines += [b"%s: %s" % header for header in headers if header[0] != b"upgrade"]
        self._parser = self._make()
        self._parser.feed_data(b"\r\n".join(lines) + b"\r\n\r\n")

    def get_http_version(self) -> str:
        """Return the version of the head that came last."""
        return self._parser.get_http_version()

    def get_method(self) -> bytes:
        """Return the method of the head that came last."""
        return self._parser.get_method()

    def should_keep_alive(self) -> bool:
        """Say whether the connection goes on after the request."""
        return self._parser.should_keep_alive()

    def should_upgrade(self) -> bool:
        """Say that nothing else is spoken."""
        return False
