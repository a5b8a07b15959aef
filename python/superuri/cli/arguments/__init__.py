"""Arguments of the command: its words, and the parser that reads them."""
