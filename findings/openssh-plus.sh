#!/usr/bin/env bash
# OpenSSH reads a plus in an ssh:, scp: or sftp: URI as a blank.
#
# Guess: + means a blank in the query of a form, and nowhere else.
# Seen: ssh decodes the user as a form's value, and scp the path, too: ann+test logs in as "ann test". Only %2B is
#   a plus.
# Matters to: file names with a plus (C++ sources, Debian's packages) and to accounts with a tag.
# Versions: OpenSSH 9.2p1, Debian's openssh-client 1:9.2p1-2+deb12u10; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download -qq openssh-client=1:9.2p1-2+deb12u10 2>apt.log || skip
unpack

seen=$(
    for user in ann+test ann%2Btest ann%20test; do
        echo "$user is $(usr/bin/ssh -T -F /dev/null -G "ssh://$user@localhost" | grep '^user ')"
    done
)

compare "$seen" <<'TEXT'
ann+test is user ann test
ann%2Btest is user ann+test
ann%20test is user ann test
TEXT
