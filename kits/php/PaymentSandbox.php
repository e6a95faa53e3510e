<?php
// Tests of a shop against payment-sandbox: one file, PHP 8.0 or newer with openssl, PHPUnit 9 or newer.
//
//     final class RefundTest extends PHPUnit\Framework\TestCase
//     {
//         use PaymentSandbox\UsesSandbox;              // $this->lane: a new world for each test
//
//         public function testARefusalKeepsTheOrderPaid(): void
//         {
//             $this->lane->force('insufficient-unsettled-balance', ['operation' => '*/refund'], times: 1);
//             $shop = new Shop($this->lane->environment());     // or new Shop(baseUrl: $this->lane->url)
//             ...
//
// PAYMENT_SANDBOX_URL names a sandbox that runs already. Without it one is started on a free port for this process (each
// worker of paratest gets its own) by PAYMENT_SANDBOX_COMMAND, else `payment-sandbox`, else `npx payment-sandbox`.
declare(strict_types=1);

namespace PaymentSandbox;

const DEMO_MERCHANT = 3;
const START_SECONDS = 60;
/** How many of the last refused calls of a failed test are explained, after the first one. */
const EXPLAINED = 3;
/** What `exec` sets, and the member of the ready file that says it. PAYMENT_SANDBOX_URL is the lane's. */
const SETTINGS = [
    'PAYMENT_SANDBOX_MERCHANT_ID' => 'merchantId',
    'PAYMENT_SANDBOX_PRIVATE_KEY_FILE' => 'privateKeyFile',
    'PAYMENT_SANDBOX_PUBLIC_KEY_FILE' => 'publicKeyFile',
    'PAYMENT_SANDBOX_CA_FILE' => 'caFile',
];
/** Where the job's own sandbox keeps its lanes. One that the kit starts keeps nothing. */
const KEPT = ['PAYMENT_SANDBOX_STORE', 'PAYMENT_SANDBOX_DATA_DIR'];
/** Calls of the control API that a refusal or a vain wait names, and the method of a lane that does the same. */
const METHODS = [
    '~by (\w+) with PUT /_sandbox/clock~' => 'with $lane->advance(\'$1\')',
    '~POST /_sandbox/orders/(\w+)/simulate~' => '$lane->pay($1)',
    '~POST /_sandbox/card-entries/\w+/simulate {.*?}~' => '$lane->saveCard($page)',
    '~GET /_sandbox/orders/(\w+)~' => '$lane->order($1)',
    '~POST /_sandbox/notifications/(\w+)/(resend|release)~' => '$lane->$2($1)',
];
const STARTED = 'started a sandbox at %s for this process: PAYMENT_SANDBOX_URL names none.';
const NO_KEYS = 'PAYMENT_SANDBOX_URL is set without PAYMENT_SANDBOX_PRIVATE_KEY_FILE, so environment() has no key: environment=$(payment-sandbox env) && eval "$environment" sets both.';
const NOT_FOUND = 'If it is not installed here: export PATH=/path/to/payment-sandbox/node_modules/.bin:$PATH';

/** The sandbox refused a call of the control API, or could not be started. Says what, and how to mend it. */
class SandboxError extends \RuntimeException
{
}

/**
 * What was waited for did not happen. `facts` is the answer of the control API: code, message, fix, and `nearest`, the list of
 * the at most three orders, notifications or requests that came nearest, each as `orders()`, `notifications()` or `requests()`
 * gives it.
 */
final class WaitedInVain extends SandboxError
{
    public function __construct(string $message, public array $facts)
    {
        parent::__construct($message);
    }
}

/** A running sandbox. */
final class Sandbox
{
    private static ?self $shared = null;
    private static int $lanes = 0;

    /** Signs as the demo merchant; null if the sandbox doesn't say where the key is. */
    public ?string $privateKeyFile;
    /** The merchant and its key files: of a sandbox that was started, else as the environment has them. */
    private array $settings;
    /** What the names of new lanes begin with. */
    private string $prefix;

