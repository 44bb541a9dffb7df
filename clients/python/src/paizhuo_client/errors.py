"""Every error of the package: the classes by status, and one for each reason of docs/errors.md.

How they hang together is told in `paizhuo_client.failures`.
"""

from paizhuo_client.failures import (
    BY_STATUS,
    BetterToWait,
    CallError,
    ClientClosed,
    DataLoss,
    Failure,
    IllegalNow,
    InvalidRequest,
    LimitReached,
    NotFound,
    NotImplementedByServer,
    Outdated,
    OutOfRange,
    PaizhuoError,
    PermissionDenied,
    ServerFault,
    TimedOut,
    Unauthenticated,
    Unavailable,
)
from paizhuo_client.gen import reasons
from paizhuo_client.gen.reasons import *  # noqa: F403 - a class for each reason
from paizhuo_client.refusals import BY_REASON, class_of, from_refusal, from_rpc

__all__ = [
    "BY_REASON",
    "BY_STATUS",
    "BetterToWait",
    "CallError",
    "ClientClosed",
    "DataLoss",
    "Failure",
    "IllegalNow",
    "InvalidRequest",
    "LimitReached",
    "NotFound",
    "NotImplementedByServer",
    "OutOfRange",
    "Outdated",
    "PaizhuoError",
    "PermissionDenied",
    "ServerFault",
    "TimedOut",
    "Unauthenticated",
    "Unavailable",
    "class_of",
    "from_refusal",
    "from_rpc",
]
__all__ += reasons.__all__
