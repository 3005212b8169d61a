"""The games app: people, tables and matches."""