    /** @param resource|null $process what this object started, and ends */
    private function __construct(
        public string $url,
        private mixed $process = null,
        private int $pid = 0,
        ?array $facts = null,
    ) {
        // The address may be a lane's, as `env --lane` names it. New lanes are beside that one, and their names begin with its
        // own, so that a team's token opens them, too.
        [$this->url, $lane] = explode('/lane/', rtrim($url, '/')) + [1 => ''];
        $this->prefix = ($lane === '' ? '' : "$lane-") . 'php-';
        foreach (SETTINGS as $name => $member) {
            $found[$name] = $facts === null ? getenv($name) : $facts[$member] ?? null;
        }
        $this->settings = array_map('strval', array_filter($found)) + ['PAYMENT_SANDBOX_MERCHANT_ID' => (string) DEMO_MERCHANT];
        $this->privateKeyFile = $this->settings['PAYMENT_SANDBOX_PRIVATE_KEY_FILE'] ?? null;
    }

    /** The sandbox of this process: found or started at the first call, ended with the process. */
    public static function shared(): self
    {
        if (self::$shared === null) {
            $url = getenv('PAYMENT_SANDBOX_URL');
            if (is_string($url) && $url !== '' && !preg_match('~^https?://[^/]~', $url)) {
                throw new SandboxError("PAYMENT_SANDBOX_URL: expected an address such as http://localhost:4655, found \"$url\"");
            }
            $isNamed = is_string($url) && $url !== '';
            self::$shared = $isNamed ? new self($url) : self::start();
            $said = $isNamed ? (self::$shared->privateKeyFile === null ? NO_KEYS : null) : sprintf(STARTED, self::$shared->url);
            // PHPUnit fails a test of a process of its own that writes to stderr.
            if ($said !== null && !function_exists('__phpunit_run_isolated_test')) {
                error_log("payment-sandbox: $said");
            }
        }
        return self::$shared;
    }

    /** Starts one on a free port with these options of `start`. It has the same seed each time and refuses wrong signatures. */
    public static function start(string ...$options): self
    {
        $own = self::command();
        if (!self::isRunnable($own[0])) {
            throw new SandboxError("$own[0] can't be run. Does PAYMENT_SANDBOX_COMMAND name it right?");
        }
        $folder = sys_get_temp_dir() . '/payment-sandbox-' . bin2hex(random_bytes(6));
        mkdir($folder, 0700);
        $ready = "$folder/ready.json";
        $log = "$folder/log";
        $command = [...$own, 'start', '--port', '0', '--seed', '1', '--signature', 'enforce',
            '--ready-file', $ready, ...$options];
        $env = array_diff_key(getenv(), array_flip(KEPT));
        $process = @proc_open($command, [['pipe', 'r'], ['file', $log, 'a'], ['file', $log, 'a']], $pipes, null, $env);
        if ($process === false) {
            throw new SandboxError("$own[0] can't be run. Does PAYMENT_SANDBOX_COMMAND name it right?");
        }
        try {
            $facts = self::whenReady($process, $ready, $log);
        } catch (\Throwable $error) {
            proc_terminate($process);
            proc_close($process);
            throw $error;
        } finally {
            array_map('unlink', glob("$folder/*") ?: []);
            rmdir($folder);
        }
        $sandbox = new self($facts['url'], $process, $facts['pid'], $facts);
        register_shutdown_function([$sandbox, 'stop']);
        return $sandbox;
    }

    /** An isolated world: its own orders, clock and rules. Without a name it is a new one. */
    public function lane(?string $name = null): Lane
    {
        $name ??= sprintf('%s%s-%d', $this->prefix, bin2hex(random_bytes(4)), ++self::$lanes);
        Http::json('POST', "$this->url/_sandbox/lanes", ['name' => $name]);
        // A failed test leaves its lane in a sandbox that outlives the tests. Nobody looks into the runs of judge.
        $staysIfFailed = $this->process === null && !getenv('PAYMENT_SANDBOX_BELIEFS_FILE');
        return new Lane($name, "$this->url/lane/$name", $this->settings, $staysIfFailed);
    }

