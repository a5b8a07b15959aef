"""Jobs over a small table: the command lines, and the files that they leave."""

ROWS = "url\n" + "".join(f"http://e.com/{n} b\n" for n in range(40))
TIDY = ["tidy", "a.csv", "-c", "url", "-q", "-o"]
CLEAN = ["clean", "-q", "-i", "a.csv", "-c", "url", "-o"]


def hidden(folder):
    """Return the names of hidden files and folders, which a job must not leave."""
    return sorted(path.name for path in folder.rglob(".*"))
