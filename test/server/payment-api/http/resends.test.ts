import { describe, expect, it } from "vitest";
import { CALL_TOOL, type Resend, resendText } from "../../../../src/lane/ports/explanation.js";
import { type Answered, created, envelope, type Params, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const PERHAPS = "perhaps your HTTP client or a retry layer above it sent them again, perhaps your code";
const BY_CODE = "your code sent them again, or a retry that you gave your HTTP client";

describe("a resend", () => {
  const cut = { fault: "connection-reset" } as const;
  it.each<[string | undefined, Partial<Resend>, string]>([
    ["okhttp/4.9.0", cut, "most likely your HTTP client sent them again by itself"],
    [
      "okhttp/4.9.0",
      { ...cut, isOnNew: true },
      `${BY_CODE} (OkHttp does so by itself only on a connection that was used before)`,
    ],
    [
      "GuzzleHttp/7",
      { ...cut, isOnNew: true },
      `${BY_CODE} (Guzzle does so by itself only on a connection that was used before)`,
    ],
    [
      "GuzzleHttp/7",
      { fault: "truncated-head", isOnNew: true },
      "most likely your HTTP client sent them again by itself",
    ],
    ["Wget/1.21.3", { ...cut, isOnNew: true }, "most likely your HTTP client sent them again by itself"],
    ["okhttp/4.9.0", { ...cut, afterMs: 100 }, PERHAPS],
    ["okhttp/4.9.0", { ...cut, isAfterOthers: true }, PERHAPS],
    ["python-requests/2.28.1", cut, `${BY_CODE} (python-requests/2.28.1 never does so by itself)`],
    ["Shop/1.0", cut, PERHAPS],
    [undefined, cut, PERHAPS],
    [undefined, {}, PERHAPS],
    [undefined, { fault: "http-503" }, BY_CODE],
    [
      "Apache-HttpClient/5.2.1 (Java/17.0.21)",
      cut,
      `${BY_CODE} (Apache-HttpClient/5.2.1 (Java/17.0.21) never does so by itself)`,
    ],
    [
      "Apache-HttpClient/5.2.1 (Java/17.0.21)",
      { fault: "http-503", afterMs: 1004 },
      "most likely your HTTP client sent them again by itself",
    ],
    [
      "Apache-HttpClient/4.5.14 (Java/17.0.21)",
      { fault: "http-503" },
      `${BY_CODE} (Apache-HttpClient/4.5.14 (Java/17.0.21) never does so by itself)`,
    ],
    [undefined, { ...cut, isInProcess: true }, "your code sent them again"],
    [CALL_TOOL, { isInProcess: true }, "the tool call was called again"],
  ])("of %s, %j says who most likely sent it", (userAgent, resend, expected) => {
    const said = resendText({ userAgent, resend: { of: 2, afterMs: 9, ...resend } });
    expect(said.slice(said.indexOf("; ") + 2)).toBe(expected);
  });

  it.each<[Partial<Resend>, string]>([
    [{ fault: "connection-reset" }, "req-2, whose answer was cut (connection-reset)"],
    [{ fault: "http-503" }, "req-2, whose answer was replaced (http-503)"],
    [{}, "the client of req-2 had left"],
  ])("%j says how the first was lost", (resend, expected) => {
    const said = resendText({ resend: { of: 2, afterMs: 9, ...resend } });
    expect(said).toMatch(`the same bytes came 9 ms after ${expected}; `);
  });
});

type Fault = readonly [fault: string, placed: string];
const lost: Fault = ["connection-reset", "after-commit"];

/** Sends the same bytes twice. The first answer is lost. */
async function twice(
  { url, client }: TestLane,
  path: string,
  params: Params,
  [fault, placed]: Fault,
): Promise<Answered> {
  await control(url, "POST", "next", { fault, placed });
  const body = envelope(params);
  await client(path, {}, { body }).catch(() => {});
  return client(path, {}, { body });
}

const why = async ({ url }: TestLane, { headers }: Answered) =>
  (await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`)).body;

const SALE = requests.sale({ merchantReference: "A-1" });

/** What the shop is told, and what why says, without the first sentence and the order's id. */
const cases: readonly (readonly [string, (at: TestLane) => Promise<Params>, Fault, string, string])[] = [
  [
    "tokenization/sale",
    async () => SALE,
    lost,
    "2002",
    "The money moved, once. Query the reference and take that result. A new reference would charge again.",
  ],
  [
    "hosted-checkout/create",
    async () => requests.create({ merchantReference: "A-1" }),
    lost,
    "2002",
    "The order waits for its shopper. Use the checkoutUrl of that answer. If you lost it, let the order expire before you create another.",
  ],
  [
    "hosted-checkout/refund",
    async ({ client }) => ({ merchantId: 3, orderId: (await sold(client)).id, amount: 20 }),
    lost,
    "2004",
    "That refund is done: the shopper gets 20.00 HKD. Book it once.",
  ],
  [
    "direct/void",
    async ({ client }) => ({ merchantId: 3, orderId: (await sold(client)).id }),
    lost,
    "2008",
    "That void is done. Book it once, and do not refund the order.",
  ],
  [
    "tokenization/delete-token",
    async ({ client }) => {
      await sold(client);
      return { merchantId: 3, userId: "user1", tokenId: 351 };
    },
    lost,
    "2009",
    "That deletion is done. Book it once.",
  ],
  [
    "tokenization/sale",
    async () => SALE,
    ["empty-response", "before-commit"],
    "0000",
    "This one was answered, so the shop has its result.",
  ],
  [
    "tokenization/sale",
    async () => SALE,
    ["http-503", "before-parse"],
    "0000",
    "This one was answered, so the shop has its result.",
  ],
  [
    "hosted-checkout/query",
    async ({ client }) => ({ merchantId: 3, orderId: (await created(client)).id }),
    lost,
    "0000",
    "This one was answered, so the shop has its result.",
  ],
];

describe.each(cases)("%s, sent again by the client", (path, params, fault, code, advice) => {
  it(`after ${fault.join(" ")} is answered ${code}, and told as a resend`, async () => {
    const at = await sandbox.lane();
    const answered = await twice(at, path, await params(at), fault);
    const first = `req-${Number(answered.headers.get("X-Sandbox-Request-Id")!.slice(4)) - 1}`;
    expect(answered.body.responseCode).toBe(code);
    expect(answered.headers.get("X-Sandbox-Warnings")).toMatch(
      new RegExp(`^the same bytes came \\d+ ms after ${first}, whose answer was (cut|replaced) \\(${fault[0]}\\); `),
    );
    const { request, explain } = await why(at, answered);
    expect(request).toMatchObject({ resendOf: first, afterMs: expect.any(Number) });
    expect(explain.advice).toMatch(/^The same bytes came \d+ ms after /);
    expect(explain.advice.slice(explain.advice.indexOf(". ") + 2)).toBe(advice);
    const { body } = await control(at.url, "GET", `requests/${first}`);
    expect(body.request.resentAs).toEqual([request.id]);
    expect(body.explain.advice).toMatch(
      new RegExp(`${request.id} brought the same bytes \\d+ ms later, and the shop saw its answer: ${code}\\.`),
    );
  });
});

it("why names Guzzle's own retry after half of the headers, which its connection's switch doesn't turn off", async () => {
  const at = await sandbox.lane();
  await control(at.url, "POST", "next", { fault: "truncated-head", placed: lost[1] });
  const [body, headers] = [envelope(SALE), { "User-Agent": "GuzzleHttp/7" }];
  await at.client("tokenization/sale", {}, { body, headers }).catch(() => {});
  const { advice } = (await why(at, await at.client("tokenization/sale", {}, { body, headers }))).explain;
  expect(advice).toContain(
    "most likely your HTTP client sent them again by itself; to turn that off in Guzzle: a body that it can't rewind, new NoSeekStream(",
  );
});

it.each([
  ["Java/17.0.15", "; to turn that off in Java's HttpURLConnection: -Dsun.net.http.retryPost=false. The money moved"],
  ["GuzzleHttp/7", "; to turn that off in Guzzle: 'curl' => [CURLOPT_FORBID_REUSE => true]. The money moved"],
  ["curl/7.88.1", "; to turn that off in libcurl: CURLOPT_FORBID_REUSE = true. The money moved"],
  ["HTTPClient/1.0 (2.8.3, ruby 3.1.2)", "; Ruby's HTTPClient has no switch for that. The money moved"],
  ["Shop/1.0", "; look for a retry of lost connections in Shop/1.0. The money moved"],
  ["python-requests/2.28.1", "your code sent them again, or a retry that you gave your HTTP client ("],
])("why says how to stop %s from sending lost calls again", async (userAgent, expected) => {
  const at = await sandbox.lane();
  // So that the connection was used before.
  await at.client("tokenization/query-token", { merchantId: 3, userId: "user1" });
  await control(at.url, "POST", "next", { fault: lost[0], placed: lost[1] });
  const [body, headers] = [envelope(SALE), { "User-Agent": userAgent }];
  await at.client("tokenization/sale", {}, { body, headers }).catch(() => {});
  const answered = await at.client("tokenization/sale", {}, { body, headers });
  expect((await why(at, answered)).explain.advice).toContain(expected);
});

it("the order of a charge that was sent twice shows both calls", async () => {
  const at = await sandbox.lane();
  await twice(at, "tokenization/sale", SALE, lost);
  const { orders } = (await control(at.url, "GET", "orders?merchantReference=A-1")).body;
  const { timeline } = (await control(at.url, "GET", `orders/${orders[0].id}`)).body;
  expect(timeline).toMatchObject([
    { what: "tokenization/sale", requestId: "req-1", responseCode: "0000", fault: "connection-reset" },
    { what: "tokenization/sale", requestId: "req-2", responseCode: "2002", resendOf: "req-1" },
  ]);
});

it("an order's story has the calls that were lost or refused before anything looked it up by their reference", async () => {
  const at = await sandbox.lane();
  const named = { merchantId: 3, merchantReference: "A-1" };
  await twice(at, "tokenization/sale", SALE, ["empty-response", "before-commit"]);
  await control(at.url, "POST", "next", { fault: "connection-reset", placed: "before-parse" });
  await at.client("hosted-checkout/refund", { ...named, amount: 5 }).catch(() => {});
  await at.client("hosted-checkout/refund", named);
  await at.client("hosted-checkout/query", { ...named, merchantReference: "A-2" });
  const { timeline } = (await control(at.url, "GET", "orders/A-1")).body;
  expect(timeline).toMatchObject([
    { requestId: "req-1", what: "tokenization/sale", fault: "empty-response" },
    { requestId: "req-2", responseCode: "0000", resendOf: "req-1" },
    { requestId: "req-3", what: "hosted-checkout/refund", fault: "connection-reset" },
    { requestId: "req-4", what: "hosted-checkout/refund", responseCode: "1001" },
  ]);
});

describe("no resend is told", () => {
  const warnings = ({ headers }: Answered) => headers.get("X-Sandbox-Warnings");

  it("of the same bytes after an answer that arrived", async () => {
    const { client } = await sandbox.lane();
    const body = envelope(SALE);
    await client("tokenization/sale", {}, { body });
    expect(warnings(await client("tokenization/sale", {}, { body }))).toBeNull();
  });

  it("of other bytes, or of another path, after a lost answer", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = await sold(client);
    const body = envelope({ merchantId: 3, orderId: id });
    await control(url, "POST", "next", { fault: "empty-response", placed: "before-commit" });
    await client("direct/query", {}, { body }).catch(() => {});
    expect(warnings(await client("direct/query", {}, { body: `${body} ` }))).toBeNull();
    expect(warnings(await client("hosted-checkout/query", {}, { body }))).toBeNull();
  });

  it("a second time after one lost answer", async () => {
    const at = await sandbox.lane();
    const params = { merchantId: 3, userId: "user1" };
    expect(warnings(await twice(at, "tokenization/query-token", params, lost))).toContain("the same bytes");
    const again = await at.client("tokenization/query-token", {}, { body: envelope(params) });
    expect(warnings(again)).toBeNull();
    expect((await why(at, again)).request).not.toHaveProperty("resendOf");
  });
});

it("a client that leaves while its answer is delayed, and sends the call again, is known", async () => {
  const { url, client } = await sandbox.lane();
  await control(url, "PUT", "clock", { action: "resume" });
  await control(url, "POST", "next", { delay: "60s" });
  const body = envelope(SALE);
  const end = new AbortController();
  const first = client("tokenization/sale", {}, { body, signal: end.signal }).catch(() => {});
  await control(url, "POST", "wait", { for: "request" });
  end.abort();
  await first;
  // The server hears of the closed connection before it hears of a later one.
  for (let n = 0; n < 3; n++) await fetch(`${sandbox.url}/livez`, { headers: { Connection: "close" } });
  const again = await client("tokenization/sale", {}, { body });
  expect(again.headers.get("X-Sandbox-Warnings")).toMatch(
    /^the same bytes came \d+ ms after the client of req-1 had left; /,
  );
});

describe("a call after a lost one on the same path", () => {
  const cut = async ({ url, client }: TestLane) => {
    await control(url, "POST", "next", { fault: "connection-reset", placed: "before-commit" });
    await client("tokenization/sale", SALE).catch(() => {});
  };

  it.each([
    ["no body", ""],
    ["an empty object", "{}"],
    ["an empty envelope", envelope({})],
  ])("with %s is told as a broken retry layer", async (_, body) => {
    const at = await sandbox.lane();
    await cut(at);
    const answered = await at.client("tokenization/sale", {}, { body });
    expect(answered.headers.get("X-Sandbox-Warnings")).toMatch(
      /^\d+ ms before, a call of the same path was lost \(req-1, connection-reset\); this one carries none of its fields: /,
    );
    expect((await why(at, answered)).explain.advice).toMatch(
      /^\d+ ms before, a call of the same path was lost .* body\. [A-Z]/,
    );
  });

  it.each([
    ["with its fields", "tokenization/sale", envelope(requests.sale())],
    ["of another path", "tokenization/query-token", "{}"],
  ])("%s is not", async (_, path, body) => {
    const at = await sandbox.lane();
    await cut(at);
    const { headers } = await at.client(path, {}, { body });
    expect(headers.get("X-Sandbox-Warnings") ?? "").not.toContain("none of its fields");
  });
});

describe("copies: cut", () => {
  const fault = { fault: "connection-reset", placed: "after-commit", copies: "cut" };

  /** What each of these bodies gets, and how long after the one before it came. */
  async function seen({ url, client }: TestLane, then: object, bodies: readonly string[]) {
    await control(url, "POST", "next", then);
    const codes: string[] = [];
    for (const body of bodies)
      codes.push(
        await client("tokenization/sale", {}, { body }).then(
          (one) => one.body.responseCode,
          () => "lost",
        ),
      );
    const { requests: calls } = (await control(url, "GET", "requests")).body;
    const isSlow = calls.some(({ afterMs = 0 }) => afterMs > 100);
    return { codes, calls: calls.toReversed(), isSlow };
  }

  /** Only copies within 100 ms are lost too. A busy machine is sometimes slower, so it has several tries. */
  async function quickly(then: object, bodies: readonly string[]) {
    for (let tries = 20; ; tries--) {
      const result = await seen(await sandbox.lane(), then, bodies);
      if (!result.isSlow || tries === 0) return result;
    }
  }
  const body = envelope(SALE);

  it("loses up to four copies, which run and are journalled", async () => {
    const { codes, calls } = await quickly(fault, Array(6).fill(body));
    expect(codes).toEqual(["lost", "lost", "lost", "lost", "lost", "2002"]);
    expect(
      calls.map(({ responseCode, reachedClient, resendOf }: object & Record<string, unknown>) => [
        responseCode,
        reachedClient,
        resendOf,
      ]),
    ).toEqual([
      ["0000", false, undefined],
      ["2002", false, "req-1"],
      ["2002", false, "req-2"],
      ["2002", false, "req-3"],
      ["2002", false, "req-4"],
      ["2002", true, "req-5"],
    ]);
  });

  it("loses none after another call", async () => {
    const other = envelope(requests.sale());
    expect((await quickly(fault, [body, other, body])).codes).toEqual(["lost", "0000", "2002"]);
  });

  it.each([[{ ...fault, copies: "answer" }], [{ ...fault, copies: undefined }]])("%j answers them", async (then) => {
    expect((await quickly(then, [body, body])).codes).toEqual(["lost", "2002"]);
  });

  it("is refused without a fault", async () => {
    const { url } = await sandbox.lane();
    const { http, body: refused } = await control(url, "POST", "next", { outcome: "maintenance", copies: "cut" });
    expect([http, JSON.stringify(refused)]).toEqual([400, expect.stringContaining("a `fault` for `copies`")]);
  });
});

it("a repeat after another call names no HTTP client for sure, and names the call that paid back", async () => {
  const at = await sandbox.lane();
  const { id } = await sold(at.client);
  const refund = (amount: number) => at.client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount });
  await refund(5);
  await control(at.url, "POST", "next", { fault: lost[0], placed: lost[1] });
  await refund(20).catch(() => {});
  await at.client("hosted-checkout/query", { merchantId: 3, orderId: id });
  const { advice } = (await why(at, await refund(20))).explain;
  expect(advice).toMatch(/^The same bytes came \d+ ms after req-3, whose answer was cut .*; your code sent them again/);
  expect(advice).not.toContain("FORBID_REUSE");
  expect(advice).toContain(". If your shop made req-2: it gave back 5.00 HKD, and this call asked for 20.00 HKD.");
});
