<?php
// A notification's body on stdin → "valid" (exit 0) or "invalid" (exit 1).
$fields = json_decode(stream_get_contents(STDIN), true);
$publicKey = file_get_contents(getenv('PAYMENT_SANDBOX_PUBLIC_KEY_FILE') ?: throw new Exception('PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env'));

function isGenuine(mixed $fields, string $publicKey): bool
{
    // Every value of a notification is a text.
    if (!is_array($fields) || !isset($fields['signature']) || array_filter($fields, 'is_string') !== $fields) {
        return false;
    }
    $signature = base64_decode($fields['signature']);
    unset($fields['signature']);
    $pairs = array_map(fn ($key, $value) => "$key=$value", array_keys($fields), $fields);
    sort($pairs, SORT_STRING);
    return openssl_verify(implode('&', $pairs), $signature, $publicKey, OPENSSL_ALGO_SHA256) === 1;
}

$valid = isGenuine($fields, $publicKey);
echo $valid ? 'valid' : 'invalid', "\n";
exit($valid ? 0 : 1);
