"""Serve Connect, gRPC-Web and JSON on one HTTP port, for browsers and curl.

The methods are those of `rpc`, and so are callers, limits and refusals; only the wire
differs. `endpoints` brings methods to connectrpc, `codecs` and `refusals` what they take
and give, `app` is the application, `protocol` and `server` run it.
"""
