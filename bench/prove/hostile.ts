import { isRaw } from "../../src/server/control-api/call.js";
import { calls } from "../../src/server/control-api/calls.js";
import { exampleOf } from "../../src/server/control-api/openapi/example.js";
import { formToken } from "../../src/server/pages/visit.js";
import { endpoints } from "../../src/server/payment-api/endpoints/index.js";
import { envelope, lineItems } from "../../test/support/client.js";
import { oddJson, spoiled } from "./odd.js";
import type { Random } from "./random.js";
import type { Request, Shot } from "./request.js";
import { twisted } from "./twists.js";

/** What the requests of a batch are aimed at. */
export interface Aim {
  /** The Host that the server takes. */
  readonly host: string;
  /** Where a shop listens. */
  readonly notifyUrl: string;
  /** Sessions of pages that are there. */
  readonly sessions: readonly string[];
}

/** Rules, scenarios and snapshots are put into this one alone: what answers 5xx elsewhere is a finding. */
export const WILD = "wild";
export const TAME = "tame";
/** Lanes that may be there; all others were made by accident. */
export const lanes: readonly string[] = ["default", "known", WILD, TAME, "made"];

/** The n-th request: the same for the same seed. */
export function shot(random: Random, aim: Aim): Shot {
  const plain = random.pick([merchant, merchant, merchant, control, control, page, ghost])(random, aim);
  return random.isOneIn(5) ? plain : { ...plain, ...twisted(plain, random) };
}

const under = (lane: string, path: string): string => (lane === "default" ? path : `/lane/${lane}${path}`);

const json = (host: string): Request["headers"] => [
  ["Host", host],
  ["Content-Type", "application/json"],
];

const rightParams = (random: Random, notify: string) => ({
  merchantId: random.isOneIn(20) ? random.below(10) : 3,
  userId: "user1",
  tokenId: random.pick([351, 375, 351, 9]),
  orderId: random.isOneIn(3) ? 400_000 + random.below(500_000) : undefined,
  reason: "plan",
  amount: random.pick([1, 50, 9_000_051, "12.50"]),
  currency: random.pick(["HKD", "USD", undefined]),
  merchantReference: `F-${random.below(3000)}`,
  lineItems,
  callbackUrl: random.isOneIn(10) ? { success: "https://shop.example/", notify } : { success: "https://shop.example/" },
  allowedBinRanges: [{ binStart: "4111", binEnd: "4222" }],
  paymentType: "ALIPAYHK",
  paymentTerminal: "PCWEB",
});

/** Some are signed; to sign each would take longer than to answer it. */
function merchant(random: Random, { host, notifyUrl }: Aim): Shot {
  const lane = random.pick(["default", TAME, WILD]);
  const params = rightParams(random, notifyUrl);
  const request = random.isOneIn(3) ? JSON.stringify(params) : spoiled(params, random);
  const signature = random.isOneIn(50) ? undefined : random.pick([null, "x", "", "AAAA"]);
  const text = envelope({}, { request, signature });
  const body = random.isOneIn(8) ? spoiled(JSON.parse(text), random) : text;
  const path = `/${random.pick(endpoints).path}${random.isOneIn(20) ? "/" : ""}`;
  return {
    request: {
      method: "POST",
      target: under(lane, path),
      headers: json(host),
      body: Buffer.from(body),
      framing: "length",
    },
    isForeign: false,
    mayHang: lane === WILD,
  };
}

/** What the wild lane alone is asked: it may change how calls are answered there. */
const isWild = /^\/(rules|next|scenario|snapshots|wait|events|clock)/;
const places: Readonly<Record<string, readonly string[]>> = {
  name: [
    ...[WILD, TAME, "made", "nobody", "..%2f..%2fx", "..%2Fvictim%2Fdefault", "..%2Fdefault"],
    ...["x%00", "x".repeat(300), "%00", "a%20b", ".."],
  ],
  id: ["1", "0", "-1", "9".repeat(30), "x", "req-1", "rule-1", "%ff", "1e3"],
};

function control(random: Random, { host }: Aim): Shot {
  const call = random.pick(calls);
  const hasBody = !isRaw(call) && "body" in call && call.body !== undefined;
  const example = hasBody ? exampleOf(call.body as never) : undefined;
  const right = call.path === "/lanes" ? { name: "made" } : example;
  const isDocument = !isRaw(call) && "document" in call;
  const text = isDocument ? documentText(random) : right === undefined ? "" : bodyText(random, right, call.path);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => random.pick(places[name] ?? places.id!));
  const query = random.isOneIn(3) ? `?${random.pick(queries)}` : "";
  const lane = isWild.test(call.path) ? WILD : random.pick([WILD, TAME, "default"]);
  return {
    request: {
      method: call.method,
      target: under(lane, `/_sandbox${path}${query}`),
      headers: json(host),
      body: Buffer.from(text),
      framing: text === "" ? "none" : "length",
    },
    isForeign: false,
    mayHang: /^\/(wait|events)/.test(call.path) || lane === WILD,
  };
}

