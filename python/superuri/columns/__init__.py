"""Columns: the verbs over Arrow data, and on the engines that hold it.

Each module is imported by its name: ``superuri.columns.arrow``, ``pandas``, ``polars``, ``duckdb``,
``spark``. Importing ``pandas`` or ``polars`` is what gives their columns the attribute ``uri``.
"""
