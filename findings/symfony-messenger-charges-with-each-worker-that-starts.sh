#!/usr/bin/env bash
# Symfony's Messenger 5.4.53 on Redis (Debian 12's php-symfony-redis-messenger, with php-redis 5.3.7), and on Doctrine. All workers are called "consumer", so a worker that starts takes the job that another one is doing: one charge is made by each
# worker that starts in its time, as by messenger:consume --time-limit under a supervisor. An idle worker looks once in claim_interval, a minute, and takes it as well.
# If a handler returns what can't be serialized, such as HttpClient's response, and another handler of the message fails, the worker ends with an exception, and each new one charges again, without a limit.
# Without that the handler that was done isn't run again: three retries of the mail make one charge.
# Safe: consumer=%env(HOSTNAME)% or the like, a name for each process; handlers that return nothing; one message for each effect.
set -euo pipefail
php -r 'exit((int) !(extension_loaded("redis") && is_file("/usr/share/php/Symfony/Component/Messenger/Bridge/Redis/autoload.php") && is_file("/usr/share/php/Symfony/Component/Messenger/Bridge/Doctrine/autoload.php") && is_file("/usr/share/php/Symfony/Component/EventDispatcher/autoload.php") && is_file("/usr/share/php/Symfony/Component/HttpClient/autoload.php")));' && command -v redis-server >/dev/null ||
  { echo "needs Debian's packages redis-server, php-symfony-event-dispatcher, php-symfony-redis-messenger, php-symfony-doctrine-messenger, php-sqlite3 and php-symfony-http-client"; exit 1; }
