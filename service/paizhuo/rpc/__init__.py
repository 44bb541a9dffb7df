"""Serve gRPC: decode, who is it, ask the core, encode.

`methods` brings handlers to methods, `guard` is the interceptor in front of all of
them, `server` starts and stops; there is one file a service.
"""
