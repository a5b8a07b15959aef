"""Remote storage of tables: S3 and compatible stores, HTTPS, other file systems, Delta tables."""
