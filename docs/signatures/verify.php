<?php
/** The header X_msg_signature. Apache leaves it out of $_SERVER, because its name has underscores; getallheaders() has it there too. */
function messageSignature(): ?string
{
    foreach (getallheaders() as $name => $value) {
        // Some servers write the name with hyphens.
        if (strtolower(strtr($name, '-', '_')) === 'x_msg_signature') return $value;
    }
    return null;
}

/** Whether the gateway sent this. $body: its bytes as they came (php://input). $signature: messageSignature(). $keys: all that are in use. */
function verify(string $body, ?string $signature, array $keys): bool
{
    $isOurs = false;
    foreach ($keys as $key) {
        // Every key is tried, so that the time tells nothing of which one it was.
        $isOurs = hash_equals(hash_hmac('sha256', $body, $key), $signature ?? '') || $isOurs;
    }
    return $isOurs;
}
