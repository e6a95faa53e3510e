<?php
// PHP's curl extension, one handle for all calls.
$handle = curl_init();
foreach (array_chunk(array_slice($argv, 1), 2) as [$url, $file]) {
    curl_setopt_array($handle, [
        CURLOPT_URL => $url,
        CURLOPT_POSTFIELDS => file_get_contents($file),
        CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FORBID_REUSE => (bool) getenv('NEVER_AGAIN'),
    ]);
    $text = curl_exec($handle);
    echo $text === false ? 'lost' : str_replace("\n", ' ', $text), "\n";
}
