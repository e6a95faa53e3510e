<?php
// A whole shop in one file: php shop.php [reference]. PHP 8.0 or newer with openssl; no Composer, no curl.
// It creates an order, is notified, asks again to be sure, and gives the money back. See README.md.
// The web server runs the same file for /notify: see the end.
declare(strict_types=1);

const NOTIFY_OK = 'OK';
$baseUrl = (string) getenv('PAYMENT_SANDBOX_URL');
foreach (['PAYMENT_SANDBOX_URL', 'PAYMENT_SANDBOX_PRIVATE_KEY_FILE', 'PAYMENT_SANDBOX_PUBLIC_KEY_FILE'] as $name) {
    if ((string) getenv($name) === '') {
        fwrite(STDERR, "$name is not set: run it by npx payment-sandbox exec -- php examples/shop.php\n");
        exit(2);
    }
}

/** What the shop knows of its order: a row of your database. States: new, unpaid, paid, refunded, voided. */
$book = [
    'reference' => $argv[1] ?? setting('SHOP_REFERENCE', 'SHOP-1'),
    'amount' => round((float) setting('SHOP_AMOUNT', '100.00'), 2),
    'notified' => false,
    'state' => 'new',
    'paid' => 0, // In money; null while the shop does not know.
    'refunded' => 0,
];

function setting(string $name, string $default): string
{
    $value = getenv($name);
    return $value === false || $value === '' ? $default : $value;
}

// --- The payment service ---------------------------------------------------------------------

/** Throws where no answer can be read: then nobody knows what happened. */
function post(string $path, array $body): array
{
    global $baseUrl;
    $options = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => json_encode($body),
        'timeout' => (int) setting('SHOP_TIMEOUT_MS', '20000') / 1000, 'ignore_errors' => true];
    $text = @file_get_contents($baseUrl . $path, false, stream_context_create(['http' => $options]));
    $answer = json_decode((string) $text, true);
    return is_array($answer) ? $answer : throw new RuntimeException("no answer from $path");
}

/** Signs exactly the text that is sent: json_encode writes "/" as "\/", and so it is signed. */
function call(string $path, array $parameters): array
{
    $request = json_encode(['merchantId' => getenv('PAYMENT_SANDBOX_MERCHANT_ID')] + $parameters);
    $key = file_get_contents((string) getenv('PAYMENT_SANDBOX_PRIVATE_KEY_FILE'));
    openssl_sign($request, $signature, $key, OPENSSL_ALGO_SHA256);
    return post($path, ['request' => $request, 'signature' => base64_encode($signature)]);
}

/** Refusals come with HTTP 200 too. Only this code means that it was done; a refund has no message at all. */
function done(array $answer): bool
{
    return ($answer['responseCode'] ?? null) === '0000';
}

function create(array $book, string $notify): array
{
    return call('/hosted-checkout/create', [
        'amount' => $book['amount'],
        'merchantReference' => $book['reference'],
        'callbackUrl' => ['notify' => $notify],
        'lineItems' => [['quantity' => 1, 'priceData' => ['name' => 'Tea', 'unitAmount' => $book['amount']]]],
    ]);
}

function refund(array $book): array
{
    return call('/hosted-checkout/refund', ['merchantReference' => $book['reference'], 'amount' => $book['amount']]);
}

function cancel(array $book): array
{
    return call('/hosted-checkout/void', ['merchantReference' => $book['reference']]);
}

/** A query changes nothing, so it may be repeated until it is answered; a refused one tells nothing. */
function query(array $book, int $tries = 3): array
{
    try {
        $answer = call('/hosted-checkout/query', ['merchantReference' => $book['reference']]);
        if (done($answer) || $tries === 1) {
            return $answer['order'] ?? [];
        }
    } catch (RuntimeException $lost) {
        if ($tries === 1) {
            throw $lost;
        }
    }
    return query($book, $tries - 1);
}

const STATES = ['SUCCESS' => 'paid', 'SETTLED' => 'paid', 'REFUNDED' => 'refunded', 'VOIDED' => 'voided'];

/** Writes down what a query answered. */
function learn(array &$book, array $order): void
{
    if (!isset($order['status'])) {
        return;
    }
    $state = STATES[$order['status']] ?? 'unpaid';
    $money = $state === 'unpaid'
        ? ['paid' => 0]
        : ['paid' => $order['amount'], 'refunded' => $order['amount'] - $order['netAmount']];
    $book = array_merge($book, ['state' => $state], $money);
}

// --- The notify endpoint ---------------------------------------------------------------------

function isGenuine(array $fields): bool
{
    $signature = base64_decode((string) ($fields['signature'] ?? ''));
    unset($fields['signature']);
    $pairs = array_map(fn ($key, $value) => "$key=$value", array_keys($fields), $fields);
    sort($pairs, SORT_STRING);
    $key = file_get_contents((string) getenv('PAYMENT_SANDBOX_PUBLIC_KEY_FILE'));
    return openssl_verify(implode('&', $pairs), $signature, $key, OPENSSL_ALGO_SHA256) === 1;
}

/** May run twice for one order: a notification is sent again until it was answered with OK. */
function takeNotification(string $body, array $book): bool
{
    $fields = json_decode($body, true);
    return is_array($fields) && array_filter($fields, 'is_string') === $fields && isGenuine($fields)
        && ($fields['merchantReference'] ?? '') === $book['reference']
        && (float) ($fields['amount'] ?? 0) === $book['amount'];
}