    /** Ends the sandbox if this object started it. */
    public function stop(): void
    {
        if ($this->process === null) {
            return;
        }
        // The sandbox itself is told: npx may not pass the signal on.
        function_exists('posix_kill') ? posix_kill($this->pid, 15) : proc_terminate($this->process);
        proc_close($this->process);
        $this->process = null;
    }

    private static function command(): array
    {
        $given = getenv('PAYMENT_SANDBOX_COMMAND');
        if (is_string($given) && $given !== '') {
            return str_getcsv($given, ' ', '"', '');
        }
        foreach ([['payment-sandbox'], ['npx', '--no-install', 'payment-sandbox']] as $command) {
            if (($found = self::onPath($command[0])) !== null) {
                return [$found, ...array_slice($command, 1)];
            }
        }
        throw new SandboxError('no payment-sandbox on the path. ' . NOT_FOUND);
    }

    /** A path, or a name on the PATH. Windows has endings of its own, so it is not asked there. */
    private static function isRunnable(string $program): bool
    {
        if (PHP_OS_FAMILY === 'Windows') {
            return true;
        }
        return str_contains($program, '/') ? is_executable($program) : self::onPath($program) !== null;
    }

    private static function onPath(string $name): ?string
    {
        foreach (explode(PATH_SEPARATOR, (string) getenv('PATH')) as $folder) {
            foreach (PHP_OS_FAMILY === 'Windows' ? ['.cmd', '.exe'] : [''] as $ending) {
                $file = $folder . DIRECTORY_SEPARATOR . $name . $ending;
                if (is_file($file) && is_executable($file)) {
                    return $file;
                }
            }
        }
        return null;
    }

    private static function whenReady(mixed $process, string $ready, string $log): array
    {
        $until = microtime(true) + START_SECONDS;
        while (!file_exists($ready)) {
            $runs = proc_get_status($process)['running'];
            if (!$runs || microtime(true) > $until) {
                $why = $runs ? 'was not ready in ' . START_SECONDS . ' s' : 'ended';
                $said = substr((string) file_get_contents($log), -2000);
                throw new SandboxError("the sandbox $why. " . NOT_FOUND . " It said:\n$said");
            }
            usleep(20_000);
            clearstatcache();
        }
        return json_decode((string) file_get_contents($ready), true, flags: JSON_THROW_ON_ERROR);
    }
}

/** One lane. `url` is the base_url for the shop under test; the methods are the control API. */
final class Lane
{
    private bool $hasThrown = false;
    private bool $hasLoaded = false;

    public function __construct(
        public string $name,
        public string $url,
        private array $settings = [],
        public bool $staysIfFailed = false,
    ) {
    }

    /**
     * The variables that `exec` sets, for the shop under test: this lane's address, the merchant's id, the key files.
     * For this process: `foreach ($lane->environment() as $name => $value) putenv("$name=$value");`
     */
    public function environment(): array
    {
        return ['PAYMENT_SANDBOX_URL' => $this->url] + $this->settings;
    }

    // The payment API, as a shop calls it.

    /** The envelope {request, signature} of these parameters, signed by the demo merchant (3, if none is named). */
    public function sign(array $params): array
    {
        return $this->control('POST', '/sign', ['params' => $params + ['merchantId' => DEMO_MERCHANT]]);
    }

    /** Sends a signed call: call('hosted-checkout/query', merchantReference: 'A-1'), or with an array of parameters. */
    public function call(string $path, array $params = [], mixed ...$named): array
    {
        return Http::json('POST', $this->url . '/' . trim($path, '/'), $this->sign($named + $params));
    }

