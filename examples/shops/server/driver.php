<?php
// Buys two carts at the shop, one after the other, as driver.mjs does: php driver.php. While the shop is down, it tries again.

function buy(string $cart, float $amount): void
{
    $http = ['method' => 'POST', 'content' => json_encode(['cart' => $cart, 'amount' => $amount]), 'ignore_errors' => true];
    for ($latest = time() + 30; time() < $latest; usleep(50_000)) {
        $http_response_header = null;
        @file_get_contents(getenv('SHOP_URL') . '/sell', false, stream_context_create(['http' => $http]));
        if ((int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 500) < 500) {
            return;
        }
    }
    throw new RuntimeException("$cart was not sold");
}

buy('tea', 88);
buy('mug', 120.5);
