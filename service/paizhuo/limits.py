"""Hold every limit of the service in one place.

What the rules and the engine limit stands in the engine; what a store limits, in
`stores.base`. Sizes are in bytes, times in milliseconds where the name says so.
"""

from typing import Final

# --- requests ---------------------------------------------------------------------------------

REQUEST_BYTES_MAX: Final = 64 * 1024
"""Largest request that is read, but for records; the transport itself lets 9 MiB through."""

RECORD_BYTES_MAX: Final = 8 * 1024 * 1024
"""Largest request to verify a record: no entry of a log (`ENTRIES_MAX`) takes more than 41 bytes
of a record, on the average of any match. In JSON its text counts, five times as long."""

TRANSPORT_BYTES_MAX: Final = RECORD_BYTES_MAX + 1024 * 1024
"""Largest message that the transport accepts: what is little too long is refused with a reason."""

HTTP_HEAD_BYTES_MAX: Final = 64 * 1024
"""Largest line and headers of an HTTP request; a call by GET is in its line."""

JSON_AT_ONCE_BYTES_MAX: Final = 16 * 1024
"""Largest message that is read from JSON or written as JSON while everybody waits: it takes some
milliseconds. Longer ones go to a worker thread."""

CONNECTIONS_MAX: Final = 8_192
"""Most connections of this process over HTTP, and as many over gRPC; fewer where the system lets it
open few files (`open_files`)."""

CONNECTIONS_RETRY_MS: Final = 2_000
"""After how long who found too many connections may try again."""

HTTP_READ_S: Final = 30.0
"""Longest time that an HTTP request may take to arrive."""

NAME_CHARACTERS_MAX: Final = 64
"""Longest name of a person and longest title of a table."""

SETTINGS_MAX: Final = 64
"""Most options that one request may give."""

CARD_SETS_MAX: Final = 100
"""Most sets of cards in one question about the rules."""

PAGE_SIZE_DEFAULT: Final = 50
"""Rows of a page where the request names no number."""

PAGE_SIZE_MAX: Final = 100
"""Most rows of a page."""

ENTROPY_BYTES_MAX: Final = 32
"""Most bytes that a seat mixes into a deal."""

READERS: Final = 2
"""Records and streams of the past that are read at once in this process."""

READS_PER_PRINCIPAL_MAX: Final = 8
"""Most records of one caller that are read or wait for it, and most streams of the past: whose
streams were cut may resume all of them at once."""

READS_MAX: Final = 256
"""Most records of all callers that are read or wait for it, and most streams of the past."""

HISTORY_BATCH: Final = 64
"""Revisions of the past that are encoded at once for a stream, and wait for its reader."""

# --- simulations ------------------------------------------------------------------------------

SIMULATED_DEALS_MAX: Final = 1_000_000_000
"""Most deals of one simulation; the engine holds to it too."""

SIMULATION_THREADS_MAX: Final = 256
"""Most threads of one simulation; the engine holds to it too."""

# --- tables -----------------------------------------------------------------------------------

SEATS_MAX: Final = 12
"""Most seats of a table."""

OPEN_TABLES_MAX: Final = 10_000
"""Most tables that are not closed, as this process knows them."""

OPEN_TABLES_PER_PRINCIPAL_MAX: Final = 20
"""Most tables that are not closed and belong to one principal."""

CREATIONS_BURST: Final = 40
"""Tables that one principal may create at once in this process."""

CREATION_EVERY_MS: Final = 15_000
"""Time after which a principal may create one more."""

ENTRIES_MAX: Final = 200_000
"""Most entries of one table; what the server does by itself may go a little beyond."""

ENTRIES_BEFORE_MATCH_MAX: Final = 100_000
"""Entries after which no other match begins, so that one that has begun has as many again."""

CHANGES_MAX: Final = 25_000
"""Most changes of one table beside the play, by all callers together. Each may be taken back, which
makes an entry as well: half of what a match has left at least stays for what is played."""

CHANGES_BURST: Final = 60
"""Changes beside the play that one caller may make at a table at once."""

CHANGE_EVERY_MS: Final = 5_000
"""Time after which a caller may make one more change beside the play."""

JOINS_BURST: Final = 60
"""How often seats of a table may be taken at once, by all callers together."""

JOIN_EVERY_MS: Final = 1_000
"""Time after which a seat may be taken once more."""

MAILBOX_MAX: Final = 256
"""Most calls that wait for one table."""

MAILBOX_STRANGERS_MAX: Final = MAILBOX_MAX // 2
"""How many of them may wait before others than those who have a seat are turned away."""

CONFLICTS_MAX: Final = 5
"""How often a call begins again because another process wrote first."""

