"""Play at the card tables of a paizhuo server.

`Client` is the way in; it makes `Table`s, and those `LiveTable`s. All that they tell are immutable
values (`paizhuo_client.model`), all that fails is raised (`paizhuo_client.errors`).
`paizhuo_client.sync` is the same without async, `paizhuo_client.testing` a server for tests.
"""

from paizhuo_client import errors, model
from paizhuo_client.channels import Tls
from paizhuo_client.client import Client
from paizhuo_client.errors import BetterToWait, CallError, ClientClosed, IllegalNow, PaizhuoError
from paizhuo_client.live import LiveTable
from paizhuo_client.model import (
    Action,
    Bid,
    BidCards,
    Bury,
    Call,
    CallFriends,
    Continue,
    Declare,
    Defend,
    Discard,
    Double,
    FriendCall,
    Pass,
    Play,
    Reading,
    Reveal,
    Rob,
    Stop,
    Yield,
)
from paizhuo_client.notation import format_action, parse_action
from paizhuo_client.retrying import Retrying
from paizhuo_client.snapshots import Change, ChangeKind, Snapshot, cards
from paizhuo_client.tables import Table
from paizhuo_client.tokens import Guest
from paizhuo_client.turns import Turn

__all__ = [
    "Action",
    "BetterToWait",
    "Bid",
    "BidCards",
    "Bury",
    "Call",
    "CallError",
    "CallFriends",
    "Change",
    "ChangeKind",
    "Client",
    "ClientClosed",
    "Continue",
    "Declare",
    "Defend",
    "Discard",
    "Double",
    "FriendCall",
    "Guest",
    "IllegalNow",
    "LiveTable",
    "PaizhuoError",
    "Pass",
    "Play",
    "Reading",
    "Retrying",
    "Reveal",
    "Rob",
    "Snapshot",
    "Stop",
    "Table",
    "Tls",
    "Turn",
    "Yield",
    "cards",
    "errors",
    "format_action",
    "model",
    "parse_action",
]
