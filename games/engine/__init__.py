"""The rules of Spades, the shuffle and the transcript, in pure Python: this folder runs copied out of the project."""
