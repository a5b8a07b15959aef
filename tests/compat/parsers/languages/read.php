<?php
// Reads URLs with parse_url, in hex and one on a line, and writes what it reads in the form of
// superuri.disagree.programs.
echo PHP_VERSION, "\n";
while (($line = fgets(STDIN)) !== false) {
    $u = parse_url(hex2bin(trim($line)));
    if ($u === false) {
        echo "error\t=", bin2hex("parse_url returns false"), "\n";
        continue;
    }
    $user = $u["user"] ?? null;
    if (isset($u["pass"])) {
        $user .= ":" . $u["pass"];
    }
    $parts = [$u["scheme"] ?? null, $user, $u["host"] ?? null, $u["port"] ?? null, $u["path"] ?? ""];
    echo "ok";
    foreach ($parts as $part) {
        echo "\t", $part === null ? "-" : "=" . bin2hex($part);
    }
    echo "\n";
}
