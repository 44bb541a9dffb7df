"""Keep the tables: one task each, the way of one move, watchers, wake-ups.

`hall` finds and opens tables, `table` runs one, `state` folds its log, `seating` the
part of it that is no game; `commands` are what callers ask, `watchers` who looks on,
`history` what was before, `driver` what happens by itself, `index` what lists show.
"""
