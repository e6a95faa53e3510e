<?php
// Buys, pays and gives a part back, as a shopper and a clerk of shop.php do: php driver.php, for `judge --shop`. While the shop is down, it tries again.
declare(strict_types=1);

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

$exitCode = 0;
foreach (['tea', 'coffee'] as $cart) {
    [$status, $checkoutUrl, $body] = post('/checkout', ['cart' => $cart], 20);
    // The address of the page holds the order's id, in base 36.
    if (!preg_match('~/checkout/(\w+)~', $checkoutUrl, $page)) {
        fwrite(STDERR, "$cart was not sold: $status $body\n");
        $exitCode = 1;
        continue;
    }
    $id = intval($page[1], 36);
    $reference = control("/orders/$id")['order']['merchantReference'];
    // This counts as the shopper's payment on the page.
    control("/orders/$id/simulate", ['action' => 'pay']);
    // The refund must not come before the shop has handled the notification. In some runs none comes.
    control('/wait', ['for' => 'notification', 'match' => ['orderId' => $id, 'state' => 'acknowledged'], 'timeoutMs' => 1000]);
    ask(getenv('SHOP_URL') . "/order?reference=$reference", null, 'text/html', 0);
    if ($cart === 'tea') {
        post('/refund', ['reference' => $reference, 'amount' => '5.50'], 10);
    }
}
// As cron does.
post('/job', [], 5);
exit($exitCode);
