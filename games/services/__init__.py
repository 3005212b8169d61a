"""Owns every write of the games app."""
