<?php
// The kit against a real sandbox; each test is also an example of a part of it. Run: phpunit KitTest.php
declare(strict_types=1);

require __DIR__ . '/PaymentSandbox.php';

use PaymentSandbox\Sandbox;
use PaymentSandbox\SandboxError;
use PaymentSandbox\WaitedInVain;

final class KitTest extends PHPUnit\Framework\TestCase
{
    use PaymentSandbox\UsesSandbox;

    private function create(string $reference, ?string $notify = null): array
    {
        $item = ['quantity' => 1, 'priceData' => ['name' => 'Tea', 'unitAmount' => 20]];
        $params = ['merchantReference' => $reference, 'amount' => 20, 'lineItems' => [$item]];
        $answer = $this->lane->call('hosted-checkout/create', $params + [
            'callbackUrl' => ['notify' => $notify ?? 'http://127.0.0.1:9/notify'],
        ]);
        return $answer['order'];
    }

    public function testAnOrderIsCreatedPaidAndQueried(): void
    {
        $order = $this->create('A-1');
        self::assertSame('SUCCESS', $this->lane->pay($order['id'])['status']);
        $query = $this->lane->call('hosted-checkout/query', ['merchantReference' => 'A-1']);
        self::assertSame('SUCCESS', $query['order']['status']);
        $this->assertSandbox(['order' => ['merchantReference' => 'A-1', 'status' => 'SUCCESS']]);
    }

    public function testAForcedRefusalComesOnce(): void
    {
        $this->lane->pay($this->create('A-1')['id']);
        $this->lane->force('insufficient-unsettled-balance', ['operation' => '*/refund'], times: 1);
        $refund = fn () => $this->lane->call('hosted-checkout/refund', ['merchantReference' => 'A-1', 'amount' => 20]);
        self::assertNotSame('0000', $refund()['responseCode']);
        self::assertSame('0000', $refund()['responseCode']);
    }

    public function testAnAmountMayBeATextInRulesAndExpectations(): void
    {
        $this->lane->pay($this->create('A-1')['id']);
        $this->lane->force('do-not-honour', ['operation' => '*/refund', 'amount' => ['lt' => '12.50']], times: 1);
        $refund = fn (string $amount) => $this->lane->call('hosted-checkout/refund', [
            'merchantReference' => 'A-1', 'amount' => $amount,
        ])['responseCode'];
        self::assertNotSame('0000', $refund('12.49'));
        self::assertSame('0000', $refund('12.50'));
        $this->assertSandbox(['order' => ['merchantReference' => 'A-1', 'netAmount' => '7.50']]);
    }

