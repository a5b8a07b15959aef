"""Input of `lint` and `find`: the documents that paths name, and how many were read."""
