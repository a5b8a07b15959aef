"""Columns: the verbs over Arrow data, and on the engines that hold it.

Each room is imported by its name: ``superuri.columns.arrow``, ``pandas``, ``polars``, ``duckdb``.
"""
