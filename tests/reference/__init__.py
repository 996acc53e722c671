"""Slow, readable implementations of the games, written from the rules alone; the engine is compared with them."""
