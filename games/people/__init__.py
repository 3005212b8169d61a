"""Owns people: guests, accounts, and how the one becomes the other."""