    /** True if the service signed this notification: all its fields with the signature, or the body as it came. */
    public function isGenuine(array|string $fields): bool
    {
        if (is_array($fields) && !isset($fields['signature'])) {
            throw new \InvalidArgumentException('isGenuine takes a notification, as an array with its signature or its body, '
                . "such as ['attempts'][0]['request'] of one of notifications()");
        }
        $fields = is_string($fields) ? json_decode($fields, true) : $fields;
        if (!is_array($fields)) {
            return false;
        }
        $signature = base64_decode((string) ($fields['signature'] ?? ''), true);
        unset($fields['signature']);
        $pairs = array_map(fn ($key, $value) => "$key=$value", array_keys($fields), $fields);
        sort($pairs, SORT_STRING);
        $key = $this->control('GET', '/keys')['notificationPublicKey'];
        return $signature !== false && openssl_verify(implode('&', $pairs), $signature, $key, OPENSSL_ALGO_SHA256) === 1;
    }

    // Outcomes.

    /** Puts a rule in. `then` is an outcome's name or an array; `when` are the conditions. */
    public function force(string|array $then, array $when = [], ?int $times = null, mixed ...$named): array
    {
        $rule = ['when' => (object) ($named + $when), 'then' => self::then($then)];
        return $this->control('POST', '/rules', $times === null ? $rule : $rule + ['times' => $times]);
    }

    /** The very next call gets this, of any operation. For one operation: `force` with `times: 1`. */
    public function next(string|array $then): array
    {
        return $this->control('POST', '/next', self::then($then));
    }

    /** Chooses for assumptions until a reset, such as ['duplicate-reference' => 'free-after-closed']. */
    public function assume(array $choices): array
    {
        return $this->control('PUT', '/assumptions', $choices);
    }

    /**
     * Applies a scenario: a name of the catalogue, the path of a file, or a whole document. A text with a `/`, or ending in
     * .yaml, .yml or .json, is a path.
     */
    public function load(string|array $scenario): array
    {
        $this->hasLoaded = true;
        if (is_string($scenario) && preg_match('~[/\\\\]|\.(ya?ml|json)$~', $scenario)) {
            $text = is_file($scenario) ? file_get_contents($scenario) : false;
            if ($text === false) {
                $where = preg_match('~^([/\\\\]|[A-Za-z]:)~', $scenario) ? '' : ' (looked in ' . getcwd() . ')';
                throw new SandboxError("the scenario $scenario cannot be read: there is no such file$where");
            }
            return $this->control('PUT', '/scenario', $text, ['file' => $scenario]);
        }
        return $this->control('PUT', '/scenario', is_string($scenario) ? ['name' => $scenario] : $scenario);
    }

    // The shopper.

    /** Pays an order as the shopper would, with no browser: by its id, merchantReference or checkoutUrl. `how`: card, method. */
    public function pay(string|int $orderId, array $how = [], mixed ...$named): array
    {
        return $this->simulate($orderId, 'pay', $named + $how);
    }

    /** `action`: pay, decline, cancel, expire or settle. */
    public function simulate(string|int $orderId, string $action, array $how = [], mixed ...$named): array
    {
        $id = self::named($orderId);
        return $this->control('POST', "/orders/$id/simulate", ['action' => $action] + $named + $how)['order'];
    }

    /**
     * Saves a card on the page that add-token answered (its checkoutUrl), as the shopper would. `how`: card, expiryDate.
     * Throws if a rule or the card declines. A test that wants that gives 'action' => 'decline'.
     */
    public function saveCard(string|int $page, array $how = [], mixed ...$named): array
    {
        $id = self::named($page);
        $body = $named + $how + ['action' => 'save'];
        $done = $this->control('POST', "/card-entries/$id/simulate", $body);
        if ($body['action'] === 'save' && !isset($done['cardEntry']['tokenId'])) {
            throw new SandboxError('saveCard: the card is declined (' . end($done['charges'])['declined'] . '), and none is saved');
        }
        return $done['cardEntry'];
    }

