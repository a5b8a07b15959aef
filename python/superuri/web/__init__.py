"""The local page: what a URL says, while it is typed. Needs ``superuri[web]``."""