// Under a web server this file is the endpoint; the two halves meet in a file, yours in the database.
if (PHP_SAPI !== 'cli') {
    $book['reference'] = setting('SHOP_REFERENCE', 'SHOP-1');
    $accepted = takeNotification((string) file_get_contents('php://input'), $book);
    if ($accepted) {
        touch((string) getenv('SHOP_NOTIFIED_FILE'));
    }
    http_response_code($accepted ? 200 : 400);
    exit($accepted ? NOTIFY_OK : 'refused');
}

/** Runs this file under PHP's own web server on a free port of the loopback. */
function listen(string $notifiedFile, array $book): array
{
    $probe = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($probe, false);
    fclose($probe);
    $quiet = ['file', $notifiedFile . '.log', 'w'];
    $environment = ['SHOP_NOTIFIED_FILE' => $notifiedFile, 'SHOP_REFERENCE' => $book['reference']] + getenv();
    $server = proc_open([PHP_BINARY, '-S', $address, __FILE__], [1 => $quiet, 2 => $quiet], $pipes, null, $environment);
    $until = microtime(true) + 10;
    while (!($tried = @stream_socket_client("tcp://$address")) && microtime(true) < $until) {
        usleep(10_000);
    }
    return $tried ? [$server, "http://$address/notify"] : throw new RuntimeException('the notify endpoint did not start');
}

function heard(string $notifiedFile): bool
{
    $until = microtime(true) + (int) setting('SHOP_WAIT_MS', '5000') / 1000;
    while (!file_exists($notifiedFile) && microtime(true) < $until) {
        usleep(10_000);
        clearstatcache();
    }
    return file_exists($notifiedFile);
}

// --- Giving the money back -------------------------------------------------------------------

/** A refusal is not the end: ask what is true, then try what can still work. */
function giveBack(array &$book, string $way): array
{
    $tries = [];
    for ($left = (int) setting('SHOP_TRIES', '2'); $left > 0; $left--) {
        $book['refunded'] = null;
        try {
            $answer = $way === 'void' ? cancel($book) : refund($book);
        } catch (RuntimeException $lost) {
            $answer = ['message' => $lost->getMessage()];
        }
        $tries[] = ['way' => $way, 'code' => $answer['responseCode'] ?? null, 'message' => $answer['message'] ?? null];
        $believed = getenv('SHOP_WRONG') === 'ignore-refusal'; // The mistake that this shop can be told to make.
        if (done($answer) || $believed) {
            $book = array_merge($book, ['state' => $way === 'void' ? 'voided' : 'refunded', 'refunded' => $book['amount']]);
        } else {
            learn($book, query($book));
        }
        if ($book['state'] !== 'paid') {
            break;
        }
        if (isset($answer['responseCode'])) {
            $way = 'refund'; // Too late for a void: what is settled is refunded.
        }
    }
    return $tries;
}

// --- One sale, start to end ------------------------------------------------------------------

$tries = [];
$said = $error = $server = null;
$notifiedFile = sys_get_temp_dir() . '/shop-' . bin2hex(random_bytes(8));
try {
    [$server, $notify] = listen($notifiedFile, $book);
    $created = create($book, $notify);
    if (!done($created)) {
        throw new RuntimeException('create refused: ' . ($created['responseCode'] ?? '') . ' ' . ($created['message'] ?? ''));
    }
    $book = array_merge($book, ['state' => 'unpaid', 'paid' => null]); // From here on the shopper can pay.
    // Here a real shop redirects the shopper to $created['checkoutUrl']. Ours pays without a browser.
    $simulated = post("/_sandbox/orders/{$created['order']['id']}/simulate", ['action' => 'pay']);
    $book['notified'] = heard($notifiedFile);
    // A notification may be late or lost; the query is what counts.
    learn($book, query($book));
    if ($book['state'] !== 'paid') {
        throw new RuntimeException('not paid: ' . json_encode($simulated));
    }
    $then = setting('SHOP_THEN', 'refund');
    if ($then !== 'none') {
        $tries = giveBack($book, $then);
    }
    $said = query($book)['status'] ?? null;
} catch (RuntimeException $problem) {
    $error = $problem->getMessage();
} finally {
    if ($server) {
        proc_terminate($server);
        proc_close($server);
    }
    array_map('unlink', glob($notifiedFile . '*') ?: []);
}

// What it believes in the end: `payment-sandbox judge` holds it against the books.
$beliefsFile = setting('PAYMENT_SANDBOX_BELIEFS_FILE', '');
if ($beliefsFile !== '') {
    file_put_contents($beliefsFile, json_encode([$book['reference'] => ['paid' => $book['paid'], 'refunded' => $book['refunded']]]));
}
$agreed = ['paid' => ['SUCCESS', 'SETTLED'], 'refunded' => ['REFUNDED'], 'voided' => ['VOIDED']][$book['state']] ?? [];
$consistent = $error === null && in_array($said, $agreed, true);
echo json_encode(['shop' => 'php'] + $book + ['tries' => $tries, 'status' => $said, 'consistent' => $consistent, 'error' => $error]), "\n";
// A shop that ignores refusals sees nothing wrong, so it ends well; the sandbox's expectations tell.
exit($consistent || (getenv('SHOP_WRONG') && $tries) ? 0 : 1);