    public function testAScenarioFileIsLoadedByItsPath(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'kit') . '.scenario.yaml';
        file_put_contents($file, "name: closed for today\nrules:\n  - then: { outcome: maintenance }\n");
        self::assertSame('closed for today', $this->lane->load($file)['name']);
        unlink($file);
        $query = $this->lane->call('hosted-checkout/query', ['merchantReference' => 'A-1']);
        self::assertSame('service under maintenance', $query['message']);
        self::assertSame('maintenance-window', $this->lane->load('maintenance-window')['name']);
    }

    public function testAMissingScenarioFileIsNamed(): void
    {
        $this->expectException(SandboxError::class);
        $said = 'the scenario ./none.scenario.yaml cannot be read: there is no such file (looked in ' . getcwd() . ')';
        $this->expectExceptionMessage($said);
        $this->lane->load('./none.scenario.yaml');
    }

    public function testAFaultOfAScenarioFileNamesTheFile(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'kit') . '.scenario.yaml';
        file_put_contents($file, "name: bad\nrules: 5\n");
        try {
            $this->expectExceptionMessage(" answered 400: $file:2:8: rules is 5");
            $this->lane->load($file);
        } finally {
            unlink($file);
        }
    }

    public function testAPathOfTheControlApiNeedsNoSlash(): void
    {
        self::assertSame($this->lane->control('GET', '/orders'), $this->lane->control('GET', 'orders'));
    }

    public function testLanesDoNotSeeEachOther(): void
    {
        $this->create('A-1');
        self::assertSame([], Sandbox::shared()->lane()->orders());
        self::assertSame(['A-1'], array_column($this->lane->orders(), 'merchantReference'));
    }

    public function testANotificationIsGenuineAndAChangedOneIsNot(): void
    {
        $shop = stream_socket_server('tcp://127.0.0.1:0');
        $order = $this->create('A-1', 'http://' . stream_socket_get_name($shop, false) . '/notify');
        $this->lane->pay($order['id']);
        $fields = $this->takeNotification($shop);
        $this->lane->waitFor('notification', merchantReference: 'A-1', acknowledged: true);
        self::assertTrue($this->lane->isGenuine($fields));
        self::assertTrue($this->lane->isGenuine(json_encode($fields)));
        self::assertSame([false, false, false], array_map([$this->lane, 'isGenuine'], ['{"a": "b"}', 'no JSON', 'null']));
        self::assertFalse($this->lane->isGenuine(['amount' => '1.00'] + $fields));
        self::assertFalse($this->lane->isGenuine(['signature' => 'no signature'] + $fields));
        $notification = $this->lane->notifications()[0];
        self::assertTrue($this->lane->isGenuine($notification['attempts'][0]['request']));
        $this->expectExceptionMessage("such as ['attempts'][0]['request']");
        $this->lane->isGenuine($notification['fields']);
    }

    /** Answers one notification with OK, and gives its fields. */
    private function takeNotification($shop): array
    {
        $socket = stream_socket_accept($shop, 10);
        $length = 0;
        while (($line = trim((string) fgets($socket))) !== '') {
            if (stripos($line, 'content-length:') === 0) {
                $length = (int) substr($line, 15);
            }
        }
        $body = stream_get_contents($socket, $length);
        fwrite($socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK");
        fclose($socket);
        return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    }

    public function testASnapshotIsRestored(): void
    {
        $this->lane->snapshot($this->lane->name);
        $this->create('A-1');
        $this->lane->restore($this->lane->name);
        self::assertSame([], $this->lane->orders());
    }

    public function testAnOrderThatWasNotMadeCannotBePaid(): void
    {
        $this->expectExceptionMessage('expected an id, a merchantReference or a checkoutUrl, found "": was the call refused');
        $this->lane->pay('');
    }

    public function testTheClockMoves(): void
    {
        $this->lane->freeze('2026-01-05T10:00:00+08:00');
        $order = $this->create('A-1');
        $this->lane->advance('2d');
        self::assertSame('CLOSED', $this->lane->orders(status: 'CLOSED')[0]['status']);
        self::assertSame($order['id'], $this->lane->orders(['limit' => 1])[0]['id']);
        $this->expectExceptionMessage('$lane->order(' . $order['id'] . ') shows its state');
        $this->lane->simulate($order['id'], 'expire');
    }

    public function testTheClockTakesADateIntervalAndADateTime(): void
    {
        $at = new DateTimeImmutable('2026-01-05T10:00:00.123+08:00');
        self::assertEquals($at, new DateTimeImmutable($this->lane->freeze($at)['now']));
        $later = $this->lane->advance(new DateInterval('P1DT20M'))['now'];
        self::assertEquals($at->modify('+1 day +20 minutes'), new DateTimeImmutable($later));
        $past = $this->lane->advance($at->diff($at->modify('+40 days')))['now'];
        self::assertEquals($at->modify('+41 days +20 minutes'), new DateTimeImmutable($past));
        self::assertEquals($at, new DateTimeImmutable($this->lane->setClock($at)['now']));
        $this->expectExceptionMessage('a DateInterval of months or years has no fixed length: give it in days');
        $this->lane->advance(new DateInterval('P1M'));
    }

    public function testAVainWaitNamesMethodsOfTheLane(): void
    {
        $this->lane->force(['notify' => ['delay' => new DateInterval('PT10M')]]);
        $this->lane->pay($this->create('A-1')['id']);
        try {
            $this->lane->waitFor('notification', timeoutMs: 1);
            self::fail('it waited for nothing');
        } catch (WaitedInVain $waited) {
            self::assertMatchesRegularExpression('~is due at .*: advance the clock with \$lane->advance\(\'10m\'\)\.~', $waited->getMessage());
            self::assertStringContainsString('PUT /_sandbox/clock', $waited->facts['fix']);
        }
        self::assertSame('held', $this->lane->hold(1)['state']);
        try {
            $this->lane->waitFor('notification', timeoutMs: 1);
            self::fail('it waited for nothing');
        } catch (WaitedInVain $waited) {
            self::assertStringContainsString('$lane->release(1)', $waited->getMessage());
        }
        self::assertNotSame('held', $this->lane->release(1)['state']);
        self::assertSame(1, $this->lane->control('POST', 'settle', [])['settled']);
        self::assertSame(['settled' => 0, 'paidOut' => ['HKD' => 0, 'USD' => 0]], $this->lane->settle());
    }

    public function testAWrongCallSaysWhatIsWrong(): void
    {
        try {
            $this->lane->waitFor('order', ['merchantReference' => 'NONE'], timeoutMs: 1);
            self::fail('it waited for nothing');
        } catch (WaitedInVain $waited) {
            self::assertSame([], $waited->facts['nearest']);
        }
        $this->expectException(SandboxError::class);
        $this->expectExceptionMessage('then.outcome');
        $this->lane->force('insufficient-unsettled-balanc', ['operation' => '*/refund']);
    }

    public function testVerifyWithoutArgumentsChecksWhatTheScenarioExpects(): void
    {
        $expect = [['order' => ['merchantReference' => 'A-1', 'status' => 'SUCCESS']]];
        $this->lane->load(['name' => 'paid', 'expect' => $expect]);
        $order = $this->create('A-1');
        self::assertSame([false, $expect[0]], [$this->lane->verify()['passed'], $this->lane->verify()['failures'][0]['clause']]);
        try {
            $this->assertSandbox();
            $why = 'nothing';
        } catch (PHPUnit\Framework\AssertionFailedError $unmet) {
            $why = $unmet->getMessage();
        }
        self::assertStringContainsString('OPEN', $why);
        $this->lane->pay($order['id']);
        $this->assertSandbox();
    }

    public function testVerifyWithNothingToCheckFails(): void
    {
        $this->lane->load(['name' => 'no expectation', 'rules' => []]);
        $this->expectException(SandboxError::class);
        $this->expectExceptionMessage('verify() checked nothing: ');
        $this->assertSandbox();
    }

    public function testAVainWaitNamesWhatCameNearest(): void
    {
        $order = $this->create('A-1', 'app://shop');
        $this->assertVain(" nearest: order {$order['id']} OPEN", 'order', ['merchantReference' => 'A-1', 'status' => 'SUCCESS']);
        $other = ['operation' => 'hosted-checkout/create', 'merchantReference' => 'A-2'];
        $this->assertVain(' nearest: request req-\S+ hosted-checkout/create 0000', 'request', $other);
        $this->lane->pay($order['id']);
        $this->assertVain(' nearest: notification \d+ refused', 'notification', ['merchantReference' => 'A-1', 'acknowledged' => true]);
    }

    private function assertVain(string $end, string $what, array $match): void
    {
        try {
            $this->lane->waitFor($what, $match, timeoutMs: 1);
            self::fail('it waited for nothing');
        } catch (WaitedInVain $waited) {
            self::assertMatchesRegularExpression("~$end$~", $waited->getMessage());
            self::assertCount(1, $waited->facts['nearest']);
        }
    }

    public function testACommandThatNamesNothingIsTold(): void
    {
        $before = getenv('PAYMENT_SANDBOX_COMMAND');
        putenv('PAYMENT_SANDBOX_COMMAND=/nowhere/payment-sandbox');
        try {
            $this->expectExceptionMessage("/nowhere/payment-sandbox can't be run. Does PAYMENT_SANDBOX_COMMAND name it right?");
            Sandbox::start();
        } finally {
            putenv("PAYMENT_SANDBOX_COMMAND=$before");
        }
    }

    public function testASandboxOfOurOwnIsStartedAndStopped(): void
    {
        $sandbox = Sandbox::start();
        self::assertSame([], $sandbox->lane('mine')->orders());
        self::assertStringContainsString('PRIVATE KEY', (string) file_get_contents((string) $sandbox->privateKeyFile));
        $sandbox->stop();
        try {
            $sandbox->lane();
            self::fail('it still answers');
        } catch (SandboxError $gone) {
            self::assertStringContainsString('no sandbox answers', $gone->getMessage());
        }
        $before = getenv('PAYMENT_SANDBOX_URL');
        putenv('PAYMENT_SANDBOX_URL=http://127.0.0.1:9');
        try {
            $this->expectExceptionMessage('PAYMENT_SANDBOX_URL names it: start it, correct the variable, or unset it');
            $sandbox->lane();
        } finally {
            putenv($before === false ? 'PAYMENT_SANDBOX_URL' : "PAYMENT_SANDBOX_URL=$before");
        }
    }

    public function testALostAnswerIsNotTakenForAMissingSandbox(): void
    {
        $lost = [
            'connection-reset' => '', 'empty-body' => ': HTTP 200 with no body',
            'html-body' => ': HTTP 200 with the body "<', 'garbage-body' => ': HTTP 200 with the body "\u0000',
        ];
        foreach ($lost as $fault => $said) {
            $this->lane->next(['fault' => $fault, 'placed' => 'after-commit']);
            try {
                $this->lane->call('hosted-checkout/query', ['merchantReference' => 'A-1']);
                self::fail("$fault was taken for an answer");
            } catch (SandboxError $error) {
                self::assertStringContainsString("the answer was lost at {$this->lane->url}/hosted-checkout/query$said", $error->getMessage());
            }
        }
    }

    public function testACommandThatIsNoSandboxIsToldAdviceFirst(): void
    {
        $before = getenv('PAYMENT_SANDBOX_COMMAND');
        putenv('PAYMENT_SANDBOX_COMMAND=echo this-is-no-sandbox');
        try {
            $this->expectExceptionMessageMatches('~^the sandbox ended\. If it is not installed here: export PATH=\S+ It said:\nthis-is-no-sandbox~');
            Sandbox::start();
        } finally {
            putenv($before === false ? 'PAYMENT_SANDBOX_COMMAND' : "PAYMENT_SANDBOX_COMMAND=$before");
        }
    }

    public function testAWarningGoesToTheErrorLog(): void
    {
        $log = (string) tempnam(sys_get_temp_dir(), 'kit');
        $before = ini_set('error_log', $log);
        try {
            $this->lane->call('hosted-checkout/query', ['merchantReference' => 'A-1', 'orderid' => 1]);
        } finally {
            ini_set('error_log', (string) $before);
        }
        self::assertStringContainsString('query: unknown parameter orderid. Did you mean orderId?', (string) file_get_contents($log));
        unlink($log);
    }

    public function testAPageIsPaidAndOneThatStoresACardIsSaved(): void
    {
        $order = $this->create('A-1');
        self::assertSame('SUCCESS', $this->lane->pay($this->lane->order($order['id'])['checkoutUrl'])['status']);
        $this->create('A 2/b');
        self::assertSame('SUCCESS', $this->lane->pay('A 2/b')['status']);
        $page = $this->lane->call('tokenization/add-token', ['userId' => 'anna'])['checkoutUrl'];
        self::assertSame('OPEN', $this->lane->saveCard($page, ['action' => 'decline'])['status']);
        self::assertSame('SAVED', $this->lane->saveCard($page, card: 'visa-credit')['status']);
        $this->expectException(SandboxError::class);
        $this->expectExceptionMessage('$lane->saveCard($page) saves it');
        $this->lane->pay($page);
    }

    public function testACardThatIsDeclinedIsNotSaved(): void
    {
        $this->lane->force('insufficient-funds', ['operation' => '*/add-token'], times: 1);
        $page = $this->lane->call('tokenization/add-token', ['userId' => 'anna'])['checkoutUrl'];
        $this->expectException(SandboxError::class);
        $this->expectExceptionMessage('saveCard: the card is declined (insufficient-funds)');
        $this->lane->saveCard($page);
    }

    public function testAChoiceACardAndAResend(): void
    {
        $this->lane->assume(['duplicate-reference' => 'free-after-closed']);
        self::assertSame('202612', $this->lane->addCard('visa', expiryDate: '202612')['expiryDate']);
        $token = $this->lane->addCard('master-credit', 'anna');
        $sale = $this->lane->call('tokenization/sale', [
            'userId' => 'anna', 'tokenId' => $token['tokenId'], 'merchantReference' => 'A-1', 'amount' => 5,
            'callbackUrl' => ['notify' => 'http://127.0.0.1:9/nobody'],
            'lineItems' => [['quantity' => 1, 'priceData' => ['name' => 'Tea', 'unitAmount' => 5]]],
        ]);
        self::assertSame('0000', $sale['responseCode']);
        [$notification] = $this->lane->notifications(orderId: $sale['order']['id']);
        self::assertNotSame([], $this->lane->resend($notification['id'])['attempts']);
    }

    public function testASubscriptionIsRenewedByNamedArguments(): void
    {
        $renew = fn (string $reference) => $this->lane->call('tokenization/recurring',
            userId: 'user1', tokenId: 351, amount: 50, reason: 'monthly', merchantReference: $reference)['responseCode'];
        $this->lane->setClock(new DateTimeImmutable('2027-03-28T02:00:00Z'));
        $this->lane->force('insufficient-funds', times: 1, operation: '*/recurring');
        self::assertSame('0000', $this->lane->call('hosted-checkout/create', merchantReference: 'A-1', amount: 20,
            lineItems: [['quantity' => 1, 'priceData' => ['name' => 'Tea', 'unitAmount' => 20]]])['responseCode']);
        self::assertSame('3051', $renew('SUB-3'));
        self::assertSame('0000', $renew('SUB-3-again'));
        self::assertSame('3051', $this->lane->requests(merchantReference: 'SUB-3')[0]['responseCode']);
        self::assertEquals(7, $this->lane->putMerchant(3, unsettledBalance: ['HKD' => 7])['unsettledBalance']['HKD']);
        self::assertSame('MASTER', $this->lane->pay('A-1', card: 'master-credit')['cardType']);
    }

    public function testTheEnvironmentIsThatOfExec(): void
    {
        $settings = $this->lane->environment();
        self::assertSame($this->lane->url, $settings['PAYMENT_SANDBOX_URL']);
        self::assertSame('3', $settings['PAYMENT_SANDBOX_MERCHANT_ID']);
        if (Sandbox::shared()->privateKeyFile === null) {
            self::markTestSkipped("a sandbox that was found doesn't say where the keys are");
        }
        self::assertSame(Sandbox::shared()->privateKeyFile, $settings['PAYMENT_SANDBOX_PRIVATE_KEY_FILE']);
        $key = trim((string) file_get_contents($settings['PAYMENT_SANDBOX_PUBLIC_KEY_FILE']));
        self::assertSame(trim($this->lane->control('GET', '/keys')['notificationPublicKey']), $key);
    }

    public function testAFailedTestTellsWhyAndLeavesItsLane(): void
    {
        $file = sys_get_temp_dir() . '/Fails' . bin2hex(random_bytes(4)) . 'Test.php';
        $class = basename($file, '.php');
        file_put_contents($file, '<?php require_once ' . var_export(__DIR__ . '/PaymentSandbox.php', true) . ";
            final class $class extends PHPUnit\\Framework\\TestCase
            {
                use PaymentSandbox\\UsesSandbox;
                public function testFails(): void
                {
                    \$this->lane->call('hosted-checkout/query', ['merchantReference' => 'NONE']);
                    self::fail();
                }
                public function testPasses(): void
                {
                    self::assertSame([], \$this->lane->orders());
                }
                public function testLeavesItsScenarioUnmet(): void
                {
                    self::assertNotSame([], \$this->lane->load(['name' => 'story', 'expect' => [['order' => ['merchantReference' => 'A-1']]]]));
                }
            }");
        $phpunit = implode(' ', array_map('escapeshellarg', [PHP_BINARY, $_SERVER['argv'][0], '--no-configuration', '--do-not-cache-result', $file]));
        exec('PAYMENT_SANDBOX_PRIVATE_KEY_FILE= PAYMENT_SANDBOX_URL=' . escapeshellarg(Sandbox::shared()->url) . " $phpunit 2>&1", $lines);
        unlink($file);
        $said = implode("\n", $lines);
        self::assertSame(1, substr_count($said, 'payment-sandbox: ' . PaymentSandbox\NO_KEYS), $said);
        self::assertStringContainsString("$class::testFails\n", $said);
        self::assertStringContainsString("req-1 hosted-checkout/query NONE 2001 order not found\n  -> Check merchantId", $said);
        self::assertSame(1, preg_match_all('~payment-sandbox why --last-refused --lane (\S+)~', $said, $kept));
        $lane = new \PaymentSandbox\Lane($kept[1][0], Sandbox::shared()->url . "/lane/{$kept[1][0]}");
        self::assertSame('req-1', $lane->requests()[0]['id']);
        $lane->drop();
        $lane->drop();
        self::assertSame(1, preg_match_all('~scenario of its lane (\S+) is not met .*: expected order A-1~', $said, $unmet), $said);
        $lane = new \PaymentSandbox\Lane($unmet[1][0], Sandbox::shared()->url . "/lane/{$unmet[1][0]}");
        self::assertFalse($lane->verify()['passed']);
        $lane->drop();
    }

    public function testRefusalsAreTheFirstAndTheLast(): void
    {
        ['name' => $name, 'url' => $url] = (array) $this->lane;
        self::assertSame("Lane $name has no call: does the code under test call $url?", $this->lane->refusals());
        try {
            $this->lane->force('maintenance', ['operation' => '*/refnd']);
            self::fail('a misspelt operation is refused');
        } catch (SandboxError) {
            self::assertSame('', $this->lane->refusals());
        }
        $this->create('A-1');
        self::assertSame('', $this->lane->refusals());
        foreach (range(1, 6) as $number) {
            $this->lane->call('hosted-checkout/query', ['merchantReference' => "NONE-$number"]);
        }
        [$head, $first] = explode("\n", $this->lane->refusals());
        self::assertStringEndsWith('cut: 6 of 7; the first, and the last 3.', $head);
        self::assertSame('req-2 hosted-checkout/query NONE-1 2001 order not found', $first);
        preg_match_all('~^req-\d+~m', $this->lane->refusals(), $ids);
        self::assertSame(['req-2', 'req-5', 'req-6', 'req-7'], $ids[0]);
    }
}
