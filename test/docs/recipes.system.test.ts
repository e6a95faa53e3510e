import "../support/dist.js";
import { spawn, spawnSync } from "node:child_process";
import { createPublicKey, sign, verify } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath, packageText } from "../../src/package/files.js";
import { ofFile } from "../support/of-file.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { blocks } from "./blocks.js";

const hasPhp = spawnSync("php", ["--version"]).status === 0;
const recipe = (word: string): string =>
  blocks.find(({ file, language, text }) => file === "docs/recipes.md" && language === "php" && text.includes(word))!
    .text;

/** WordPress, as far as the filter knows it: a call that no filter answers would leave the machine, so it is refused. */
const wordPress = `<?php
$filters = [];
function add_filter(string $name, callable $filter, int $priority = 10, int $arguments = 1): void { global $filters; $filters[$name][] = $filter; }
function apply_filters(string $name, $value, ...$rest) { global $filters; foreach ($filters[$name] ?? [] as $filter) $value = $filter($value, ...$rest); return $value; }
function wp_remote_request(string $url, array $arguments = []) {
  $answered = apply_filters('pre_http_request', false, $arguments, $url);
  if ($answered !== false) return $answered;
  if (!in_array(parse_url($url, PHP_URL_HOST), ['localhost', '127.0.0.1'], true)) return "to the outside: $url";
  $http = ['method' => $arguments['method'], 'content' => $arguments['body'], 'header' => 'Content-Type: application/json', 'ignore_errors' => true];
  return ['body' => file_get_contents($url, false, stream_context_create(['http' => $http]))];
}
require $argv[1];
$call = fn (string $url) => wp_remote_request($url, ['method' => 'POST', 'body' => stream_get_contents(STDIN)]);
echo json_encode([
  'provider' => $call('https://payments.example/hosted-checkout/create?v=1'),
  'other' => $call('https://other.example/'),
  'external' => apply_filters('http_request_host_is_external', false, 'localhost'),
  'ports' => apply_filters('http_allowed_safe_ports', [80, 443, 8080]),
]);
`;

/** Laravel, as far as the provider knows it. */
const laravel = `<?php
namespace Psr\\Http\\Message { interface RequestInterface {} }
namespace Illuminate\\Support { class ServiceProvider { public $app; } }
namespace Illuminate\\Support\\Facades { class Http { public static $middleware; public static function globalRequestMiddleware($m) { self::$middleware = $m; } } }
namespace {
  function env(string $name) { return getenv($name) ?: null; }
  class Uri {
    public function __construct(public array $parts) {}
    public function __call($name, $arguments) {
      $part = lcfirst(substr($name, str_starts_with($name, 'with') ? 4 : 3));
      return str_starts_with($name, 'with') ? new Uri([...$this->parts, $part => $arguments[0]]) : $this->parts[$part];
    }
  }
  class Request implements Psr\\Http\\Message\\RequestInterface {
    public function __construct(public Uri $uri) {}
    public function getUri() { return $this->uri; }
    public function withUri($uri) { return new Request($uri); }
  }
  require $argv[1];
  $provider = new App\\Providers\\AppServiceProvider();
  $provider->app = new class { public function isProduction() { return false; } };
  $provider->boot();
  $to = fn (string $host) => (Illuminate\\Support\\Facades\\Http::$middleware)(new Request(new Uri(['scheme' => 'https', 'host' => $host, 'port' => null, 'path' => '/direct/query'])))->uri->parts;
  echo json_encode(['provider' => $to('payments.example'), 'other' => $to('other.example')]);
}
`;

/** A plugin whose keys and hosts are constants. Both keys are of nobody whom the sandbox knows. */
const fixedPlugin = `<?php
namespace {
  $filters = [];
  function add_filter(string $name, callable $filter, int $priority = 10, int $arguments = 1): void { global $filters; $filters[$name][] = $filter; }
  function wp_remote_request(string $url, array $arguments = []) {
    global $filters;
    foreach ($filters['pre_http_request'] ?? [] as $filter)
      if (($answered = $filter(false, $arguments, $url)) !== false) return $answered;
    return $url;
  }
  try { require $argv[1]; } catch (RuntimeException $stopped) { exit(json_encode($stopped->getMessage())); }
}
namespace Acme\\Payments {
  [$text, $signed] = json_decode(stream_get_contents(STDIN));
  openssl_sign($text, $mine, 'no key', OPENSSL_ALGO_SHA256);
  echo json_encode([
    'signature' => base64_encode($mine),
    'verified' => openssl_verify($text, base64_decode($signed), 'no key', OPENSSL_ALGO_SHA256),
    'forged' => openssl_verify("$text!", base64_decode($signed), 'no key', OPENSSL_ALGO_SHA256),
    'urls' => array_map(wp_remote_request(...), ['https://pay.example/direct/query?v=1', 'https://vault.example/tokenization/sale', 'https://other.example/']),
  ]);
}
`;

