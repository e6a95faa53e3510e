<?php
// A shop on one curl handle: php takes-its-copy-for-a-refusal.php. PHP 8.0 or newer with curl and openssl.
// On a connection that was used before, curl sends a lost call again by itself. The shop sees the answer to the copy,
// "merchantReference was used before", and charges again under a new reference.
declare(strict_types=1);

foreach (['PAYMENT_SANDBOX_URL', 'PAYMENT_SANDBOX_PRIVATE_KEY_FILE', 'PAYMENT_SANDBOX_PUBLIC_KEY_FILE'] as $name) {
    if ((string) getenv($name) === '') {
        fwrite(STDERR, "$name is not set: run it by npx payment-sandbox judge -- php examples/shops/takes-its-copy-for-a-refusal.php\n");
        exit(2);
    }
}

/** The answer. Null if none could be read. */
function ask(string $path, array $parameters): ?array
{
    static $handle = null;
    $handle ??= curl_init(); // One handle, so one connection for all calls.
    $request = json_encode(['merchantId' => getenv('PAYMENT_SANDBOX_MERCHANT_ID')] + $parameters);
    $key = file_get_contents((string) getenv('PAYMENT_SANDBOX_PRIVATE_KEY_FILE'));
    openssl_sign($request, $signature, $key, OPENSSL_ALGO_SHA256);
    curl_setopt_array($handle, [
        CURLOPT_URL => getenv('PAYMENT_SANDBOX_URL') . $path,
        CURLOPT_POSTFIELDS => json_encode(['request' => $request, 'signature' => base64_encode($signature)]),
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT_MS => (int) (getenv('SHOP_TIMEOUT_MS') ?: 2000),
    ]);
    return json_decode((string) curl_exec($handle), true);
}

/** What was paid under a reference. Null while nobody knows. */
function paid(string $reference, int $tries = 3): ?float
{
    $answer = ask('/hosted-checkout/query', ['merchantReference' => $reference]);
    return match ($answer['responseCode'] ?? null) {
        '0000' => in_array($answer['order']['status'], ['SUCCESS', 'SETTLED'], true) ? (float) $answer['order']['netAmount'] : 0.0,
        '2001' => 0.0, // The service knows no such order.
        default => $tries > 1 ? paid($reference, $tries - 1) : null,
    };
}

/** Charges a cart. Returns what the shop believes about its orders. */
function sell(string $cart, float $amount): array
{
    $book = [];
    for ($tries = 1; $tries <= 2; $tries++) {
        $reference = strtoupper($cart) . "-$tries";
        $answer = ask('/tokenization/sale', [
            'userId' => 'user1', 'tokenId' => 351, 'merchantReference' => $reference, 'amount' => $amount,
            'lineItems' => [['quantity' => 1, 'priceData' => ['name' => $cart, 'unitAmount' => $amount]]],
        ]);
        $isPaid = ($answer['responseCode'] ?? null) === '0000';
        $paid = $isPaid ? $amount : 0.0;
        if (!isset($answer['responseCode'])) {
            $paid = paid($reference); // No answer: right, it asks.
        }
        $book[$reference] = ['paid' => $paid, 'refunded' => 0, 'cart' => $cart, 'user' => 'user1', 'currency' => 'HKD'];
        if ($paid !== 0.0) {
            break;
        }
        // Its mistake: any answer but 0000 means that nothing was paid.
    }
    return $book;
}

$beliefs = json_encode(sell('tea', 88.0) + sell('pot', 35.25));
$file = getenv('PAYMENT_SANDBOX_BELIEFS_FILE');
$file ? file_put_contents($file, $beliefs) : print($beliefs . "\n");
