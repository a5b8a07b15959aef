<?php
// Signs each line of standard input as a presigned S3 URL, with PHP's own functions. Argument: the key.
function presigned(string $text, string $key): string {
    $url = parse_url($text);
    $again = fn (string $escaped): string => rawurlencode(rawurldecode($escaped));
    $pairs = $given = [];
    foreach (explode("&", $url["query"]) as $pair) {
        [$name, $value] = array_map($again, explode("=", $pair . "=", 3));
        if ($name !== "X-Amz-Signature") {
            $pairs[] = "$name=$value";
            $given[$name] = rawurldecode($value);
        }
    }
    sort($pairs, SORT_STRING);
    $path = implode("/", array_map($again, explode("/", $url["path"])));
    $query = implode("&", $pairs);
    $request = "GET\n$path\n$query\nhost:{$url["host"]}\n\nhost\nUNSIGNED-PAYLOAD";
    $scope = array_slice(explode("/", $given["X-Amz-Credential"]), 1);
    $step = fn (string $key, string $part): string => hash_hmac("sha256", $part, $key, true);
    $signing = array_reduce($scope, $step, "AWS4$key");
    $lines = ["AWS4-HMAC-SHA256", $given["X-Amz-Date"], implode("/", $scope), hash("sha256", $request)];
    return hash_hmac("sha256", implode("\n", $lines), $signing);
}
while (($line = fgets(STDIN)) !== false) {
    echo presigned(rtrim($line, "\n"), $argv[1]), "\n";
}
