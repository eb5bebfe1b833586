<?php
/** The event of a request. $body: its bytes as they came (php://input). $headers: with lower-case names. */
function verify(string $secret, string $body, array $headers): array
{
    foreach (['id', 'timestamp', 'signature'] as $name) {
        $$name = $headers["webhook-$name"] ?? '';
    }
    if (abs(time() - (int) $timestamp) > 300) {
        throw new Exception('the timestamp is too old or too new');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // More than one while a secret is being changed.
    foreach (explode(' ', $signature) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 32, JSON_THROW_ON_ERROR);
        }
    }
    throw new Exception('no signature matches');
}