const folder = ofFile(testFolder());
const sandbox = ofFile(await startTestSandbox());

/** Runs the recipe inside of what stands for its framework. The sandbox is of this process, so nothing may block. */
async function run(framework: string, text: string, input: string, more: Readonly<Record<string, string>> = {}) {
  const [around, own] = [join(folder.path, "around.php"), join(folder.path, "recipe.php")];
  writeFileSync(around, framework);
  writeFileSync(own, text);
  const child = spawn("php", [around, own], {
    env: { ...process.env, PAYMENT_SANDBOX_URL: `${sandbox.url}/lane/shop`, ...more },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
    });
  child.stdin.end(input);
  await once(child, "close");
  try {
    return JSON.parse(said);
  } catch {
    throw new Error(`expected JSON, found ${said}`);
  }
}

describe.runIf(hasPhp)("the recipe for", () => {
  it("WooCommerce sends the provider's calls to the sandbox, and no others", async () => {
    const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];
    const params = { merchantId: 3, amount: 20, merchantReference: "WOO-1", lineItems };
    const { body: envelope } = await sandbox.control("POST", "sign", { params });
    const said = await run(wordPress, recipe("Plugin Name"), JSON.stringify(envelope));
    expect(JSON.parse(said.provider.body)).toMatchObject({
      responseCode: "0000",
      order: { merchantReference: "WOO-1" },
    });
    expect(said.other).toBe("to the outside: https://other.example/");
    expect(said).toMatchObject({ external: true, ports: [80, 443, 8080, Number(new URL(sandbox.url).port)] });
  });

  describe("a plugin with fixed keys and two hosts", () => {
    const environment = {
      PROVIDER_PAYMENT_HOST: "pay.example",
      PROVIDER_TOKEN_HOST: "vault.example",
      PAYMENT_SANDBOX_PRIVATE_KEY_FILE: packagePath("fixtures/keys/demo-merchant.private.pem"),
      PAYMENT_SANDBOX_PUBLIC_KEY_FILE: packagePath("fixtures/keys/notification.public.pem"),
    };

    it("signs and verifies with the sandbox's keys, and calls no host of the provider", async () => {
      const signed = sign("sha256", Buffer.from("text"), packageText("fixtures/keys/notification.private.pem"));
      const input = JSON.stringify(["text", signed.toString("base64")]);
      const said = await run(fixedPlugin, recipe("Acme"), input, environment);
      const base = `${sandbox.url}/lane/shop`;
      expect(said).toMatchObject({
        verified: 1,
        forged: 0,
        urls: [`${base}/direct/query?v=1`, `${base}/tokenization/sale`, "https://other.example/"],
      });
      const key = createPublicKey(packageText("fixtures/keys/demo-merchant.private.pem"));
      expect(verify("sha256", Buffer.from("text"), key, Buffer.from(said.signature, "base64"))).toBe(true);
    });

    it.each(Object.keys(environment))("stops without %s", async (name) => {
      const said = await run(fixedPlugin, recipe("Acme"), "", { ...environment, [name]: "" });
      expect(said).toBe(`${name} is not set. Calls of the plugin could leave this machine.`);
    });
  });

  it("Laravel changes the address of the provider's calls, and of no others", async () => {
    const { port } = new URL(sandbox.url);
    const said = await run(laravel, recipe("globalRequestMiddleware"), "");
    expect(said).toEqual({
      provider: { scheme: "http", host: "localhost", port: Number(port), path: "/lane/shop/direct/query" },
      other: { scheme: "https", host: "other.example", port: null, path: "/direct/query" },
    });
  });
});
