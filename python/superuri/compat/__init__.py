"""Bit for bit like X: a room for each implementation that anyone still meets."""
