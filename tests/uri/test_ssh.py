"""Users in `ssh:` URIs, as OpenSSH reads them: it takes a raw plus for a space."""

import shutil
import string

import pytest

import superuri
from superuri import _foreign

SSH = shutil.which("ssh") or ""
#: OpenSSH since 9.6 refuses names with characters of a shell.
USERS = ["ann", "a+b", "a b", "+", "a%2Bb", "a%20b", *f"{string.ascii_letters}{string.digits}._+="]


@pytest.mark.skipif(not SSH, reason="no ssh")
@pytest.mark.parametrize("user", USERS)
def test_openssh_reads_the_user_that_was_built_and_filled(user: str) -> None:
    built = superuri.build(scheme="ssh", user=user, host="h.example", port=2022)
    filled = superuri.fill("ssh://{user}@h.example:2022", user=user)
    for uri in {str(built), str(filled)}:
        printed = _foreign.run([SSH, "-G", "-F", "none", uri]).out
        assert f"user {user}\n".encode() in printed
