import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Call } from "../load.ts";

/** What a peer is asked: the closest to making an order and asking for it that it has. */
export interface Peer {
  readonly name: string;
  /** From the npm registry. */
  readonly package: string;
  readonly version: string;
  /** A program that is not Node's, and not npm's. */
  readonly binary?: string;
  /** What it does of what ours does. */
  readonly does: string;
  /** Node's arguments, once its files are in the folder. */
  args(folder: string, port: number, freePort: number): readonly string[];
  readonly env?: (port: number) => NodeJS.ProcessEnv;
  /** Where it answers calls, where that is not its port. */
  readonly answersAtFreePort?: boolean;
  readonly create: (n: number) => Call;
  /** Undefined: `create` does the same. */
  readonly query?: (made: string) => (n: number) => Call;
}

const JSON_TYPE = "application/json";
const body = (n: number): string =>
  JSON.stringify({
    request: JSON.stringify({ merchantId: "3", amount: 106, currency: "HKD", merchantReference: `peer-${n}` }),
    signature: "x".repeat(344),
  });
const answer = JSON.stringify({ responseCode: "0000", message: "Success", order: { id: 1, status: "OPEN" } });
const create = (n: number): Call => ({ method: "POST", path: "/create", type: JSON_TYPE, body: body(n) });
const AUTHORIZATION = `Basic ${Buffer.from("sk_test_x:").toString("base64")}`;
const charge: Call = {
  method: "POST",
  path: "/v1/charges",
  type: "application/x-www-form-urlencoded",
  authorization: AUTHORIZATION,
  body: "amount=10600&currency=hkd&source=tok_visa",
};
let drawn = 0;

export const peers: readonly Peer[] = [
  {
    name: "stripe-stateful-mock",
    package: "stripe-stateful-mock",
    version: "0.0.16",
    does: "charges kept in memory",
    args: (folder) => [binOf(folder, "stripe-stateful-mock")],
    env: (port) => ({ PORT: String(port), LOG_LEVEL: "silent" }),
    create: () => charge,
    query: (made) => () => ({
      method: "GET",
      path: `/v1/charges/${JSON.parse(made).id}`,
      authorization: AUTHORIZATION,
    }),
  },
  {
    name: "mountebank",
    package: "mountebank",
    version: "2.9.1",
    does: "a fixed answer",
    args: (folder, port, freePort) => {
      const file = join(folder, "mountebank.json");
      const headers = { "Content-Type": JSON_TYPE, "Content-Length": String(answer.length), Connection: "keep-alive" };
      const is = { statusCode: 200, headers, body: answer };
      const stubs = [{ predicates: [{ equals: { method: "POST", path: "/create" } }], responses: [{ is }] }];
      writeFileSync(file, JSON.stringify({ imposters: [{ port: freePort, protocol: "http", stubs }] }));
      const quiet = ["--nologfile", "--loglevel", "error", "--pidfile", join(folder, "mountebank.pid")];
      return [binOf(folder, "mountebank", "mb"), "start", "--port", String(port), "--configfile", file, ...quiet];
    },
    answersAtFreePort: true,
    create,
  },
  {
    name: "Prism",
    package: "@stoplight/prism-cli",
    version: "5.16.0",
    does: "the body checked by its schema, an example as the answer",
    args: (folder, port) => {
      const file = join(folder, "prism.json");
      const text = { type: "string" };
      const schema = {
        type: "object",
        required: ["request", "signature"],
        properties: { request: text, signature: text },
      };
      const post = {
        requestBody: { content: { [JSON_TYPE]: { schema } } },
        responses: { 200: { description: "made", content: { [JSON_TYPE]: { example: JSON.parse(answer) } } } },
      };
      const document = { openapi: "3.0.3", info: { title: "peer", version: "1" }, paths: { "/create": { post } } };
      writeFileSync(file, JSON.stringify(document));
      return [binOf(folder, "@stoplight/prism-cli", "prism"), "mock", file, "-p", String(port), "-v", "error"];
    },
    create,
  },
  {
    name: "Mockoon",
    package: "@mockoon/cli",
    version: "9.9.0",
    does: "a fixed answer",
    args: (folder, port) => {
      const file = join(folder, "mockoon.json");
      writeFileSync(file, JSON.stringify(mockoonFile(port)));
      const quiet = ["--disable-log-to-file", "--disable-admin-api"];
      return [binOf(folder, "@mockoon/cli", "mockoon-cli"), "start", "--data", file, "--port", String(port), ...quiet];
    },
    create,
  },
  {
    name: "json-server",
    package: "json-server",
    version: "0.17.4",
    does: "orders kept in a JSON file",
    args: (folder, port) => {
      const file = join(folder, "orders.json");
      writeFileSync(file, JSON.stringify({ orders: [] }));
      return [binOf(folder, "json-server"), "--quiet", "--port", String(port), "--host", "127.0.0.1", file];
    },
    create: () => ({
      method: "POST",
      path: "/orders",
      type: JSON_TYPE,
      body: JSON.stringify({ id: `o${drawn++}`, amount: 106, currency: "HKD" }),
    }),
    query: (made) => () => ({ method: "GET", path: `/orders/${JSON.parse(made).id}` }),
  },
];

/** stripe-mock, if the path of its binary is given: it answers from Stripe's OpenAPI document and keeps nothing. */
export const stripeMock = (binary: string | undefined): readonly Peer[] =>
  binary === undefined
    ? []
    : [
        {
          ...peers.find(({ name }) => name === "stripe-stateful-mock")!,
          name: "stripe-mock",
          binary,
          does: "an example as the answer, nothing kept (Go)",
          args: (_, port) => ["-http-port", String(port)],
          query: () => () => ({ method: "GET", path: "/v1/charges/ch_1", authorization: AUTHORIZATION }),
        },
      ];

function binOf(folder: string, name: string, bin = name): string {
  const require = createRequire(join(folder, "package.json"));
  const file = join(folder, "node_modules", name, "package.json");
  const { bin: bins } = require(file) as { bin: string | Record<string, string> };
  return join(folder, "node_modules", name, typeof bins === "string" ? bins : bins[bin]!);
}

function mockoonFile(port: number) {
  const [environment, route, response] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const headers = [{ key: "Content-Type", value: JSON_TYPE }];
  return {
    uuid: environment,
    lastMigration: 33,
    name: "peer",
    port,
    hostname: "127.0.0.1",
    endpointPrefix: "",
    latency: 0,
    folders: [],
    headers: [],
    data: [],
    callbacks: [],
    proxyMode: false,
    proxyHost: "",
    proxyRemovePrefix: false,
    proxyReqHeaders: [],
    proxyResHeaders: [],
    tlsOptions: { enabled: false },
    cors: false,
    rootChildren: [{ type: "route", uuid: route }],
    routes: [
      {
        uuid: route,
        type: "http",
        documentation: "",
        method: "post",
        endpoint: "create",
        responseMode: null,
        responses: [
          {
            uuid: response,
            body: answer,
            latency: 0,
            statusCode: 200,
            label: "",
            headers,
            bodyType: "INLINE",
            filePath: "",
            databucketID: "",
            sendFileAsBody: false,
            rules: [],
            rulesOperator: "OR",
            disableTemplating: false,
            fallbackTo404: false,
            default: true,
            crudKey: "id",
            callbacks: [],
          },
        ],
      },
    ],
  };
}
