<?php
require $argv[1] . '/verify.php';
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$keys, $signature, $body] = explode("\t", $line);
    $known = array_map('base64_decode', explode(',', $keys));
    echo verify(base64_decode($body), $signature, $known) ? "accepted\n" : "refused\n";
}