    /** An id, a merchantReference or a page's address, for a path. */
    private static function named(string|int $what): string
    {
        // Without strict types, false is 0.
        if ($what === '' || $what === 0) {
            throw new SandboxError('expected an id, a merchantReference or a checkoutUrl, found ' . json_encode($what) . ': was the call refused that returns it?');
        }
        // Encoded twice: some proxies make slashes of %2F.
        return str_replace('%2F', '%252F', rawurlencode((string) $what));
    }

    // What happened.

    public function orders(array $filters = [], mixed ...$named): array
    {
        return $this->control('GET', '/orders', query: $named + $filters)['orders'];
    }

    /** The order of this id or merchantReference, with its transactions, ledger lines, notifications and timeline. */
    public function order(string|int $id): array
    {
        return $this->control('GET', '/orders/' . self::named($id));
    }

    public function requests(array $filters = [], mixed ...$named): array
    {
        return $this->control('GET', '/requests', query: $named + $filters)['requests'];
    }

    public function notifications(array $filters = [], mixed ...$named): array
    {
        return $this->control('GET', '/notifications', query: $named + $filters)['notifications'];
    }

    /**
     * The first and the latest calls that were refused, declined or cut, each with its reason, as `why` says it. Without any call
     * it says so. An empty text if all calls went well, or if a method of this lane ended the test before.
     */
    public function refusals(): string
    {
        $calls = $this->requests(['limit' => 1000]);
        if ($calls === []) {
            return $this->hasThrown ? '' : "Lane $this->name has no call: does the code under test call $this->url?";
        }
        $isRefused = fn ($call) => $call['operation'] !== 'settlement'
            && ($call['responseCode'] !== '0000' || !$call['reachedClient']);
        $refused = array_values(array_filter(array_reverse($calls), $isRefused));
        if ($refused === []) {
            return '';
        }
        $isWhole = count($refused) <= EXPLAINED + 1;
        $told = $isWhole ? $refused : [$refused[0], ...array_slice($refused, -EXPLAINED)];
        $which = $isWhole ? '' : '; the first, and the last ' . EXPLAINED;
        $head = sprintf('Calls of lane %s that were refused, declined or cut: %d of %d%s.', $this->name, count($refused), count($calls), $which);
        return implode("\n", [$head, ...array_map(fn ($call) => $this->reason($call), $told)]);
    }

    private function reason(array $call): string
    {
        $details = $this->control('GET', "/requests/{$call['id']}");
        $lost = $call['reachedClient'] ? null : '(the client did not get it)';
        $said = [$call['id'], $call['operation'], $call['merchantReference'] ?? null, $call['responseCode'],
            $details['response']['body']['message'] ?? null, $lost];
        return implode(' ', array_filter($said)) . "\n  -> {$details['explain']['advice']}";
    }

    /** Sends a notification now, whatever the clock. */
    public function resend(string|int $notificationId): array
    {
        return $this->control('POST', '/notifications/' . self::named($notificationId) . '/resend', []);
    }

    /** Holds a waiting notification until it is released. */
    public function hold(string|int $notificationId): array
    {
        return $this->control('POST', '/notifications/' . self::named($notificationId) . '/hold', []);
    }

    /** Sends a held notification. */
    public function release(string|int $notificationId): array
    {
        return $this->control('POST', '/notifications/' . self::named($notificationId) . '/release', []);
    }

    /**
     * Waits for a "notification", "request" or "order"; returns what matched, or throws WaitedInVain. As soon as `count` of
     * them match; `timeoutMs` is in milliseconds.
     */
    public function waitFor(string $what, array $match = [], int $count = 1, int $timeoutMs = 5000, mixed ...$named): array
    {
        $body = ['for' => $what, 'match' => (object) ($named + $match), 'count' => $count, 'timeoutMs' => $timeoutMs];
        return $this->control('POST', '/wait', $body)['matched'];
    }

