"""Values that several modules share: findings, layers, carets, passwords."""
