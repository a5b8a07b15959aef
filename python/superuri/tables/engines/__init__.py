"""Engines of a job over tables: its SQL, and DuckDB."""