    /**
     * Says whether every expectation is met: {passed, failures}. Without any, those of the loaded scenario are checked.
     * Throws if there is nothing to check.
     */
    public function verify(array ...$expect): array
    {
        $report = $this->control('POST', '/verify', $expect === [] ? [] : ['expect' => $expect]);
        if ($expect === [] && in_array('expect', array_column($report['warnings'] ?? [], 'where'), true)) {
            throw new SandboxError('verify() checked nothing: no loaded scenario expects anything.'
                . ' Give it expectations, or load a scenario that has expect.');
        }
        return $report;
    }

    /** @internal What the scenario that this test loaded expects in vain. Empty if it is met, or if none was loaded. */
    public function unmet(): string
    {
        try {
            $failures = $this->hasLoaded ? $this->verify()['failures'] : [];
        } catch (SandboxError) {
            return '';
        }
        return implode("\n", array_map(fn ($one) => "expected {$one['expected']}, found {$one['actual']}", $failures));
    }

    // The lane.

    /** Moves the clock, such as "20m" or new DateInterval('PT20M'); answers when all that fell due has happened, notifications included. */
    public function advance(string|\DateInterval $by): array
    {
        return $this->control('PUT', '/clock', ['action' => 'advance', 'by' => $by]);
    }

    /** Stops the clock, at an instant: a text in ISO 8601, or a DateTimeInterface. */
    public function freeze(string|\DateTimeInterface|null $at = null): array
    {
        return $this->control('PUT', '/clock', ['action' => 'freeze'] + ($at === null ? [] : ['at' => $at]));
    }

    /** Sets the clock to an instant, back too. It runs on if it ran. */
    public function setClock(string|\DateTimeInterface $at): array
    {
        return $this->control('PUT', '/clock', ['action' => 'set', 'at' => $at]);
    }

    public function runUntilIdle(): array
    {
        return $this->control('PUT', '/clock', ['action' => 'run-until-idle']);
    }

    /** Stores a card, such as "visa-credit", for a user; returns its token. */
    public function addCard(string $card, string $user = 'user1', int $merchant = DEMO_MERCHANT, array $more = [], mixed ...$named): array
    {
        return $this->control('POST', '/tokens', ['merchantId' => $merchant, 'userId' => $user, 'card' => $card] + $named + $more);
    }

    public function putMerchant(int $merchant, array $fields = [], mixed ...$named): array
    {
        return $this->control('PUT', "/merchants/$merchant", $named + $fields);
    }

    /** Settles all paid orders: how many (`settled`), and what was paid out for them (`paidOut`, by currency). */
    public function settle(): array
    {
        return $this->control('POST', '/settle', []);
    }

    public function reset(): void
    {
        $this->control('POST', '/reset', []);
    }

    public function snapshot(string $name): array
    {
        return $this->control('POST', '/snapshots', ['name' => $name]);
    }

    public function restore(string $name): array
    {
        return $this->control('POST', "/snapshots/$name/load");
    }

    public function drop(): void
    {
        $this->hasLoaded = false;
        $hasThrown = $this->hasThrown;
        try {
            $this->control('DELETE', "/lanes/$this->name");
        } catch (SandboxError $error) {
            if (!str_contains($error->getMessage(), ' answered 404: ')) { // Nobody has called it yet, or it was dropped before.
                throw $error;
            }
            $this->hasThrown = $hasThrown;
        }
    }

    /** Any call of the control API: the path without /_sandbox. An empty array is sent as {}. */
    public function control(string $method, string $path, array|object|string|null $body = null, array $query = []): array
    {
        $search = $query === [] ? '' : '?' . http_build_query($query);
        try {
            return Http::json($method, "$this->url/_sandbox/" . ltrim($path, '/') . $search, $body === [] ? (object) [] : $body);
        } catch (SandboxError $error) {
            $this->hasThrown = $this->hasThrown || !$error instanceof WaitedInVain;
            throw $error;
        }
    }

