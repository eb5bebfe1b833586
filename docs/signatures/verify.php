<?php
/**
 * Whether the gateway sent this. $body: its bytes as they came (php://input). $signature: the header X_msg_signature, in
 * $_SERVER['HTTP_X_MSG_SIGNATURE']. $keys: all that are in use.
 */
function verify(string $body, ?string $signature, array $keys): bool
{
    $isOurs = false;
    foreach ($keys as $key) {
        // Every key is tried, so that the time tells nothing of which one it was.
        $isOurs = hash_equals(hash_hmac('sha256', $body, $key), $signature ?? '') || $isOurs;
    }
    return $isOurs;
}
