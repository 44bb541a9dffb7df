"""Stand in for grpcurl, as far as the examples use it.

It knows nothing of our API but what the server's reflection tells, refuses what grpcurl
refuses (unknown methods and fields), and prints as it does: the fields by their names in the
proto, as its newer releases do, or in JSON, as `GRPCURL_NAMES` says. Each call leaves a line
in the file that `GRPCURL_CALLS` names: the method and the status that it ended with.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf import json_format, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_STATUS_CODE = 64
"""grpcurl's exit code of a status, less the number of the status."""


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="grpcurl", allow_abbrev=False)
    parser.add_argument("-plaintext", action="store_true", required=True)
    parser.add_argument("-H", dest="headers", action="append", default=[])
    parser.add_argument("-d", dest="data", default="")
    parser.add_argument("-max-time", dest="seconds", type=float)
    parser.add_argument("address")
    parser.add_argument("method")
    return parser.parse_args()


def call(chosen: argparse.Namespace, channel: grpc.Channel) -> Iterator[str]:
    """Make the call, and give each response as JSON."""
    database = ProtoReflectionDescriptorDatabase(channel)
    if chosen.method == "list":
        yield from sorted(database.get_services())
        return
    pool = DescriptorPool(database)
    service_name, _, method_name = chosen.method.partition("/")
    service: Any = pool.FindServiceByName(service_name)
    method = service.methods_by_name[method_name]
    data = sys.stdin.read() if chosen.data == "@" else chosen.data
    request = message_factory.GetMessageClass(method.input_type)()
    json_format.Parse(data or "{}", request, descriptor_pool=pool)
    kind: Any = channel.unary_stream if method.server_streaming else channel.unary_unary
    answer = kind(
        f"/{chosen.method}",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=message_factory.GetMessageClass(method.output_type).FromString,
    )
    headers = [header.split(": ", 1) for header in chosen.headers]
    metadata = tuple((name.lower(), value) for name, value in headers)
    found = answer(request, metadata=metadata, timeout=chosen.seconds)
    for response in found if method.server_streaming else [found]:
        yield json_format.MessageToJson(
            response,
            indent=2,
            descriptor_pool=pool,
            preserving_proto_field_name=os.environ["GRPCURL_NAMES"] == "proto",
        )


def note(method: str, status: str) -> None:
    """Leave a line about the call."""
    with Path(os.environ["GRPCURL_CALLS"]).open("a", encoding="utf-8") as calls:
        calls.write(f"{method} {status}\n")


def main() -> int:
    """Make one call; the exit code is grpcurl's."""
    chosen = arguments()
    with grpc.insecure_channel(chosen.address) as channel:
        try:
            for text in call(chosen, channel):
                sys.stdout.write(text + "\n")
                sys.stdout.flush()
        except grpc.RpcError as error:
            status: grpc.StatusCode = error.code()
            sys.stderr.write(f"ERROR:\n  Code: {status.name}\n  Message: {error.details()}\n")
            note(chosen.method, status.name)
            return FIRST_STATUS_CODE + int(status.value[0])
        except (KeyError, json_format.ParseError) as error:
            sys.stderr.write(f"{error}\n")
            note(chosen.method, "REFUSED")
            return 1
    note(chosen.method, "OK")
    return 0


if __name__ == "__main__":
    sys.exit(main())