    private static function then(string|array $then): array
    {
        return is_string($then) ? ['outcome' => $then] : $then;
    }
}

/** JSON over HTTP, with PHP's own streams. */
final class Http
{
    /** A body that is a text is a file's: YAML, or the JSON that YAML includes. */
    public static function json(string $method, string $url, array|object|string|null $body = null): array
    {
        $type = is_string($body) ? 'application/yaml' : 'application/json';
        $headers = $body === null ? [] : ["Content-Type: $type"];
        $token = getenv('PAYMENT_SANDBOX_ADMIN_TOKEN');
        if (is_string($token) && $token !== '') {
            $headers[] = "Authorization: Bearer $token";
        }
        $content = is_string($body) || $body === null ? (string) $body
            : json_encode(self::plain($body), JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        $context = stream_context_create(['http' => [
            'method' => $method, 'header' => $headers, 'timeout' => 120, 'ignore_errors' => true, 'follow_location' => 0,
            'content' => $content,
        ]]);
        $text = @file_get_contents($url, false, $context);
        if ($text === false) {
            $why = error_get_last()['message'] ?? '';
            // PHP says so if it had a connection: a fault may have cut it on purpose.
            $isLost = str_contains($why, 'HTTP request failed');
            throw new SandboxError($isLost ? "the answer was lost at $url: $why" : "no sandbox answers at $url: $why" . self::byHttp($url) . self::cure());
        }
        $status = (int) explode(' ', $http_response_header[0])[1];
        foreach (preg_grep('/^X-Sandbox-Warnings:/i', $http_response_header) as $warned) {
            error_log('payment-sandbox: ' . parse_url($url, PHP_URL_PATH) . substr($warned, strpos($warned, ':')));
        }
        $answer = $status === 204 ? [] : json_decode($text, true);
        if ($status < 400 && is_array($answer)) {
            return $answer;
        }
        if ($status < 400) {
            // A fault may have put something else in its place.
            $short = strlen($text) > 80 ? substr($text, 0, 80) . '…' : $text;
            $shown = json_encode($short, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
            $body = $text === '' ? 'no body' : "the body $shown";
            throw new SandboxError("the answer was lost at $url: HTTP $status with $body, expected a JSON object");
        }
        $facts = is_array($answer) ? $answer : [];
        $said = trim(self::sentence($facts['message'] ?? substr($text, 0, 500)) . ' ' . self::sentence($facts['fix'] ?? ''));
        $said = (string) preg_replace(array_keys(METHODS), array_values(METHODS), $said);
        $message = "$method $url answered $status: $said";
        throw $status === 408 ? new WaitedInVain($message . self::nearest($facts), $facts) : new SandboxError($message);
    }

    /** PHP's durations and instants as the sandbox reads them, at any depth. */
    private static function plain(mixed $value): mixed
    {
        if ($value instanceof \DateTimeInterface) {
            return $value->format(DATE_RFC3339_EXTENDED);
        }
        if ($value instanceof \DateInterval) {
            if ($value->days === false && ($value->y !== 0 || $value->m !== 0)) {
                throw new \InvalidArgumentException('a DateInterval of months or years has no fixed length: give it in days');
            }
            $days = $value->days === false ? $value->d : $value->days;
            $seconds = (($days * 24 + $value->h) * 60 + $value->i) * 60 + $value->s + $value->f;
            return sprintf('%s%.0Fms', $value->invert ? '-' : '', $seconds * 1000);
        }
        if ($value instanceof \stdClass) {
            return (object) self::plain((array) $value);
        }
        return is_array($value) ? array_map([self::class, 'plain'], $value) : $value;
    }

    /** What came nearest, in short. */
    private static function nearest(array $facts): string
    {
        $near = array_map(fn ($fact) => match (true) {
            isset($fact['requestId']) => "request {$fact['requestId']} {$fact['operation']} {$fact['responseCode']}",
            isset($fact['attempts']) => "notification {$fact['id']} {$fact['state']}",
            default => "order {$fact['id']} {$fact['status']}",
        }, $facts['nearest'] ?? []);
        return $near === [] ? '' : ' nearest: ' . implode(', ', $near);
    }

    /** For a call by https, which a sandbox without --https can't answer. */
    private static function byHttp(string $url): string
    {
        $plain = preg_replace('~^https:~', 'http:', $url);
        return $plain === $url ? '' : ". If the sandbox was started without --https, it speaks http: use $plain";
    }

    private static function cure(): string
    {
        return getenv('PAYMENT_SANDBOX_URL') ? '. PAYMENT_SANDBOX_URL names it: start it, correct the variable, or unset it, and this kit starts one.' : '';
    }

    /** A capital at its beginning, a stop at its end. */
    private static function sentence(string $text): string
    {
        $text = trim($text);
        // The name of a member stays as it is.
        $text = preg_match('/^[a-z]+ /i', $text) ? ucfirst($text) : $text;
        return $text === '' || str_contains('.!?', $text[-1]) ? $text : "$text.";
    }
}

/**
 * For a PHPUnit test case: `$this->lane` is a new lane for each test, dropped after it, unless in a sandbox that outlives it the test
 * failed or its scenario is not met. A failed test prints the refused calls of its lane.
 */
trait UsesSandbox
{
    protected Lane $lane;

    /** @before */
    #[\PHPUnit\Framework\Attributes\Before]
    protected function openLane(): void
    {
        $this->lane = Sandbox::shared()->lane();
    }

    /** @after */
    #[\PHPUnit\Framework\Attributes\After]
    protected function dropLane(): void
    {
        if (!isset($this->lane)) {
            return;
        }
        // PHPUnit 10 and newer have status().
        $hasFailed = method_exists($this, 'status')
            ? $this->status()->isFailure() || $this->status()->isError()
            : $this->hasFailed();
        if ($hasFailed) {
            $name = method_exists($this, 'name') ? $this->name() : $this->getName();
            fwrite(STDERR, "\n" . static::class . "::$name\n" . self::toldOfFailure($this->lane));
        }
        $unmet = $hasFailed ? '' : $this->lane->unmet();
        if ($unmet !== '') {
            fwrite(STDERR, "\nthe test passed, but the scenario of its lane {$this->lane->name} is not met"
                . " (assertSandbox() at its end makes it fail): $unmet\n");
        }
        if (!$this->lane->staysIfFailed || (!$hasFailed && $unmet === '')) {
            $this->lane->drop();
        }
    }

    /** The test's own failure counts, so this throws nothing. */
    private static function toldOfFailure(Lane $lane): string
    {
        try {
            $refusals = $lane->refusals();
            $which = $refusals === '' ? '' : ' --last-refused';
            $kept = "Lane $lane->name is kept as long as the sandbox or its data folder: payment-sandbox why$which --lane $lane->name\n";
            $isKept = $lane->staysIfFailed && $lane->requests(['limit' => 1]) !== [];
            return ($refusals === '' ? '' : "$refusals\n") . ($isKept ? $kept : '');
        } catch (SandboxError $error) {
            return "the calls of lane $lane->name cannot be read: {$error->getMessage()}\n";
        }
    }

    /** Fails with every expectation that is not met; without any, those of the loaded scenario. */
    protected function assertSandbox(array ...$expect): void
    {
        $report = $this->lane->verify(...$expect);
        $failures = array_map(fn ($failure) => "expected {$failure['expected']}, found {$failure['actual']}", $report['failures']);
        self::assertTrue($report['passed'], implode("\n", $failures));
    }
}
