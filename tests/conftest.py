"""Settings of the whole test run."""

from hypothesis import settings

# Two workers share the machine, so time says nothing; the same examples run every time.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
