# What does URI::Escape make of scalar values, or of the lines of standard input?
# With a number n, all below U+3000, and every n-th from there on: a line each, uri_escape_utf8.
# Lines: hex of Latin-1 in, hex of uri_unescape out.
use strict;
use warnings;
use URI::Escape;
no warnings 'utf8';
if (@ARGV) {
    for my $c (0 .. 0x10FFFF) {
        next if $c >= 0xD800 && $c <= 0xDFFF || $c > 0x3000 && ($c - 0x3000) % $ARGV[0];
        print uri_escape_utf8(chr $c), "\n";
    }
    print uri_escape(chr $_), "\n" for 0 .. 255;
} else {
    while (my $line = <STDIN>) {
        chomp $line;
        print unpack("H*", uri_unescape(pack("H*", $line))), "\n";
    }
}