folder=$(mktemp -d)
cleanup() { kill ${redis:-} 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
redis-server --port 0 --unixsocket "$folder/redis" --save '' >/dev/null & redis=$!
for tries in $(seq 100); do [ -S redis ] && break || sleep 0.1; done
cat >shop.php <<'PHP'
<?php
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
foreach (['Symfony/Component/Messenger', 'Symfony/Component/Messenger/Bridge/Redis', 'Symfony/Component/Messenger/Bridge/Doctrine', 'Symfony/Component/EventDispatcher', 'Symfony/Component/HttpClient', 'Doctrine/DBAL'] as $part) require_once "/usr/share/php/$part/autoload.php";
use Doctrine\DBAL\DriverManager;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpClient\MockHttpClient;
use Symfony\Component\HttpClient\Response\MockResponse;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\Connection as Doctrine;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\DoctrineTransport;
use Symfony\Component\Messenger\Bridge\Redis\Transport\Connection;
use Symfony\Component\Messenger\Bridge\Redis\Transport\RedisTransport;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\EventListener\SendFailedMessageForRetryListener;
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;
use Symfony\Component\Messenger\Retry\MultiplierRetryStrategy;
use Symfony\Component\Messenger\Worker;

final class Pay { public $order; public function __construct(string $order) { $this->order = $order; } }
final class Services implements Psr\Container\ContainerInterface {
    private $one;
    public function __construct($one) { $this->one = $one; }
    public function get(string $id) { return $this->one; }
    public function has(string $id): bool { return true; }
}
[, $what, $queue, $options] = $argv;
$redis = new Redis();
$redis->connect(__DIR__ . '/redis');
$connection = new Connection(['stream' => $queue] + json_decode($options ?: '{}', true), ['host' => __DIR__ . '/redis', 'port' => 0], ['lazy' => true], $redis);
$transport = new RedisTransport($connection);
if ($queue === 'doctrine') {
    $database = DriverManager::getConnection(['url' => 'sqlite:///' . __DIR__ . '/shop.db']);
    $transport = new DoctrineTransport(new Doctrine(json_decode($options, true) + ['table_name' => 'messages', 'queue_name' => 'default', 'auto_setup' => true], $database), new PhpSerializer());
}
if ($what === 'send') foreach (array_slice($argv, 4) as $order) $transport->send(new Envelope(new Pay($order)));
if ($what !== 'work') exit;
[, , , , $kind, $seconds] = $argv;
final class Charge {
    public function __invoke(Pay $pay) {
        [, , $queue, , $kind] = $GLOBALS['argv'];
        file_put_contents("$queue.charges", "$pay->order\n", FILE_APPEND);
        if ($kind === 'slow') sleep(3);
        if ($kind === 'declined') throw new RuntimeException('declined');
        if ($kind === 'response') return (new MockHttpClient([new MockResponse('{}')]))->request('POST', 'http://payments.test/');
    }
}
final class Mail {
    public function __invoke(Pay $pay) { if (in_array($GLOBALS['argv'][4], ['mail', 'response'])) throw new RuntimeException('no mail server'); }
}
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Pay::class => [new Charge(), new Mail()]]))]);
$events = new EventDispatcher();
$events->addSubscriber(new SendFailedMessageForRetryListener(new Services($transport), new Services(new MultiplierRetryStrategy(3, 100, 1))));
$end = microtime(true) + $seconds;
$events->addListener(WorkerRunningEvent::class, function ($event) use ($end) { if (microtime(true) > $end) $event->getWorker()->stop(); });
try { (new Worker(['queue' => $transport], $bus, $events))->run(['sleep' => 50000]); } catch (Throwable $error) { file_put_contents("$queue.errors", get_class($error) . "\n", FILE_APPEND); exit(1); }
PHP
charges() { echo "$1: $(sort "$2.charges" | uniq -c | awk '{print $2 " " $1}' | paste -sd, | sed 's/,/, /g')"; }
a='{"consumer":"a"}' b='{"consumer":"b"}'
{
  php shop.php send started '' A-1
  php shop.php work started '' slow 4 & sleep 1
  php shop.php work started '' slow 4 & sleep 1
  php shop.php work started '' slow 4 & wait %2 %3 %4 2>/dev/null || true
  charges "two workers start while one charges" started
  php shop.php work idle '{"claim_interval":500}' slow 6 & php shop.php work idle '{"claim_interval":500}' slow 6 & sleep 1
  php shop.php send idle '' A-1
  sleep 7
  charges "an idle worker looks again" idle
  php shop.php send named '' A-1
  php shop.php work named "$a" slow 4 & sleep 1
  php shop.php work named "$b" slow 4 & sleep 4
  charges "the same with names" named
  php shop.php send killed '' A-1
  php shop.php work killed '' slow 4 & sleep 1
  kill -9 %% 2>/dev/null
  wait %% 2>/dev/null || true
  php shop.php work killed '' fine 1
  charges "a worker is killed, a new one starts" killed
  php shop.php send doctrine '{"redeliver_timeout":2}' A-1
  php shop.php work doctrine '{"redeliver_timeout":2}' slow 4 & sleep 1
  php shop.php work doctrine '{"redeliver_timeout":2}' slow 4
  charges "on Doctrine, a charge that takes longer than redeliver_timeout" doctrine
  php shop.php send declined '' A-1
  php shop.php work declined '' declined 3
  charges "a declined card" declined
  php shop.php send mail '' A-1
  php shop.php work mail '' mail 3
  charges "no mail server" mail
  php shop.php send response '' A-1
  for worker in 1 2 3 4 5 6; do php shop.php work response '' response 1 || true; done
  charges "no mail server, and the charge returns a response, six workers" response
  sort response.errors | uniq -c | awk '{print "  each ends with " $2}'
} | tee seen
diff seen - <<'TEXT'
two workers start while one charges: A-1 3
an idle worker looks again: A-1 2
the same with names: A-1 1
a worker is killed, a new one starts: A-1 2
on Doctrine, a charge that takes longer than redeliver_timeout: A-1 2
a declined card: A-1 4
no mail server: A-1 1
no mail server, and the charge returns a response, six workers: A-1 6
  each ends with BadMethodCallException
TEXT
