#!/usr/bin/env bash
# rclone lists a file whose name holds ‛ (U+201B), but cannot copy, show or check it.
#
# Guess: names of local files on Linux need no encoding, so rclone copies each file that it lists, or `None` turns it off.
# Seen: it doubles ‛, the sign with which it quotes, when it lists a name, and looks for the doubled name when it opens
#   the file. Every encoding does so, None too. The error is "no such file or directory"; other files are copied.
# Matters to: backups of music and texts, where ‛ is a quotation mark or an apostrophe.
# Versions: rclone 1.60.1, Debian's 1.60.1+dfsg-2+b5; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download -qq rclone=1.60.1+dfsg-2+b5 2>apt.log || skip
unpack

export RCLONE_CONFIG=""
mkdir songs
touch "songs/Rock ‛n’ Roll.ogg" songs/Waltz.ogg
seen=$(
    echo "listed:"
    usr/bin/rclone lsf songs
    for encoding in Slash,Dot None; do
        echo "copied with $encoding:"
        usr/bin/rclone copy --local-encoding "$encoding" songs "$encoding" 2>errors || true
        ls "$encoding"
        grep -o 'no such file or directory' errors | sort -u
    done
)

compare "$seen" <<'TEXT'
listed:
Rock ‛‛n’ Roll.ogg
Waltz.ogg
copied with Slash,Dot:
Waltz.ogg
no such file or directory
copied with None:
Waltz.ogg
no such file or directory
TEXT
