"""Reports of a job over tables: the summary, and its HTML page."""