/** Another name would make another lane, rightly. */
const bodyText = (random: Random, right: unknown, path: string): string =>
  path === "/lanes" || random.isOneIn(3) ? JSON.stringify(right) : spoiled(right, random);

const queries =
  "limit=1 limit=-1 limit=1e9 status=OPEN status=x merchantId=3 merchantId=%00 x a=b&a=c __proto__=1".split(" ");

const documents = [
  '{"name":"reset-on-refund"}',
  '{"name":"x","rules":[{"when":{"operation":"*"},"then":{"fault":"http-500","placed":"before-parse"}}]}',
  '{"name":"x","given":{"orders":[{"merchantId":3,"merchantReference":"G-1","amount":100,"status":"SETTLED"}]}}',
  "name: x\nrules:\n  - &a\n    then: { outcome: rate-limited }\n  - *a\n",
  "a: &a [*a]\nname: x\n",
  `name: x\nrules: [${"{then: {outcome: approve}},".repeat(200)}]\n`,
  "name: &x y\n? [complex]\n: 1\n",
  `name: ${"[".repeat(2000)}`,
  "name: !!js/function x\n---\nname: y\n",
];

function documentText(random: Random): string {
  const text = random.pick(documents);
  return text.startsWith("{") && random.isOneIn(2) ? spoiled(JSON.parse(text), random) : text;
}

const actions = [
  ...["", "/", "/pay", "/cancel", "/challenge", "/expire", "/status", "/result", "/inspect", "/save"],
  ...["/sheet/APPLEPAY", "/qr/ALIPAYHK", "/phone/ALIPAYHK", "/nothing", "/%2e%2e/pay"],
];
const fields = "card-number card-holder card-expiry card-cvc email country method lang answer __proto__".split(" ");
const fieldValues = [
  ...["4111 1111 1111 1111", "5555555555554444", "12/39", "123", "CARD", "ALIPAYHK", "HK", ""],
  ...["\u0000", "\ud800", "x".repeat(3000), "<b>", "١٢/٣٩", "zh-HK"],
];
const consolePaths = [
  ...["", "/", "/orders", "/orders/1", "/requests/req-1", "/%ff"].map((path) => `/_sandbox/ui${path}`),
  ...["/metrics", "/livez", "/readyz", "/", "/lane/", "/lane"],
];

function page(random: Random, { host, sessions }: Aim): Shot {
  const session = random.isOneIn(4) ? random.pick(["x", "0", "%00", "..", "__proto__", "1-"]) : random.pick(sessions);
  const kind = random.pick(["checkout", "checkout", "card-entry"]);
  const isConsole = random.isOneIn(5);
  const method = isConsole ? "GET" : random.pick(["GET", "POST", "POST"]);
  const target = isConsole ? random.pick(consolePaths) : `/${kind}/${session}${random.pick(actions)}`;
  const form = new URLSearchParams({ token: random.isOneIn(4) ? "x" : formToken(session) });
  for (let n = random.below(7); n > 0; n--) form.append(random.pick(fields), random.pick(fieldValues));
  const type = random.isOneIn(10) ? "multipart/form-data; boundary=x" : "application/x-www-form-urlencoded";
  const headers = [
    ["Host", host],
    ...(method === "POST" ? [["Content-Type", type] as const] : []),
  ] as Request["headers"];
  const body = Buffer.from(method === "POST" ? form.toString() : "");
  const framing = method === "POST" ? "length" : "none";
  return {
    request: { method, target: under(TAME, target), headers, body, framing },
    isForeign: false,
    mayHang: false,
  };
}

const ghostPaths = [
  ...["", "/", "/y.png", "/hosted-checkout/create", "/checkout/x", "/nothing", "/..", "//"],
  ...["orders", "orders/7", "ui", "nothing"].map((path) => `/_sandbox/${path}`),
];
const ghostNames = ["a%20b", "%2e%2e", "x".repeat(65), "..", "ü", "%00", "%", "a%2fb"];

/** Below a lane that is not there: nothing of it may make one. */
function ghost(random: Random, { host }: Aim): Shot {
  const name = random.pick([`ghost-${random.below(50)}`, ...ghostNames]);
  const isWrite = random.isOneIn(3);
  const way = isWrite ? random.below(3) : 0;
  const hostile: Request["headers"] =
    way === 1
      ? [["Host", "evil.example"]]
      : [["Host", host], ...(way === 2 ? [["Origin", "https://evil.example"] as const] : [])];
  // A write that is refused by nothing else goes to a path that is none.
  const path = way === 0 && isWrite ? "/nothing" : random.pick(ghostPaths);
  return {
    request: {
      method: isWrite ? "POST" : random.pick(["GET", "HEAD", "OPTIONS", "DELETE", "PATCH", "TRACE"]),
      target: `/lane/${name}${path}`,
      headers: [...hostile, ["Content-Type", "application/json"]],
      body: Buffer.from(isWrite ? envelope(rightParams(random, ""), { signature: "x" }) : random.pick(oddJson)),
      framing: "length",
    },
    isForeign: way > 0,
    mayHang: false,
  };
}
