"""The house with tables: people, tables, clocks and bots behind one address."""
