<?php
// The request text on stdin → the envelope to post.
$request = trim(stream_get_contents(STDIN));
$privateKey = file_get_contents(getenv('PAYMENT_SANDBOX_PRIVATE_KEY_FILE') ?: throw new Exception('PAYMENT_SANDBOX_PRIVATE_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env'));

openssl_sign($request, $signature, $privateKey, OPENSSL_ALGO_SHA256);
echo json_encode(['request' => $request, 'signature' => base64_encode($signature)]), "\n";
