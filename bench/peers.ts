import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../src/tools/judge/run/shop/free-port.ts";
import { coreOfServers } from "./cores.ts";
import { at, spawnNode, startedAt } from "./servers.ts";
import { callsOfOurs, inTurn, ours, requestText, type Side } from "./throughput.ts";

const WARM = 8000;
const installed = at("../node_modules/.cache/payment-sandbox-bench/peers");

/** Creates and queries, ours beside servers that npm installs: each is asked for the closest that it has. */
export async function againstPeers(args: readonly string[]): Promise<void> {
  const { only } = parseArgs({ args: [...args], options: { only: { type: "string" } } }).values;
  const asked = peers.filter(({ name }) => only === undefined || name === only);
  if (asked.length === 0) throw new Error(`expected one of ${peers.map(({ name }) => name).join(", ")}, found ${only}`);
  install(asked);
  const calls = callsOfOurs(WARM);
  await inTurn(WARM, coreOfServers(), [
    ours("payment-sandbox, in memory", calls, () => []),
    ours("payment-sandbox, on file", calls, (folder) => ["--data-dir", folder]),
    ours("payment-sandbox, in memory, `--signature off`", calls, () => ["--signature", "off"]),
    ...asked.map(sideOf),
  ]);
}

/** From the npm registry. */
interface Peer extends Pick<Side, "name" | "does" | "create" | "query"> {
  /** Its package, version and bin. */
  readonly from: readonly [string, string, string?];
  /** Of its bin; `file` is JSON that holds `settings`. */
  readonly args?: (port: number, file: string, other: number) => string;
  readonly settings?: (port: number) => object;
}

const message = JSON.stringify({ responseCode: "0000", message: "Success", order: { id: 1, status: "OPEN" } });
const create = (n: number): string => {
  const request = JSON.stringify({ merchantId: "3", amount: 106, currency: "HKD", merchantReference: `peer-${n}` });
  return requestText("POST /create", { body: JSON.stringify({ request, signature: "x".repeat(344) }) });
};
const more = `Authorization: Basic ${Buffer.from("sk_test_x:").toString("base64")}\r\n`;
const form = { type: "application/x-www-form-urlencoded", body: "amount=10600&currency=hkd&source=tok_visa", more };

/** Two members, and the message as the example. */
function openApi() {
  const [request, signature] = [{ type: "string" }, { type: "string" }];
  const schema = { type: "object", required: ["request", "signature"], properties: { request, signature } };
  const content = { "application/json": { example: JSON.parse(message) } };
  const requestBody = { content: { "application/json": { schema } } };
  const post = { requestBody, responses: { 200: { description: "made", content } } };
  return { openapi: "3.0.3", info: { title: "peer", version: "1" }, paths: { "/create": { post } } };
}

const peers: readonly Peer[] = [
  {
    ...{ name: "stripe-stateful-mock", from: ["stripe-stateful-mock", "0.0.16"], does: "charges kept in memory" },
    create: () => requestText("POST /v1/charges", form),
    query: (_, made) => requestText(`GET /v1/charges/${JSON.parse(made).id}`, { more }),
  },
  {
    ...{ name: "mountebank", from: ["mountebank", "2.9.1", "mb"], does: "a fixed answer", create },
    args: (_, file, other) =>
      `start --port ${other} --configfile ${file} --nologfile --loglevel error --pidfile ${file}.pid`,
    settings: (port) => {
      const about = { "Content-Type": "application/json", "Content-Length": String(message.length) };
      const is = { statusCode: 200, headers: { ...about, Connection: "keep-alive" }, body: message };
      const stubs = [{ predicates: [{ equals: { method: "POST", path: "/create" } }], responses: [{ is }] }];
      return { imposters: [{ port, protocol: "http", stubs }] };
    },
  },
  {
    ...{ name: "Prism", from: ["@stoplight/prism-cli", "5.16.0", "prism"], create, settings: openApi },
    does: "the body checked by its schema, an example as the answer",
    args: (port, file) => `mock ${file} -p ${port} -v error`,
  },
  {
    ...{ name: "Mockoon", from: ["@mockoon/cli", "9.9.0", "mockoon-cli"], create, settings: openApi },
    does: "an example as the answer",
    args: (port, file) => `start --data ${file} --port ${port} --disable-log-to-file --disable-admin-api`,
  },
  {
    ...{ name: "json-server", from: ["json-server", "0.17.4"], does: "orders kept in a JSON file" },
    args: (port, file) => `--quiet --port ${port} --host 127.0.0.1 ${file}`,
    settings: () => ({ orders: [] }),
    create: (n) => requestText("POST /orders", { body: JSON.stringify({ id: `o${n}`, amount: 106, currency: "HKD" }) }),
    query: (_, made) => requestText(`GET /orders/${JSON.parse(made).id}`),
  },
];

/** They are no dependencies of ours: npm installs them into the cache. */
function install(asked: readonly Peer[]): void {
  mkdirSync(installed, { recursive: true });
  const dependencies = Object.fromEntries(asked.map(({ from: [name, version] }) => [name, version]));
  writeFileSync(join(installed, "package.json"), JSON.stringify({ private: true, dependencies }));
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...quietly], { cwd: installed, stdio: "inherit" });
}

/** Loaded before each peer: some listen on all interfaces, and can't be told otherwise. */
const onLoopback = `data:text/javascript,import net from "node:net"; const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (first, ...rest) { const done = rest.findLast((one) => typeof one === "function");
return listen.call(this, { port: Number(first?.port ?? first), host: "127.0.0.1" }, done); };`;

const sideOf = ({ from: [name, , bin = name], args, settings, ...side }: Peer): Side => ({
  ...side,
  start: async (core, folder) => {
    const [port, other, file] = [await freePort(), await freePort(), join(folder, "settings.json")];
    if (settings) writeFileSync(file, JSON.stringify(settings(port)));
    const home = join(installed, "node_modules", name);
    const { bin: bins } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    const given = args?.(port, file, other).split(" ") ?? [];
    const line = ["--import", onLoopback, join(home, typeof bins === "string" ? bins : bins[bin]), ...given];
    const env = { PORT: String(port), LOG_LEVEL: "silent" };
    const child = spawnNode(line, { cwd: folder, core }, ["ignore", "ignore", "inherit"], env);
    return startedAt(`http://127.0.0.1:${port}`, child);
  },
});
