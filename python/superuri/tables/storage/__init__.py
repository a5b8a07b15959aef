"""Storage of tables elsewhere: S3 and stores like it, HTTPS, other file systems, Delta tables."""
