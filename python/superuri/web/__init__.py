"""The local page that explains a URL while it is typed. Needs ``superuri[web]``."""

try:
    import starlette as _starlette  # noqa: F401  only checks that it is installed
    import uvicorn as _uvicorn  # noqa: F401  only checks that it is installed
except ImportError as _missing:
    raise ImportError(
        "the page needs starlette and uvicorn: pip install 'superuri[web]'", name=_missing.name
    ) from None
