"""Types: immutable twins of the messages, which lose nothing and outlive later servers."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf import descriptor_pb2, json_format
from google.protobuf.descriptor import FieldDescriptor

from paizhuo.v1 import action_pb2, event_pb2, table_pb2
from paizhuo_client import methods, model
from paizhuo_client.gen import model as generated
from paizhuo_client.methods import Method

if TYPE_CHECKING:
    from google.protobuf.message import Message

TWINS = {
    name: found
    for name in generated.__all__
    if dataclasses.is_dataclass(found := getattr(generated, name))
}


def filled(message: Message, depth: int = 9, choice: int = 0) -> Message:
    """Fill every field of a message, of a oneof the one that `choice` picks."""
    descriptor: Any = message.DESCRIPTOR
    skipped = {
        field.name
        for oneof in descriptor.oneofs
        if len(oneof.fields) > 1
        for place, field in enumerate(oneof.fields)
        if place != choice % len(oneof.fields)
    }
    for place, field in enumerate(descriptor.fields):
        if field.name not in skipped:
            fill(message, field, place + 1, depth, choice)
    return message


def fill(message: Message, field: FieldDescriptor, number: int, depth: int, choice: int) -> None:
    """Fill one field."""
    target: Any = getattr(message, field.name)
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        if depth == 0:
            return
        parts = [target.add(), target.add()] if field.is_repeated else [target]
        for part in parts:
            part.SetInParent()
            filled(part, depth - 1, choice)
        return
    value: Any = number
    if field.type == FieldDescriptor.TYPE_STRING:
        value = f"text {number}"
    elif field.type == FieldDescriptor.TYPE_BYTES:
        value = bytes([number])
    elif field.type == FieldDescriptor.TYPE_BOOL:
        value = True
    elif field.enum_type is not None:
        value = field.enum_type.values[-1].number
    if field.is_repeated:
        target.extend([value, value])
    else:
        setattr(message, field.name, value)


@pytest.mark.parametrize("name", sorted(TWINS))
@pytest.mark.parametrize("choice", range(9))
def test_nothing_is_lost(name: str, choice: int) -> None:
    """Each field of a message comes into its twin and back."""
    twin: Any = TWINS[name]
    message = filled(type(twin().to_proto())(), choice=choice)
    read = twin.from_proto(message)
    assert json_format.MessageToDict(read.to_proto()) == json_format.MessageToDict(message)
    assert twin.from_proto(read.to_proto()) == read
    assert hash(read) == hash(twin.from_proto(message))
    empty = twin().to_proto()
    assert twin.from_proto(empty) == twin()


@pytest.mark.parametrize("number", range(len(event_pb2.Event.DESCRIPTOR.oneofs[0].fields)))
def test_every_event_has_its_class(number: int) -> None:
    """An event is of the class that the proto names, and comes back as it was."""
    message = event_pb2.Event()
    filled(message, choice=number)
    read = model.event_from_proto(message)
    assert read is not None
    field = event_pb2.Event.DESCRIPTOR.oneofs[0].fields[number]
    assert field.message_type is not None
    assert type(read).__name__ == field.message_type.name
    assert model.event_to_proto(read).WhichOneof("kind") == field.name


@pytest.mark.parametrize("number", range(len(action_pb2.Action.DESCRIPTOR.oneofs[0].fields)))
def test_every_action_has_its_class(number: int) -> None:
    """An action is one verb, also where the verb holds nothing."""
    field = action_pb2.Action.DESCRIPTOR.oneofs[0].fields[number]
    assert field.message_type is not None
    made = getattr(model, field.message_type.name)()
    message = model.action_to_proto(made)
    assert message.WhichOneof("verb") == field.name
    assert (
        model.action_from_proto(action_pb2.Action.FromString(message.SerializeToString())) == made
    )
    assert model.Verb[field.name.upper()] > 0


def test_what_a_later_server_adds_is_left_out() -> None:
    """Unknown kinds of events and numbers of enums harm nothing."""
    unknown = event_pb2.Event.FromString(b"\xaa\x7d\x00")
    assert model.event_from_proto(unknown) is None
    accepted = model.Accepted.from_proto(
        methods.ACT.response(
            events=[unknown, event_pb2.Event(seat_freed=event_pb2.SeatFreed(seat=2))]
        )
    )
    assert accepted.events == (model.SeatFreed(2),)
    table = table_pb2.Table()
    table.MergeFromString(b"\x48\x63")
    assert model.Table.from_proto(table).state is model.TableState.UNSPECIFIED


def test_a_match_tells_events_apart() -> None:
    """Events and actions are classes that `match` takes apart by position."""
    match model.SeatActed(2, model.Play("3c-3d")):
        case model.SeatActed(seat, model.Play(cards)):
            assert (seat, cards) == (2, "3c-3d")
        case _:
            pytest.fail("it is a play")


def test_values_do_not_change() -> None:
    """Assigning to a value is refused."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        model.Play("3").cards = "4"  # type: ignore[misc]


def test_every_method_of_the_api_is_there() -> None:
    """The client knows each method, with the types that the proto gives it."""
    known = {found.name: found for found in vars(methods).values() if isinstance(found, Method)}
    described = {}
    for found in known.values():
        file = descriptor_pb2.FileDescriptorProto()
        found.request.DESCRIPTOR.file.CopyToProto(file)
        for service in file.service:
            for method in service.method:
                described[f"{service.name}/{method.name}"] = (
                    method.input_type.rpartition(".")[2],
                    method.output_type.rpartition(".")[2],
                )
    mine = {
        name: (found.request.DESCRIPTOR.name, found.response.DESCRIPTOR.name)
        for name, found in known.items()
    }
    assert mine == described
