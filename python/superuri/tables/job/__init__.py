"""Jobs over tables: the plan, the work on this machine or on Spark, one verb."""
