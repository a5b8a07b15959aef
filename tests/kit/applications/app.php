<?php
// Answers with the target that PHP handed to the script: `REQUEST_URI`, or `SCRIPT_NAME` and the query.
$view = getenv("VIEW");
echo $_SERVER[$view];
if ($view !== "REQUEST_URI" && ($_SERVER["QUERY_STRING"] ?? "") !== "") {
    echo "?", $_SERVER["QUERY_STRING"];
}
