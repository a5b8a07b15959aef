<?php
// What do PHP's functions make of scalar values, or of the lines of standard input?
// With a number n, all below U+3000, and every n-th from there on: two lines each, urlencode and
// rawurlencode. Lines: octets in hex; both decoded, in hex.
if ($argc > 1) {
    for ($c = 0; $c < 0x110000; $c += $c < 0x3000 ? 1 : (int) $argv[1]) {
        if ($c >= 0xD800 && $c <= 0xDFFF) continue;
        $text = mb($c);
        echo urlencode($text), "\n", rawurlencode($text), "\n";
    }
} else {
    while (($line = fgets(STDIN)) !== false) {
        $text = hex2bin(rtrim($line, "\n"));
        echo bin2hex(urldecode($text)), "\n", bin2hex(rawurldecode($text)), "\n";
    }
}

function mb(int $c): string {
    if ($c < 0x80) return chr($c);
    if ($c < 0x800) return chr(0xC0 | $c >> 6) . chr(0x80 | $c & 63);
    if ($c < 0x10000) return chr(0xE0 | $c >> 12) . chr(0x80 | $c >> 6 & 63) . chr(0x80 | $c & 63);
    return chr(0xF0 | $c >> 18) . chr(0x80 | $c >> 12 & 63) . chr(0x80 | $c >> 6 & 63) . chr(0x80 | $c & 63);
}
