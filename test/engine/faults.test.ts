import { execFile } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultName, faultNames, type Placement, placements } from "../../src/scenario/rule.js";
import { envelope, reference, requests } from "../support/client.js";
import { control, startTestSandbox, type TestLane, type TestSandbox } from "../support/sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

/** What a client sees: the status and the body, or how the connection ended. */
type Seen = { readonly status: number; readonly type: string; readonly body: string } | { readonly cut: string };

/** fetch hides the cause behind "fetch failed", or behind "terminated" once the headers are there. */
async function byFetch(url: string, body: string): Promise<Seen> {
  try {
    const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return { status: answer.status, type: answer.headers.get("content-type") ?? "", body: await answer.text() };
  } catch (error) {
    return { cut: ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).message };
  }
}

const run = promisify(execFile);
async function byCurl(url: string, body: string): Promise<Seen> {
  const shown = "\n%{http_code} %{content_type}";
  const args = ["-sS", "-X", "POST", "-H", "Content-Type: application/json", "-d", body, "-w", shown, url];
  try {
    const { stdout } = await run("curl", args);
    const end = stdout.lastIndexOf("\n");
    const [status, type = ""] = stdout.slice(end + 1).split(" ");
    return { status: Number(status), type, body: stdout.slice(0, end) };
  } catch (error) {
    return { cut: String((error as { code?: number }).code) };
  }
}

const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => keepAlive.destroy());
function byAgent(url: string, body: string): Promise<Seen> {
  return new Promise((resolve) => {
    const cut = (error: NodeJS.ErrnoException) => resolve({ cut: error.code ?? error.message });
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const asked = httpRequest(url, { method: "POST", agent: keepAlive, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      answer.on("error", cut);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "", body: text }),
      );
    });
    asked.on("error", cut);
    asked.end(body);
  });
}

const clients = { fetch: byFetch, curl: byCurl, "node's http with keep-alive": byAgent } as const;
type ClientName = keyof typeof clients;

/** How each fault looks: an answer, or the words of each client for a connection that was cut. */
const cutAs: Partial<Record<FaultName, Record<ClientName, RegExp>>> = {
  "connection-reset": { fetch: /^ECONNRESET$/, curl: /^56$/, "node's http with keep-alive": /^ECONNRESET$/ },
  "empty-response": { fetch: /^UND_ERR_SOCKET$/, curl: /^52$/, "node's http with keep-alive": /^ECONNRESET$/ },
  "truncated-body": { fetch: /^UND_ERR_SOCKET$/, curl: /^18$/, "node's http with keep-alive": /^ECONNRESET$/ },
};

function expectSeen(fault: FaultName, client: ClientName, seen: Seen): void {
  const cut = cutAs[fault];
  if (cut) {
    expect(seen).toEqual({ cut: expect.stringMatching(cut[client]) });
    return;
  }
  if ("cut" in seen) throw new Error(`expected an answer, found ${seen.cut}`);
  const code = Number(/^http-(\d+)$/.exec(fault)?.[1] ?? 200);
  expect(seen.status).toBe(code);
  expect(seen.type).toMatch(fault === "garbage-body" ? /^application\/json/ : /^text\/html/);
  if (fault !== "wrong-content-type") expect(() => JSON.parse(seen.body)).toThrow();
}

/** Whether the sale was made, by a query that no fault touches. */
async function statusOf({ client }: TestLane, merchantReference: string): Promise<string | undefined> {
  const { body } = await client("hosted-checkout/query", { merchantId: 3, merchantReference });
  return body.order?.status;
}

const answered = faultNames.filter((fault) => fault !== "no-response");
const cases = answered.flatMap((fault) => placements.map((placed) => [fault, placed] as const));

describe.each(Object.keys(clients) as ClientName[])("by %s", (name) => {
  it.each(cases)("%s %s: the answer is as told, and the money moved only after the commit", async (fault, placed) => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", {
      name: "trouble",
      when: { operation: "tokenization/sale" },
      times: 1,
      then: { fault, placed },
    });
    const merchantReference = reference();
    const body = envelope(requests.sale({ merchantReference }));
    expectSeen(fault, name, await clients[name](`${lane.url}/tokenization/sale`, body));
    expect(await statusOf(lane, merchantReference)).toBe(placed === "after-commit" ? "SUCCESS" : undefined);
    expect((await control(lane.url, "GET", "rules")).body.rules).toMatchObject([{ name: "trouble", fired: 1 }]);

    const again = await clients[name](`${lane.url}/tokenization/sale`, envelope(requests.sale()));
    expect(again).toMatchObject({ status: 200, body: expect.stringContaining('"responseCode":"0000"') });
  });
});

describe("no-response", () => {
  it.each(placements)("%s holds the connection until the client leaves", async (placed: Placement) => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", { times: 1, then: { fault: "no-response", placed } });
    const merchantReference = reference();
    const leaving = new AbortController();
    const hanging = fetch(`${lane.url}/tokenization/sale`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: envelope(requests.sale({ merchantReference })),
      signal: leaving.signal,
    });
    await control(lane.url, "POST", "wait", { for: "request", match: { merchantReference } });
    leaving.abort();
    await expect(hanging).rejects.toThrow("aborted");
    expect(await statusOf(lane, merchantReference)).toBe(placed === "after-commit" ? "SUCCESS" : undefined);
  });
});

describe("a fault", () => {
  it("harms no other request on the connection", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", {
      when: { merchantReference: "CUT" },
      then: { fault: "connection-reset", placed: "after-commit" },
    });
    const sale = (merchantReference: string) =>
      byAgent(`${lane.url}/tokenization/sale`, envelope(requests.sale({ merchantReference })));
    // One socket: they go one after another, the second over a new connection.
    const seen = await Promise.all([sale("A"), sale("CUT"), sale("B")]);
    expect(seen.map((one) => ("cut" in one ? one.cut : one.status))).toEqual([200, "ECONNRESET", 200]);
  });

  it("before the parse asks for no signature and no parameter", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", {
      when: { merchantReference: "X" },
      then: { fault: "http-502", placed: "before-parse" },
    });
    const bare = (merchantReference: string) =>
      lane.client("tokenization/sale", { merchantId: 3, merchantReference }, { signature: "wrong" });
    expect((await bare("X")).http).toBe(502);
    expect((await bare("Y")).body.message).toBe("invalid signature");
  });

  it("before the parse may ask for an amount, as it was sent", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", {
      when: { amount: { gte: 50, lt: 60 } },
      then: { fault: "http-503", placed: "before-parse" },
    });
    const sale = async (amount: unknown) => (await lane.client("tokenization/sale", requests.sale({ amount }))).http;
    expect([await sale("50.00"), await sale(59.99), await sale("49.99"), await sale(60), await sale("x")]).toEqual([
      503, 503, 200, 200, 200,
    ]);
    expect(await lane.lane.store.views.orders({})).toHaveLength(2);
  });

  it("of an answer tells nothing that the answer would have told", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "next", { fault: "http-500", placed: "after-commit" });
    const { text, headers } = await lane.client("tokenization/sale", requests.sale());
    expect(text).not.toContain("responseCode");
    expect(headers.get("X-Sandbox-Rule")).toBe("rule-1");
  });
});
