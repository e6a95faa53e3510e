#!/usr/bin/env bash
# Symfony's RetryableHttpClient 5.4 (Debian 12), as it begins. A sale, a POST, that is answered 502 or 503 is sent four times, as one that is answered 423, 425 or 429: for these it doesn't ask for the
# method. A gateway answers 502 when the service took the sale and its answer was lost. After 500, 504 and a closed connection a POST is sent once.
# Safe: new GenericRetryStrategy([502 => GenericRetryStrategy::IDEMPOTENT_METHODS, 503 => GenericRetryStrategy::IDEMPOTENT_METHODS]), or HttpClient without it for sales.
# (The service is a stand-in on this machine that counts.) Needs Debian 12's php-cli, php-symfony-http-client and python3.
set -euo pipefail
[ -e /usr/share/php/Symfony/Component/HttpClient/autoload.php ] || { echo "needs Debian's packages php-cli, php-symfony-http-client and python3"; exit 1; }
folder=$(mktemp -d)
trap 'kill $service 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
cat >service.py <<'PY'
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

seen = {}


class Service(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        seen[self.path] = seen.get(self.path, 0) + 1
        if self.path == "/closed":
            self.close_connection = True
        else:
            self.answer(int(self.path[1:]), "{}")

    def do_GET(self):
        self.answer(200, str(seen.get(self.path, 0)))


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
with open("port", "w") as file:
    file.write(str(server.server_port))
print("up", flush=True)
server.serve_forever()
PY
mkfifo up
python3 service.py >up &
service=$!
read -r _ <up
cat >sell.php <<'PHP'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
use Symfony\Component\HttpClient\{HttpClient, RetryableHttpClient};
use Symfony\Component\HttpClient\Retry\GenericRetryStrategy;

$service = 'http://127.0.0.1:' . file_get_contents('port') . '/';
$codes = GenericRetryStrategy::DEFAULT_RETRY_STATUS_CODES;
$mended = [502 => GenericRetryStrategy::IDEMPOTENT_METHODS, 503 => GenericRetryStrategy::IDEMPOTENT_METHODS] + $codes;
foreach (['as it begins' => $codes, 'with methods' => $mended] as $name => $retried) {
    echo "$name:";
    foreach (['402', '429', '500', '502', '503', '504', 'closed'] as $answer) {
        $before = (int) file_get_contents($service . $answer);
        try {
            $client = new RetryableHttpClient(HttpClient::create(), new GenericRetryStrategy($retried, 1));
            $client->request('POST', $service . $answer, ['body' => 'amount=50.00'])->getStatusCode();
        } catch (Symfony\Contracts\HttpClient\Exception\ExceptionInterface) {
        }
        echo " $answer ", file_get_contents($service . $answer) - $before;
    }
    echo "\n";
}
PHP
php sell.php | tee seen
diff seen - <<'TEXT'
as it begins: 402 1 429 4 500 1 502 4 503 4 504 1 closed 1
with methods: 402 1 429 4 500 1 502 4 503 1 504 1 closed 1
TEXT
