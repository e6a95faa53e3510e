<?php
// The right shop once more: php right.php. PHP 8.0 or newer with openssl; no Composer, no curl.
// The web server runs the same file for notices: see the end.
declare(strict_types=1);

foreach (['PAYMENT_SANDBOX_URL', 'PAYMENT_SANDBOX_PRIVATE_KEY_FILE', 'PAYMENT_SANDBOX_PUBLIC_KEY_FILE'] as $name) {
    if ((string) getenv($name) === '') {
        fwrite(STDERR, "$name is not set: run it by npx payment-sandbox judge -- php examples/shops/right.php\n");
        exit(2);
    }
}

const PAID = ['SUCCESS', 'SETTLED', 'REFUNDED', 'VOIDED'];
const NOT_FOUND = '2001';

/** Orders by reference: rows of your database, which both halves share by a file. "paid" is null while nobody knows. */
function change(callable $work): mixed
{
    $file = fopen((string) getenv('SHOP_BOOK'), 'c+');
    flock($file, LOCK_EX); // One at a time: a notice and a call may ask about one order at once.
    $book = json_decode((string) stream_get_contents($file), true) ?? [];
    $result = $work($book);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($book));
    fclose($file);
    return $result;
}

function order(string $reference): ?array
{
    return change(fn (array &$book) => $book[$reference] ?? null);
}

function send(string $method, string $path, array $body): ?array
{
    $options = ['method' => $method, 'header' => 'Content-Type: application/json', 'content' => json_encode($body),
        'timeout' => (float) (getenv('SHOP_TIMEOUT_MS') ?: 2000) / 1000];
    $text = @file_get_contents(getenv('PAYMENT_SANDBOX_URL') . $path, false, stream_context_create(['http' => $options]));
    return json_decode((string) $text, true);
}

/** The answer; null where none could be read: then nobody knows what happened. */
function ask(string $path, array $parameters): ?array
{
    $request = json_encode(['merchantId' => getenv('PAYMENT_SANDBOX_MERCHANT_ID')] + $parameters);
    $key = file_get_contents((string) getenv('PAYMENT_SANDBOX_PRIVATE_KEY_FILE'));
    openssl_sign($request, $signature, $key, OPENSSL_ALGO_SHA256);
    return send('POST', $path, ['request' => $request, 'signature' => base64_encode($signature)]);
}

/** Refusals come with HTTP 200 too. */
function done(?array $answer): bool
{
    return ($answer['responseCode'] ?? null) === '0000';
}

/** Asks what is true and writes it down: whether the service knows the order, null where it did not say. */
function recoverIn(array &$book, string $reference, int $tries = 3): ?bool
{
    $answer = ask('/hosted-checkout/query', ['merchantReference' => $reference]);
    if (($answer['responseCode'] ?? null) === NOT_FOUND) {
        $book[$reference]['paid'] = 0;
        return false;
    }
    if (!done($answer)) {
        return $tries > 1 ? recoverIn($book, $reference, $tries - 1) : null;
    }
    ['status' => $status, 'amount' => $amount, 'netAmount' => $net] = $answer['order'];
    $isPaid = in_array($status, PAID, true);
    $book[$reference]['paid'] = $isPaid ? $amount : 0;
    $book[$reference]['refunded'] = $isPaid ? round($amount - $net, 2) : 0;
    return true;
}

function recover(string $reference): ?bool
{
    return change(fn (array &$book) => recoverIn($book, $reference));
}

function write(string $cart, float $amount): string
{
    static $used = 0;
    $reference = strtoupper($cart) . '-' . ++$used;
    change(fn (array &$book) => $book[$reference] = ['cart' => $cart, 'amount' => $amount, 'paid' => null, 'refunded' => 0, 'effects' => ['shipped' => 0]]);
    return $reference;
}

function particulars(string $reference): array
{
    ['cart' => $cart, 'amount' => $amount] = order($reference);
    $address = getenv('SHOP_ADDRESS');
    return ['merchantReference' => $reference, 'amount' => $amount,
        'callbackUrl' => ['notify' => "$address/notify", 'success' => "$address/thanks"],
        'lineItems' => [['quantity' => 1, 'priceData' => ['name' => $cart, 'unitAmount' => $amount]]]];
}

function sell(string $cart, float $amount): string
{
    $reference = write($cart, $amount);
    change(fn (array &$book) => $book[$reference]['user'] = 'user1');
    for ($tries = 0; $tries < 2; $tries++) {
        $answer = ask('/tokenization/sale', ['userId' => 'user1', 'tokenId' => 351] + particulars($reference));
        if (done($answer)) {
            change(fn (array &$book) => $book[$reference]['paid'] = $amount);
            break;
        }
        // Lost, and nothing arrived: the same reference cannot be charged twice.
        if (recover($reference) !== false || isset($answer['responseCode'])) {
            break;
        }
    }
    return $reference;
}

