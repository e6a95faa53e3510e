import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { requests } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";

/** A shop's server that writes down the reference of each notification. */
interface Shop extends AsyncDisposable {
  readonly url: string;
  readonly heard: () => Promise<readonly string[]>;
}

const OK = ["Content-Length: 2", "", "OK"].join("\r\n");

/** How servers treat a connection that the sandbox would like to use again. */
const ends: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "keeps connections": (response) => response.end("OK"),
  "closes each connection without saying so": (response) => void response.socket?.end(`HTTP/1.1 200 OK\r\n${OK}`),
  "says that it closes": (response) => response.setHeader("Connection", "close").end("OK"),
};

async function nodeShop(end: (response: ServerResponse) => void): Promise<Shop> {
  const heard: string[] = [];
  const server = await listening(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    heard.push(JSON.parse(text).merchantReference);
    end(response);
  });
  return { ...server, url: `${server.url}/notify`, heard: async () => heard };
}

const PYTHON = `
import http.server, json, sys
class Shop(http.server.BaseHTTPRequestHandler):
    heard = []
    def do_GET(self):
        self.answer(json.dumps(self.heard).encode())
    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"]))
        self.heard.append(json.loads(text)["merchantReference"])
        self.answer(b"OK")
    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args):
        pass
Shop.protocol_version = sys.argv[2]
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Shop).serve_forever()
`;

const PHP = `<?php
$file = __DIR__ . "/heard";
if ($_SERVER["REQUEST_METHOD"] === "GET") { echo json_encode(array_filter(explode("\\n", @file_get_contents($file)))); exit; }
file_put_contents($file, json_decode(file_get_contents("php://input"), true)["merchantReference"] . "\\n", FILE_APPEND | LOCK_EX);
echo "OK";
`;

const isHere = (program: string): boolean => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

/** A server in another language, in a process of its own. */
async function otherShop(
  name: string,
  source: string,
  command: (file: string, port: number) => string[],
): Promise<Shop> {
  const folder = testFolder();
  const file = join(folder.path, name);
  writeFileSync(file, source);
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const [program = "", ...args] = command(file, port);
  const child = spawn(program, args, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/notify`;
  while (!(await answers(port))) await pause(20);
  return {
    url,
    heard: async () => (await fetch(url)).json() as Promise<readonly string[]>,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, "exit");
      folder[Symbol.dispose]();
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.end() !== undefined));
    socket.on("error", () => resolve(false));
  });

const python = (version: string) => () =>
  otherShop("shop.py", PYTHON, (file, port) => ["python3", file, String(port), version]);
const php = () => otherShop("shop.php", PHP, (file, port) => ["php", "-S", `127.0.0.1:${port}`, file]);

const shops: readonly { readonly name: string; readonly open: () => Promise<Shop>; readonly program?: string }[] = [
  ...Object.entries(ends).map(([name, end]) => ({ name: `Node that ${name}`, open: () => nodeShop(end) })),
  { name: "Python's http.server, HTTP/1.0", open: python("HTTP/1.0"), program: "python3" },
  { name: "Python's http.server, HTTP/1.1", open: python("HTTP/1.1"), program: "python3" },
  { name: "php -S", open: php, program: "php" },
];

const AT_ONCE = 50;
const ONE_BY_ONE = 20;

describe.each(shops)("notifications to $name", ({ open, program }) => {
  const isMissing = program !== undefined && !isHere(program);

  it.skipIf(isMissing)(`come once each${isMissing ? ` (skipped: there is no ${program} here)` : ""}`, async () => {
    await using shop = await open();
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    const sell = async (n: number) => {
      const params = {
        merchantReference: `N-${n}`,
        callbackUrl: { success: "https://shop.example/", notify: shop.url },
      };
      await client("tokenization/sale", requests.sale(params));
    };
    const acknowledged = (count: number) =>
      control(url, "POST", "wait", { for: "notification", match: { acknowledged: true }, count, timeoutMs: 60_000 });
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => sell(n)));
    await acknowledged(AT_ONCE);
    for (let n = AT_ONCE; n < AT_ONCE + ONE_BY_ONE; n++) {
      await sell(n);
      await acknowledged(n + 1);
    }
    const { notifications } = (await control(url, "GET", "notifications?limit=100")).body;
    const attempts = notifications.map((one: { attempts: readonly unknown[] }) => one.attempts.length);
    expect(attempts).toEqual(Array.from({ length: AT_ONCE + ONE_BY_ONE }, () => 1));
    const expected = Array.from({ length: AT_ONCE + ONE_BY_ONE }, (_, n) => `N-${n}`);
    expect([...(await shop.heard())].sort()).toEqual(expected.sort());
  });
});
