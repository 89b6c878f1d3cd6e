"""Running a house: the command line, where settings come from, serving, logs."""
