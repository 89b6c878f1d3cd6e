"""Events: the public facts a resolution tells, as small tuples (kind, number, number, ...)."""

Event = tuple[int, ...]
Events = list[Event] | None


def tell(events: Events, kind: int, *what: int) -> None:
    """Tell a fact; with no list to tell it to (None, as in simulations) it costs nothing."""
    if events is not None:
        events.append((kind, *what))
