# cython: language_level=3
"""Batches of positions over NumPy buffers."""
