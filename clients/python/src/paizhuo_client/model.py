"""What the server tells, as immutable values.

Messages of the API as frozen dataclasses, with the same fields and the same meaning. What may be
missing is `None`; lists are tuples. An action or an event is one of several classes, so that
`match` tells them apart:

    match event:
        case SeatActed(seat, Play(cards)):
            print(seat, "plays", cards)

Events and actions of a kind that this client does not know are left out; an enum's unknown
number is its `UNSPECIFIED`.
"""

from paizhuo_client.gen import model
from paizhuo_client.gen.model import *  # noqa: F403 - all that is generated there

__all__ = [*model.__all__]  # noqa: PLE0604 - generated
