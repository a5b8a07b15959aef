"""URLs in documents: where they are, and how a fixed one is written back."""
