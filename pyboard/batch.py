"""Many positions at once: batches over NumPy arrays.

The other modules of the package need no NumPy; this one does.

Example:
    >>> import pyboard
    >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 1000, seed=3, threads=2)
    >>> batch.step(batch.random_actions())
    >>> batch.legal_mask.shape == (1000, batch.game.num_distinct_actions())
    True
"""

from __future__ import annotations

from pyboard._batch import BatchState

__all__ = ["BatchState"]
