<?php
// A right shop in PHP that runs before the judge comes: php -S 127.0.0.1:8080 examples/shops/server/right.php
// Run by itself it is the shop's reset hook: it empties the book, and writes down where the sandbox of the next run is.

$folder = getenv('SHOP_STATE_DIR') ?: sys_get_temp_dir() . '/payment-sandbox-shop';
if (!is_dir($folder)) mkdir($folder, 0700, true);
$file = "$folder/shop.json";

if (PHP_SAPI === 'cli') {
    $settings = [];
    foreach (['URL', 'MERCHANT_ID', 'PRIVATE_KEY_FILE', 'PUBLIC_KEY_FILE'] as $name) $settings[$name] = getenv("PAYMENT_SANDBOX_$name");
    file_put_contents($file, json_encode(['settings' => $settings, 'orders' => new stdClass()]), LOCK_EX);
    exit(0);
}

/** The book is a file here, and a database in your shop. */
$shop = json_decode(file_get_contents($file), true);

function save(): void {
    global $shop, $file;
    file_put_contents($file, json_encode($shop), LOCK_EX);
}

/** The answer, or null where none could be read: then nobody knows what happened. */
function ask(string $path, array $parameters): ?array {
    global $shop;
    $settings = $shop['settings'];
    $request = json_encode(['merchantId' => (int) $settings['MERCHANT_ID']] + $parameters);
    openssl_sign($request, $signature, file_get_contents($settings['PRIVATE_KEY_FILE']), OPENSSL_ALGO_SHA256);
    $body = json_encode(['request' => $request, 'signature' => base64_encode($signature)]);
    $http = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => $body, 'timeout' => 5, 'ignore_errors' => true];
    $text = @file_get_contents($settings['URL'] . $path, false, stream_context_create(['http' => $http]));
    return $text === false ? null : json_decode($text, true);
}

/** Asks the service what is true, and writes it down. Whether the service knows the order; null: nobody knows. */
function recover(string $reference): ?bool {
    global $shop;
    $answer = ask('/hosted-checkout/query', ['merchantReference' => $reference]);
    $code = $answer['responseCode'] ?? null;
    if ($code === '2001') return false;
    if ($code !== '0000') return null;
    $isPaid = in_array($answer['order']['status'], ['SUCCESS', 'SETTLED', 'REFUNDED', 'VOIDED']);
    $shop['orders'][$reference]['paid'] = $isPaid ? $answer['order']['amount'] : 0;
    ship($reference);
    return true;
}

function ship(string $reference): void {
    global $shop;
    if ($shop['orders'][$reference]['paid'] > 0) $shop['orders'][$reference]['shipped'] = true;
    save();
}

function sell(string $cart, float $amount): void {
    global $shop;
    $reference = "$cart-1";
    $shop['orders'][$reference] ??= ['paid' => null, 'amount' => $amount, 'cart' => $cart, 'shipped' => false];
    save();
    for ($tries = 3; $tries > 0 && $shop['orders'][$reference]['paid'] === null; $tries--) {
        if (recover($reference) !== false) continue;
        ask('/tokenization/sale', [
            'userId' => 'user1', 'tokenId' => 351, 'merchantReference' => $reference, 'amount' => $amount,
            'callbackUrl' => ['notify' => "http://$_SERVER[HTTP_HOST]/notify"],
            'lineItems' => [['quantity' => 1, 'priceData' => ['name' => $cart, 'unitAmount' => $amount]]],
        ]);
        recover($reference);
    }
}

/** What the service signed; a notification is a hint, the query is what counts. */
function takeNotification(array $fields): bool {
    global $shop;
    $signature = base64_decode($fields['signature'] ?? '');
    unset($fields['signature']);
    $lines = array_map(fn ($name) => "$name=$fields[$name]", array_keys($fields));
    sort($lines, SORT_STRING);
    $key = file_get_contents($shop['settings']['PUBLIC_KEY_FILE']);
    if (openssl_verify(implode('&', $lines), $signature, $key, OPENSSL_ALGO_SHA256) !== 1) return false;
    $order = $shop['orders'][$fields['merchantReference']] ?? null;
    if (!$order || (float) $fields['amount'] != $order['amount']) return false;
    return recover($fields['merchantReference']) === true;
}

$text = file_get_contents('php://input');
switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/sell':
        ['cart' => $cart, 'amount' => $amount] = json_decode($text, true);
        sell($cart, $amount);
        echo 'sold';
        break;
    case '/notify':
        $isRight = takeNotification(json_decode($text, true));
        http_response_code($isRight ? 200 : 400);
        echo $isRight ? 'OK' : 'refused';
        break;
    case '/beliefs':
        $beliefs = array_map(fn ($order) => array_diff_key($order, ['amount' => 0]), $shop['orders']);
        echo json_encode((object) $beliefs);
        break;
    default:
        http_response_code(404);
}
