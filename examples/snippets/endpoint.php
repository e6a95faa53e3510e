<?php
// A notification endpoint: php endpoint.php && php -S 127.0.0.1:3000 endpoint.php. Answers OK only if the service signed it.

$publicKeyFile = getenv('PAYMENT_SANDBOX_PUBLIC_KEY_FILE') ?: throw new Exception('PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env');
// php -S runs this file when a notification comes. Run by itself before that, it has checked the setting now.
if (PHP_SAPI === 'cli') {
    return;
}

/** The notification in a body. Null if it is none, or if its signature is wrong. */
function genuine(string $body, string $publicKey): ?array
{
    $fields = json_decode($body, true);
    // Every value of a notification is a text.
    if (!is_array($fields) || !isset($fields['signature']) || array_filter($fields, 'is_string') !== $fields) {
        return null;
    }
    $signature = base64_decode($fields['signature']);
    unset($fields['signature']);
    $pairs = array_map(fn ($key, $value) => "$key=$value", array_keys($fields), $fields);
    sort($pairs, SORT_STRING);
    return openssl_verify(implode('&', $pairs), $signature, $publicKey, OPENSSL_ALGO_SHA256) === 1 ? $fields : null;
}

/** Of a paid order, or of a stored card, which has no status. */
function textOf(array $of): string
{
    return isset($of['tokenId'])
        ? "{$of['userId']} {$of['tokenId']} {$of['maskedPan']}"
        : "{$of['merchantReference']} {$of['status']} {$of['amount']}";
}

$notification = genuine(file_get_contents('php://input'), file_get_contents($publicKeyFile));
if ($notification === null) {
    http_response_code(400);
    echo 'not genuine';
    return;
}
// It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
error_log(textOf($notification));
echo 'OK';
