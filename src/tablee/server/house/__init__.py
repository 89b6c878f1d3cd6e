"""The house at work: its tables in memory, its time, its coach, and who is looking."""
