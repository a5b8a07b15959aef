#!/usr/bin/env bash
# gffread writes "prc" for %25, a point for %3B and a blank for each octet of é.
#
# Guess: option -D decodes the attributes of a GFF3 file, as its help says, and what GFF3 needs is encoded again.
# Seen: a percent sign becomes three letters, a semicolon a point, and a comma is bare, where it separates two values.
#   Nothing can repair the file afterwards.
# Matters to: genome annotation, where gffread is the usual converter.
# Versions: gffread 0.12.7, Debian's 0.12.7-3; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download -qq gffread=0.12.7-3 libgclib3=0.12.7+ds-5 2>apt.log || skip
unpack

printf '%s\t' 1 x mRNA 1 9 . + . >in.gff
echo 'ID=t1;Note=100%25 caf%C3%A9%3B a%2Cb' >>in.gff
printf '%s\t' 1 x exon 1 9 . + . >>in.gff
echo 'Parent=t1' >>in.gff
seen=$(LD_LIBRARY_PATH=$(dirname usr/lib/*/libgclib.so.3) usr/bin/gffread -F -D in.gff | grep -o 'Note=.*')

compare "$seen" <<'TEXT'
Note=100prc caf  . a,b
TEXT
