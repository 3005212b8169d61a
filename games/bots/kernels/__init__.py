"""Compiled kernels of the searching bots. They need numba: import them only where they are used."""
