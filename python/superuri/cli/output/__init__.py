"""Output of the command: messages, files, progress, signals."""