function sellOnPage(string $cart, float $amount): string
{
    $reference = write($cart, $amount);
    $answer = ask('/hosted-checkout/create', particulars($reference));
    if (!done($answer)) {
        recover($reference);
        if (order($reference)['paid'] === 0) { // Nobody has the page's address: the shopper gets another page.
            $left = $reference;
            $reference = write($cart, $amount);
            change(function (array &$book) use ($left) { unset($book[$left]); });
            $answer = ask('/hosted-checkout/create', particulars($reference));
        }
    }
    for ($tries = 0; done($answer) && $tries < 2; $tries++) { // A declined shopper tries once more.
        send('POST', "/_sandbox/orders/{$answer['order']['id']}/simulate", ['action' => 'pay']);
        recover($reference);
        if (order($reference)['paid'] !== 0) {
            break;
        }
    }
    return $reference;
}

function refund(string $reference, float $amount): void
{
    for ($tries = 0; $tries < 2 && order($reference)['refunded'] == 0; $tries++) {
        change(function (array &$book) use ($reference, $amount) {
            if (done(ask('/hosted-checkout/refund', ['merchantReference' => $reference, 'amount' => $amount]))) {
                $book[$reference]['refunded'] = $amount;
            } else {
                recoverIn($book, $reference);
            }
        });
    }
}

function cancel(string $reference): void
{
    for ($tries = 0; $tries < 2; $tries++) {
        $answer = change(function (array &$book) use ($reference) {
            $answer = ask('/hosted-checkout/void', ['merchantReference' => $reference]);
            if (done($answer)) {
                $book[$reference]['refunded'] = $book[$reference]['paid'];
            } else {
                recoverIn($book, $reference);
            }
            return $answer;
        });
        if (order($reference)['refunded'] != 0) {
            return;
        }
        if (isset($answer['responseCode'])) {
            break;
        }
    }
    refund($reference, (float) order($reference)['paid']); // Too late for a void: what is settled is refunded.
}

function isGenuine(array $fields): bool
{
    $signature = base64_decode((string) ($fields['signature'] ?? ''));
    unset($fields['signature']);
    $pairs = array_map(fn ($key, $value) => "$key=$value", array_keys($fields), $fields);
    sort($pairs, SORT_STRING);
    $key = file_get_contents((string) getenv('PAYMENT_SANDBOX_PUBLIC_KEY_FILE'));
    return openssl_verify(implode('&', $pairs), $signature, $key, OPENSSL_ALGO_SHA256) === 1;
}

/** True for what the service signed about an order of ours; a notice is a hint, the query is what counts. */
function takeNotice(?array $fields): bool
{
    $reference = (string) ($fields['merchantReference'] ?? '');
    $order = $fields === null ? null : order($reference);
    if ($order === null || !isGenuine($fields) || (float) $fields['amount'] !== (float) $order['amount']) {
        return false;
    }
    return $order['paid'] > 0 || recover($reference) === true;
}

// Under a web server this file is the endpoint. A shopper who is back proves nothing: anybody can open that address.
if (PHP_SAPI !== 'cli') {
    $isRight = $_SERVER['REQUEST_METHOD'] === 'GET' || takeNotice(json_decode((string) file_get_contents('php://input'), true));
    http_response_code($isRight ? 200 : 400);
    exit($isRight ? 'OK' : 'refused');
}

/** What is paid leaves, once. What was given back in full stays here. */
function deliver(): void
{
    change(function (array &$book) {
        foreach ($book as &$order) {
            if ($order['paid'] > $order['refunded'] && $order['effects']['shipped'] === 0) {
                $order['effects']['shipped']++;
            }
        }
    });
}

/** Runs this file under PHP's own web server on a free port of the loopback. */
function listen(): mixed
{
    $probe = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($probe, false);
    fclose($probe);
    putenv("SHOP_ADDRESS=http://$address");
    $quiet = ['file', getenv('SHOP_BOOK') . '.log', 'w'];
    $server = proc_open([PHP_BINARY, '-S', $address, __FILE__], [1 => $quiet, 2 => $quiet], $pipes, null, getenv());
    for ($until = microtime(true) + 10; !@stream_socket_client("tcp://$address") && microtime(true) < $until;) {
        usleep(5_000);
    }
    return $server;
}

putenv('SHOP_BOOK=' . tempnam(sys_get_temp_dir(), 'shop'));
$server = listen();
try {
    sell('tea', 88.0);
    $mug = sellOnPage('mug', 120.5);
    if (order($mug)['paid'] > 0) {
        refund($mug, 20.5);
    }
    $pot = sell('pot', 35.25);
    if (order($pot)['paid'] > 0) {
        cancel($pot);
    }
    deliver();
    // What is on its way falls due: a test can move the sandbox's clock, where a real shop stays open for days.
    send('PUT', '/_sandbox/clock', ['action' => 'run-until-idle']);
    deliver();
    $shown = array_flip(['paid', 'refunded', 'cart', 'user', 'effects']);
    $beliefs = json_encode(array_map(fn ($order) => array_intersect_key($order, $shown), change(fn (array &$book) => $book)));
    $file = getenv('PAYMENT_SANDBOX_BELIEFS_FILE');
    $file ? file_put_contents($file, $beliefs) : print($beliefs . "\n");
} finally {
    proc_terminate($server);
    proc_close($server);
    array_map('unlink', glob(getenv('SHOP_BOOK') . '*') ?: []);
}
