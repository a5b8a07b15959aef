"""Columns: the verbs on Arrow data, and in libraries that exchange it.

Import the modules by name: ``superuri.columns.arrow``, ``pandas``, ``polars``, ``duckdb``,
``spark``, ``datafusion``. Importing ``pandas`` or ``polars`` gives their columns the attribute
``uri``.
"""