RECENT_STEPS_MAX: Final = 128
"""Revisions of a table that are kept in memory to answer and to resume from."""

BEHIND_STEPS_MAX: Final = 1_024
"""Revisions that are kept where spectators live behind, and are still to be told of them."""

SPECTATOR_DELAY_MAX: Final = 100
"""Most deals and actions that spectators live behind; fewer than memory keeps."""

SERVER_PACE_MS: Final = 20
"""Least time between two entries that the server makes by itself at one table."""

BOT_DELAY_MS_MIN: Final = 20
"""Least time that a bot takes, so that what it takes to think does not show."""

DEALS_ALONE_MAX: Final = 100
"""Deals and redeals without any call between them after which a table is closed."""

ABANDON_MS_MIN: Final = 5_000
"""Shortest absence of all persons that closes a table: who lost a connection needs some seconds."""

AUTO_PASS_MS_MIN: Final = 1_000
"""Shortest time after which a seat passes by itself."""

AUTO_PASS_MS_MAX: Final = 3_000
"""Longest time after which a seat passes by itself."""

MARK_MS: Final = 1_000
"""How often a process leaves a mark that it lives."""

MARK_STALE_MS: Final = 3_000
"""Age of a mark after which its process counts as dead."""

SIGHTING_STALE_MS: Final = 10_000
"""Age of a process's mark after which who watched there counts as gone, since that mark.

It is longer than that of a dead process: one that stood still for a moment and goes on has all
its streams still, and a table that is closed for being abandoned stays closed.
"""

RANK_DELAY_MS: Final = 250
"""How much longer each further process waits before it wakes a table that is due."""

WAKE_AHEAD_MS: Final = 60_000
"""How far ahead a table in memory sets its own alarm; the store is asked for the rest."""

AHEAD_EVERY_MS: Final = 5_000
"""How often tables are looked for whose last entry is later than this clock."""

FORGOTTEN_MS: Final = 24 * 3600 * 1000
"""Time without any entry after which a table is closed."""

IDLE_MS: Final = 10 * 60 * 1000
"""Time after which a table that nobody uses is dropped from memory."""

OPENINGS: Final = 2
"""Logs that are read at once to bring tables into memory for callers."""

OPENINGS_WAITING_MAX: Final = 256
"""Tables that are being brought into memory beyond which callers are turned away."""

CLOSED_TABLES_MAX: Final = 128
"""Closed tables that are kept in memory for who looks at them; the one looked at first goes."""

LOADED_TABLES_MAX: Final = 10_000
"""Tables in memory beyond which idle ones are dropped at once."""

REPLAY_BATCH: Final = 500
"""Entries that a worker thread replays between two looks at the event loop."""

# --- streams ----------------------------------------------------------------------------------

WATCHER_BACKLOG_MAX: Final = 256
"""Messages that wait for one slow watcher before it is told to begin again.

More than `RECENT_STEPS_MAX`, since a stream that resumes is given these at once.
"""

STALLED_WRITE_S: Final = 30.0
"""How long one message to a watcher may wait until its stream is ended; over HTTP, how long a
client may take nothing of what was sent."""

PING_TIMEOUT_MS: Final = 20_000
"""How long a connection may leave a ping unanswered, or sent bytes unacknowledged."""

STREAMS_PER_PRINCIPAL_MAX: Final = 8
"""Most streams of one principal in this process."""

OPEN_STREAMS_MAX: Final = 256
"""Most streams of this process that need no token: health and reflection."""

CALLS_PER_CONNECTION_MAX: Final = 1_024
"""Most calls and streams at once on one connection over gRPC; clients open another for more."""

# --- callers ----------------------------------------------------------------------------------

TOKEN_CACHE_MAX: Final = 50_000
"""Tokens that are remembered between calls."""

TOKEN_CACHE_S: Final = 60.0
"""How long a token is believed without asking the store again."""

TOKEN_LEEWAY_S: Final = 30.0
"""How far the clocks of server and platform may differ."""

NAMES_CACHE_MAX: Final = 100_000
"""Names of persons that are remembered."""

NAMES_FRESH_S: Final = 1.0
"""How often a process asks whose names were erased through another one."""

NAMES_BATCH: Final = 500
"""Names that are asked of the store at once."""

GUESTS_PER_SECOND: Final = 20.0
"""Guests that may be made in one process, on average, and as many that may be recovered."""

GUESTS_BURST: Final = 200
"""Guests that may be made in one process at once, and as many that may be recovered."""

# --- ending -----------------------------------------------------------------------------------

DRAIN_S: Final = 20.0
"""Longest time that the server takes to stop."""

GRACE_S: Final = DRAIN_S - 5.0
"""How long of that calls may take to finish; the rest is for letting go of everything."""
