<?php
// A whole shop: it makes the order, sends the shopper to its page, takes notifications, queries, gives money back, and keeps rows in SQLite.
// npx payment-sandbox exec -- php -S 127.0.0.1:3000 shop.php
declare(strict_types=1);

ini_set('display_errors', 'stderr'); // A warning in the answer to a notification would be read as a wrong answer.
const PRICES = ['tea' => 2000, 'coffee' => 3050]; // In cents of HKD. The shop knows its prices; a form could name others.
const TABLES = <<<'SQL'
    CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount INTEGER NOT NULL, paid INTEGER, refunded INTEGER NOT NULL DEFAULT 0, refund INTEGER);
    CREATE TABLE IF NOT EXISTS parcels (reference TEXT PRIMARY KEY);
    SQL;

/** Nobody knows what happened: query the order. */
class NoAnswer extends Exception {}

function checkout(string $cart): string
{
    $amount = PRICES[$cart] ?? throw new InvalidArgumentException("no cart $cart");
    $reference = $cart . '-' . bin2hex(random_bytes(6));
    // The row comes first: the notification may be quicker than the answer.
    run('INSERT INTO orders (reference, amount) VALUES (?, ?)', $reference, $amount);
    $back = "http://$_SERVER[HTTP_HOST]/order?reference=$reference";
    $answer = call('hosted-checkout/create', [
        'amount' => $amount / 100,
        'merchantReference' => $reference,
        'lineItems' => [['quantity' => 1, 'priceData' => ['name' => $cart, 'unitAmount' => $amount / 100]]],
        'callbackUrl' => ['notify' => "http://$_SERVER[HTTP_HOST]/notify", 'success' => $back, 'fail' => $back, 'cancel' => $back],
    ]);
    if ($answer['responseCode'] !== '0000') {
        run('UPDATE orders SET paid = 0 WHERE reference = ?', $reference);
        throw new InvalidArgumentException($answer['message']);
    }
    return $answer['checkoutUrl'];
}

/** Asks the service what is true, and writes it down. It may run twice at once, or late: money that came or went back stays so. */
function recover(string $reference): void
{
    $answer = call('hosted-checkout/query', ['merchantReference' => $reference]);
    $order = match ($answer['responseCode']) {
        '0000' => $answer['order'],
        '2001' => ['status' => 'CLOSED'], // There is no such order, so nobody paid it.
        default => throw new NoAnswer($answer['message']),
    };
    [$paid, $kept] = match ($order['status']) {
        'SUCCESS', 'SETTLED', 'REFUNDED', 'VOIDED' => [cents($order['amount']), cents($order['netAmount'])],
        'OPEN', 'CLOSED', 'CANCELLED' => [0, 0],
        default => throw new NoAnswer("an unknown status: $order[status]"),
    };
    $db = database();
    $db->exec('BEGIN IMMEDIATE');
    $isOurs = run('UPDATE orders SET paid = max(coalesce(paid, 0), ?), refunded = max(refunded, ?) WHERE reference = ? AND ? IN (0, amount)', $paid, $paid - $kept, $reference, $paid);
    // A job sends the parcels: one for each row.
    if ($isOurs && $kept > 0) {
        run('INSERT INTO parcels VALUES (?) ON CONFLICT DO NOTHING', $reference);
    }
    $db->exec('COMMIT');
}

/** Gives a part back, once for each order. What was begun and not answered is sent again only if a query says that it was not done. */
function refund(string $reference, int $amount): string
{
    row($reference);
    recover($reference);
    run('UPDATE orders SET refund = ? WHERE reference = ? AND paid > 0 AND refunded = 0 AND refund IS NULL', $amount, $reference);
    ['refund' => $claimed, 'refunded' => $refunded] = row($reference);
    if ($claimed === null || $refunded > 0) {
        return $refunded > 0 ? 'refunded' : 'nothing to refund';
    }
    try {
        $answer = call('hosted-checkout/refund', ['merchantReference' => $reference, 'amount' => $claimed / 100]);
    } catch (NoAnswer) {
        $answer = null;
    }
    recover($reference);
    if (row($reference)['refunded'] > 0) {
        return 'refunded';
    }
    if ($answer === null || $answer['responseCode'] === '0000') {
        throw new NoAnswer('refund');
    }
    run('UPDATE orders SET refund = NULL WHERE reference = ? AND refunded = 0', $reference);
    return "not refunded: $answer[message]";
}

