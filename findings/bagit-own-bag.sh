#!/usr/bin/env bash
# bagit finds its own bag of a file a%0Ab invalid, and reads no %25 in the bags of other tools.
#
# Guess: RFC 8493 (section 2.1.3) escapes CR, LF and % in a manifest, so every file name can be listed.
# Seen: the Library of Congress's tool writes % bare and reads %0A as a line feed. It does not read %25.
# Matters to: archives that store files with encoded names, such as saved web pages.
# Versions: bagit 1.9.0; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install bagit==1.9.0

seen=$(
    venv/bin/python - <<'PYTHON'
import logging
import pathlib

import bagit

logging.disable()


def bag(name):
    folder = pathlib.Path("bag of " + name)
    folder.mkdir()
    (folder / name).write_text("x")
    return bagit.make_bag(str(folder), checksums=["sha256"])


for name in ("a%20b", "a%0Ab"):
    made = bag(name)
    print(name, "is valid:", bagit.Bag(made.path).is_valid())

made = pathlib.Path(bag("100%").path)
manifest = made / "manifest-sha256.txt"
manifest.write_text(manifest.read_text().replace("100%", "100%25"))
(made / "tagmanifest-sha256.txt").unlink()
print("100%, listed as RFC 8493 says, is valid:", bagit.Bag(str(made)).is_valid())
PYTHON
)

compare "$seen" <<'TEXT'
a%20b is valid: True
a%0Ab is valid: False
100%, listed as RFC 8493 says, is valid: False
TEXT
