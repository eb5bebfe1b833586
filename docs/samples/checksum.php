<?php
// Run: CARDWAY_PASSWORD=… php checksum.php METHOD ARGUMENT…

/** Arguments stand in the order of the method, as texts, without the checksum. */
function checksum(string $method, array $arguments, string $password): string
{
    return strtoupper(hash_hmac('sha256', $method . implode('', $arguments), $password));
}

/** Returns transaction_data as the checksum covers it. The keys of the array are KLV keys, such as '002'. */
function klvText(array $data): string
{
    ksort($data, SORT_STRING);
    $text = '';
    foreach ($data as $key => $value) {
        // PHP turns a key such as '250' into an integer.
        $text .= sprintf('%03d%02d%s', $key, mb_strlen($value, 'UTF-8'), $value);
    }
    return $text;
}

if (isset($argv[1])) {
    echo checksum($argv[1], array_slice($argv, 2), getenv('CARDWAY_PASSWORD')), "\n";
}
