"""Columns: the verbs on Arrow data, and in the libraries that use it.

Import the modules by name: ``superuri.columns.arrow``, ``pandas``, ``polars``, ``duckdb``,
``spark``. Importing ``pandas`` or ``polars`` gives their columns the attribute ``uri``.
"""
