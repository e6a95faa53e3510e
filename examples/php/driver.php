<?php
// Buys, pays and gives a part back, as shoppers and a clerk of shop.php do: php driver.php, for `judge --shop`. While the shop is down, it tries again.
declare(strict_types=1);

// The judge may ask for one of these (docs/conformance.md, "The driver's acts"). Leave out what your shop can't do.
const ACTS = ['refund-twice', 'refund-again', 'two-pages', 'jobs'];

/** The status, Location and body of an answer. Tries again for so many seconds while there is none. A content of null is a GET. */
function ask(string $url, ?string $content, string $type, int $seconds): array
{
    $http = ['method' => $content === null ? 'GET' : 'POST', 'header' => "Content-Type: $type", 'content' => (string) $content];
    $context = stream_context_create(['http' => $http + ['timeout' => 20, 'follow_location' => 0, 'ignore_errors' => true]]);
    for ($latest = time() + $seconds; ; usleep(250_000)) {
        $http_response_header = [];
        $body = (string) @file_get_contents($url, false, $context);
        $head = implode("\n", $http_response_header);
        $status = preg_match('~^HTTP/\S+ (\d+)~', $head, $found) ? (int) $found[1] : 500;
        if ($status < 500 || time() >= $latest) {
            return [$status, preg_match('~^Location: *(\S+)~im', $head, $found) ? $found[1] : '', $body];
        }
    }
}

/** At the shop. */
function post(string $path, array $form, int $seconds): array
{
    return ask(getenv('SHOP_URL') . $path, http_build_query($form), 'application/x-www-form-urlencoded', $seconds);
}

/** At the sandbox's control API. A body of null is a GET. */
function control(string $path, ?array $body = null): array
{
    [, , $json] = ask(getenv('PAYMENT_SANDBOX_URL') . "/_sandbox$path", $body === null ? null : json_encode($body), 'application/json', 10);
    return json_decode($json, true);
}

/** Pays as the shopper would, and waits: a refund must not come before the shop has handled the notification. In some runs none comes. */
function pay(int $id): void
{
    control("/orders/$id/simulate", ['action' => 'pay']);
    control('/wait', ['for' => 'notification', 'match' => ['orderId' => $id, 'state' => 'acknowledged'], 'timeoutMs' => 1000]);
}

/** The id of the order that the shop makes, or null. Your shop may take the amount from the form; then some runs sell for others. */
function order(string $cart, int $at): ?int
{
    $amount = json_decode(getenv('PAYMENT_SANDBOX_AMOUNTS') ?: '[]')[$at] ?? null;
    [$status, $checkoutUrl, $body] = post('/checkout', ['cart' => $cart, 'amount' => $amount], 20);
    // The address of the page holds the order's id, in base 36.
    if (preg_match('~/checkout/(\w+)~', $checkoutUrl, $page)) {
        return intval($page[1], 36);
    }
    fwrite(STDERR, "$cart was not sold: $status $body\n");
    return null;
}

function refund(string $reference, string $amount): void
{
    post('/refund', ['reference' => $reference, 'amount' => $amount], 10);
}

/** A second process of this file, for what happens at the same time. */
function beside(string ...$does): mixed
{
    return proc_open([PHP_BINARY, __FILE__, ...$does], [], $pipes);
}

function isAsked(string $act): bool
{
    return getenv('PAYMENT_SANDBOX_SHOPPER') === $act;
}

/** The acts that this driver can do, or the one that it did. */
function report(string ...$acts): void
{
    file_put_contents(getenv('PAYMENT_SANDBOX_SHOPPER_FILE'), implode("\n", $acts));
}

if (($argv[1] ?? '') === 'refund') {
    refund($argv[2], $argv[3]);
    exit;
}
if (($argv[1] ?? '') === 'cron') {
    for ($due = (string) getenv('PAYMENT_SANDBOX_JOBS_FILE'); ; usleep(50_000)) {
        clearstatcache();
        if (is_file($due)) {
            post('/job', [], 5);
            unlink($due);
        }
    }
}

if (isAsked('list')) {
    report(...ACTS);
}
register_shutdown_function('proc_terminate', beside('cron'));
$exitCode = 0;
foreach (['tea', 'coffee'] as $at => $cart) {
    $id = order($cart, $at);
    if ($id === null) {
        $exitCode = 1;
        continue;
    }
    if ($cart === 'tea' && isAsked('two-pages')) {
        pay(order($cart, $at) ?? $id);
        report('two-pages');
    }
    pay($id);
    ['merchantReference' => $reference, 'amount' => $amount] = control("/orders/$id")['order'];
    ask(getenv('SHOP_URL') . "/order?reference=$reference", null, 'text/html', 0);
    // Not the cart of two pages: what goes back could be for the second payment.
    if ($cart === 'coffee') {
        $part = number_format(max(0.01, $amount / 4), 2, '.', '');
        $clerk = isAsked('refund-twice') ? beside('refund', $reference, $part) : null;
        refund($reference, $part);
        if ($clerk) {
            proc_close($clerk);
            report('refund-twice');
        }
        if (isAsked('refund-again')) {
            refund($reference, $part);
            report('refund-again');
        }
    }
}
// As cron does.
post('/job', [], 5);
exit($exitCode);
