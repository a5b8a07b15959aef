"""Files of tables: Parquet, CSV, TSV and JSON Lines, read block by block and written."""
