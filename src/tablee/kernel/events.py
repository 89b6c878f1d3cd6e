"""Events: the public facts a resolution tells, as small tuples (kind, number, number, ...)."""

Event = tuple[int, ...]
Events = list[Event] | None


def tell(events: Events, *event: int) -> None:
    """Tell a fact, its kind first; with no list (None, as in simulations) it costs nothing."""
    if events is not None:
        events.append(event)
