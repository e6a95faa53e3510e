import { Agent, request as httpRequest } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { envelope, requests } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox } from "../support/sandbox.js";
import { describeFaults, type Seen } from "./fault-clients.js";

const sandbox = ofFile(await startTestSandbox());

/** fetch hides the cause behind "fetch failed", or behind "terminated" once the headers are there. */
async function byFetch(url: string, body: string): Promise<Seen> {
  try {
    const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return { status: answer.status, type: answer.headers.get("content-type") ?? "", body: await answer.text() };
  } catch (error) {
    return { cut: ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).message };
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

describeFaults({
  name: "fetch",
  call: byFetch,
  cut: {
    "connection-reset": "ECONNRESET",
    "empty-response": "UND_ERR_SOCKET",
    "truncated-head": "UND_ERR_SOCKET",
    "truncated-body": "UND_ERR_SOCKET",
  },
});
describeFaults({
  name: "node's http with keep-alive",
  call: byAgent,
  cut: {
    "connection-reset": "ECONNRESET",
    "empty-response": "ECONNRESET",
    "truncated-head": "ECONNRESET",
    "truncated-body": "ECONNRESET",
  },
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