/** For cron, every few minutes: asks about each order and refund of which the shop does not know the end. Leave out orders that are days old. */
function job(): void
{
    $open = database()->query('SELECT reference, refund FROM orders WHERE coalesce(paid, 0) = 0 OR (refund > 0 AND refunded = 0)')->fetchAll();
    foreach ($open as ['reference' => $reference, 'refund' => $amount]) {
        $amount === null ? recover($reference) : refund($reference, $amount);
    }
}

/** What `judge --believes /beliefs` compares with the service's books. Null: not known. Leave it out of your shop in production. */
function beliefs(): array
{
    $orders = database()->query('SELECT orders.*, parcels.reference IS NOT NULL AS shipped FROM orders LEFT JOIN parcels USING (reference)')->fetchAll();
    return array_map(fn ($order) => [
        'paid' => $order['paid'] === null ? null : $order['paid'] / 100,
        'refunded' => $order['refund'] > 0 && $order['refunded'] === 0 ? null : $order['refunded'] / 100,
        'currency' => 'HKD',
        'shipped' => (bool) $order['shipped'],
    ], array_column($orders, null, 'reference'));
}

function cents(int|float $amount): int
{
    return (int) round($amount * 100);
}

function row(string $reference): array
{
    $rows = database()->prepare('SELECT * FROM orders WHERE reference = ?');
    $rows->execute([$reference]);
    return $rows->fetch() ?: throw new InvalidArgumentException("no order $reference");
}

/** How many rows a statement changed. */
function run(string $sql, int|string ...$values): int
{
    $statement = database()->prepare($sql);
    foreach ($values as $at => $value) {
        // As texts, numbers would be compared as texts.
        $statement->bindValue($at + 1, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
    }
    $statement->execute();
    return $statement->rowCount();
}

/** One connection for each request, which waits up to 20 s for the others. */
function database(): PDO
{
    static $db = null;
    if ($db === null) {
        $file = getenv('SHOP_DATABASE') ?: (getenv('PAYMENT_SANDBOX_STATE_DIR') ?: '.') . '/shop.sqlite';
        $db = new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 20, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
        $db->exec(TABLES);
    }
    return $db;
}

/** Signs the text that is sent. A refusal is an answer, with HTTP 200, too. */
function call(string $operation, array $parameters): array
{
    $request = json_encode(['merchantId' => (int) getenv('PAYMENT_SANDBOX_MERCHANT_ID')] + $parameters);
    openssl_sign($request, $signature, (string) file_get_contents((string) getenv('PAYMENT_SANDBOX_PRIVATE_KEY_FILE')), OPENSSL_ALGO_SHA256);
    $http = [
        'method' => 'POST',
        'header' => 'Content-Type: application/json',
        'content' => json_encode(['request' => $request, 'signature' => base64_encode($signature)]),
        'timeout' => (float) (getenv('SHOP_TIMEOUT') ?: 20),
        'ignore_errors' => true,
    ];
    $text = @file_get_contents(getenv('PAYMENT_SANDBOX_URL') . "/$operation", false, stream_context_create(['http' => $http]));
    $answer = json_decode((string) $text, true);
    return isset($answer['responseCode']) ? $answer : throw new NoAnswer($operation);
}

/** The notification in a body. Null if the service did not sign it. */
function genuine(string $body): ?array
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
    $key = (string) file_get_contents((string) getenv('PAYMENT_SANDBOX_PUBLIC_KEY_FILE'));
    return openssl_verify(implode('&', $pairs), $signature, $key, OPENSSL_ALGO_SHA256) === 1 ? $fields : null;
}

/** Answers a request. */
function serve(string $path): string
{
    switch ($path) {
        case '/checkout':
            header('Location: ' . checkout($_POST['cart'] ?? ''), true, 303);
            return '';
        case '/notify':
            $notification = genuine((string) file_get_contents('php://input')) ?? throw new InvalidArgumentException('not genuine');
            // The query is what counts. If it has no answer, the 503 makes the notification come again.
            recover($notification['merchantReference']);
            return 'OK';
        case '/order':
            // The shopper comes back to it, which proves nothing.
            if (!row($_GET['reference'] ?? '')['paid']) {
                recover($_GET['reference']);
            }
            return row($_GET['reference'])['paid'] ? 'paid' : 'not paid';
        case '/refund':
            return refund($_POST['reference'] ?? '', cents((float) ($_POST['amount'] ?? 0)));
        case '/job':
            job();
            return 'done';
        case '/beliefs':
            return json_encode((object) beliefs());
    }
    throw new InvalidArgumentException('no such page');
}

try {
    echo serve(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
} catch (InvalidArgumentException $refused) {
    http_response_code(400);
    echo $refused->getMessage();
} catch (NoAnswer $lost) {
    http_response_code(503);
    echo "no answer ({$lost->getMessage()}), try again later";
}
