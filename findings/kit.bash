# What the scripts share: packages, and the comparison. Each works in a temporary folder of its own.

# Run pip in an environment of its own.
pip() {
    [[ -d venv ]] || python3 -m venv venv
    venv/bin/pip "$1" --quiet --no-compile "${@:2}"
}

# End, because without these versions of Debian's packages there is nothing to compare.
skip() {
    echo "skipped: apt-get cannot download the packages: $(tail -n 1 apt.log)"
    exit 77
}

# Unpack the packages of Debian that were downloaded.
unpack() {
    for package in *.deb; do dpkg-deb -x "$package" .; done
}

# Print what was seen, and fail unless it is what standard input has.
compare() {
    local expected
    expected=$(cat)
    printf '%s\n' "$1"
    if [[ "$1" != "$expected" ]]; then
        printf '\nThis has changed. Expected:\n%s\n' "$expected"
        exit 1
    fi
}
