<?php
// Buys two carts on hosted pages: php driver-on-page.php. The control API pays, as the shopper would. While the shop is down, it tries again.

/** The answer, or null if there is none. If the shop redirects to the checkoutUrl: that address holds the order's id, in base 36. */
function post(string $url, array $body): ?array
{
    $http = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => json_encode($body), 'timeout' => 20];
    $http_response_header = [];
    $text = @file_get_contents($url, false, stream_context_create(['http' => $http + ['follow_location' => 0]]));
    if (preg_match('~^Location:.*/checkout/(\w+)~im', implode("\n", $http_response_header), $page)) {
        return ['orderId' => intval($page[1], 36)];
    }
    return $text === false ? null : json_decode($text, true);
}

[$shop, $control] = [getenv('SHOP_URL'), getenv('PAYMENT_SANDBOX_URL') . '/_sandbox'];
foreach (['tea' => 88, 'mug' => 120.5] as $cart => $amount) {
    $order = null;
    for ($latest = time() + 10; $order === null; usleep(50_000)) {
        if (time() > $latest) {
            throw new RuntimeException("$cart was not sold");
        }
        $order = post("$shop/checkout", ['cart' => $cart, 'amount' => $amount, 'success' => "$shop/returned"]);
    }
    $id = $order['orderId'];
    post("$control/orders/$id/simulate", ['action' => 'pay']);
    // Your refund must not come before the shop has handled the notification. In some runs none comes.
    post("$control/wait", ['for' => 'notification', 'match' => ['orderId' => $id, 'state' => 'acknowledged'], 'timeoutMs' => 1000]);
}
