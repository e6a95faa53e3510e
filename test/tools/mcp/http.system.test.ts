import "../../support/dist.js";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../src/lane/ports/log.js";
import { packagePath } from "../../../src/package/files.js";
import { defaultSettings, type Settings } from "../../../src/server/options/settings.js";
import { startServer } from "../../../src/server/server.js";
import { agentAnswer } from "../../../src/tools/cli/server/agent-answer.js";
import { isProof } from "../../support/proof.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function sandbox(over: Partial<Settings> = {}): Promise<string> {
  const settings = { ...defaultSettings, port: 0, ...over };
  const server = await startServer(settings, silentLog, { mcp: agentAnswer(settings) });
  closing.push(() => server.stop());
  return server.url;
}

/** An agent's client over HTTP. */
async function agentAt(url: string, token?: string) {
  const client = new Client({ name: "test", version: "1" });
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/_sandbox/mcp`), { requestInit: { headers } });
  // The types of the protocol's package don't fit `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  closing.push(() => client.close());
  return {
    instructions: () => client.getInstructions() ?? "",
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    tool: async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
      const { content } = await client.callTool({ name, arguments: args }, undefined, { timeout: 60_000 });
      return (content as { text: string }[]).map(({ text }) => text).join("\n");
    },
  };
}

describe("an agent over HTTP", () => {
  it("judges a shop, in the folder that it names", async () => {
    const agent = await agentAt(await sandbox());
    const nothing = await agent.tool("judge", {
      command: [process.execPath, "right.mjs"],
      cwd: packagePath("examples/shops"),
      only: "sale#1/after-commit/connection-reset",
    });
    expect(nothing).toContain("Nothing found");
    expect(nothing.split("\n").at(-1)).toBe(
      "Only a part of the mutants was planned: judge without only tries the rest. conformance, with the same command, tests named requirements, too.",
    );
  });

  // conformance-command.system.test.ts runs it by command.
  it.runIf(isProof)("repairs a shop that fails a test of conformance, and the test passes", async () => {
    const agent = await agentAt(await sandbox());
    const folder = mkdtempSync(join(tmpdir(), "agent-"));
    closing.push(() => rmSync(folder, { recursive: true }));
    const shop = join(folder, "conformance/reads-by-pattern.mjs");
    for (const file of ["skeleton", "conformance/reads-by-pattern"])
      cpSync(packagePath(`examples/shops/${file}.mjs`), join(folder, `${file}.mjs`));
    const asked = { command: [process.execPath, shop], cwd: folder, profile: "fw" };

    const found = await agent.tool("conformance", asked);
    expect(found).toContain("FW-04 FAIL: The members of an answer may come in any order.");
    expect(found).toContain("Cure: Read answers with a JSON parser, never with a pattern.");

    // What is left of the class is its day: all else is the right shop's.
    writeFileSync(shop, readFileSync(shop, "utf8").replace(/\n {2}isDone[\s\S]*\n}\n/, "}\n"));
    expect(await agent.tool("conformance", asked)).toMatch(
      /^No test failed\. 4 PASS, 1 NOT APPLICABLE|^No test failed\. 5 PASS/,
    );
  });

  /** A call of judge whose command writes its process id into the file and then waits. */
  const judging = (url: string, file: string, signal: AbortSignal, name = "judge", more: object = {}) =>
    fetch(`${url}/_sandbox/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: {
          name,
          arguments: { command: [process.execPath, "-e", WAITS, file], timeout: "60s", ...more },
        },
      }),
      signal,
    });
  const WAITS = "require('fs').writeFileSync(process.argv[1], String(process.pid)); setTimeout(() => {}, 60000)";

  it("that goes ends the command that it had judged; two run at a time, and a third is told", async () => {
    const url = await sandbox();
    const folder = mkdtempSync(join(tmpdir(), "agent-"));
    closing.push(() => rmSync(folder, { recursive: true }));
    const leaving = new AbortController();
    const files = ["a", "b"].map((name) => join(folder, name));
    const [a, b] = files as [string, string];
    const report = join(folder, "report.json");
    writeFileSync(
      report,
      JSON.stringify({ format: 1, findings: [{ verdict: "paid-unpaid", mutant: "sale#1/x/y" }], practices: [] }),
    );
    const calls = [judging(url, a, leaving.signal), judging(url, b, leaving.signal, "prove_fix", { report })];
    const pids = () => files.map((file) => Number(existsSync(file) && readFileSync(file, "utf8")));
    await expect.poll(() => pids().every((pid) => pid > 0)).toBe(true);
    const third = await (await judging(url, join(folder, "c"), AbortSignal.timeout(120_000))).json();
    const text = expect.stringContaining("2 tools run commands already");
    expect(third).toMatchObject({ result: { isError: true, content: [{ text }] } });
    const ran = pids();
    leaving.abort();
    for (const call of calls) await expect(call).rejects.toThrow();
    const isThere = (pid: number): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(() => ran.some(isThere)).toBe(false);
    // Both places are free again.
    const again = new AbortController();
    const later = judging(url, join(folder, "d"), again.signal);
    await expect.poll(() => existsSync(join(folder, "d"))).toBe(true);
    again.abort();
    await expect(later).rejects.toThrow();
  });

  it("works in the lane that its address names, and moves its clock", async () => {
    const url = await sandbox();
    const lane = `${url}/lane/agent-1`;
    const agent = await agentAt(lane);
    const made = JSON.parse(await agent.tool("call", { operation: "hosted-checkout/create", demo: true }));
    expect(made).toMatchObject({ http: 200, body: { responseCode: "0000" }, warnings: [] });
    const text = await agent.tool("call", {
      operation: "hosted-checkout/query",
      params: ' {"amount":50.10} ',
      demo: true,
    });
    expect(text).toContain('"amount": 50.00');
    const [asked] = JSON.parse(await agent.tool("list_requests"));
    const why = JSON.parse(await agent.tool("explain_request", { id: asked.id, json: true }));
    expect((why.request ?? why.call.request).text).toMatch(/^ \{"amount":50\.10,"merchantId":3,.* $/);
    const { merchantReference } = made.body.order;
    expect(JSON.parse(await agent.tool("pay_order", { order: merchantReference }))).toMatchObject({
      status: "SUCCESS",
    });
    expect(JSON.parse(await agent.tool("clock", { move: { action: "freeze" } }))).toMatchObject({ mode: "frozen" });
    expect(await agent.tool("reset")).toBe(`${lane} is empty.`);
    expect(await agent.tool("list_requests")).toBe("[]");
  });

  it("is told the command that prints a shop's variables for this sandbox", async () => {
    const url = await sandbox();
    expect((await agentAt(url)).instructions()).toContain(`payment-sandbox env --url ${url}\``);
  });

  it("is offered no tool that runs commands with a token, not even by the instructions", async () => {
    const tokens = [{ name: "a", token: "token-of-team-a", lanes: "*" }];
    const shared = await agentAt(await sandbox({ adminTokens: tokens }), "token-of-team-a");
    expect(`${shared.instructions()} ${await shared.names()}`).not.toMatch(/judge|conformance|prove_fix/);
    await expect(shared.tool("judge", { command: ["true"] })).rejects.toThrow(
      /judge is not offered over HTTP with a token; use `(npx )?payment-sandbox mcp`/,
    );
    expect((await agentAt(await sandbox())).instructions()).toMatch(/judge, or conformance/);
  });

  it("is told that its call made the lane only if the lane is there now", async () => {
    const agent = await agentAt(await sandbox());
    const lane = "zz-1";
    const wrong = { when: { operation: "*/refund" }, then: { outcome: "no-such" } };
    const failing = { operation: "hosted-checkout/refund", demo: true };
    for (const [name, args] of [
      ["pay_order", { lane, order: "X" }],
      ["resend", { lane, id: 1 }],
      ["rules", { lane, action: "list" }],
      ["clock", { lane }],
      ["snapshots", { lane, action: "list" }],
      ["force_outcome", { lane, ...wrong }],
      ["call", { lane, ...failing }],
    ] as const)
      expect([name, (await agent.tool(name, args)).split("\n").at(-1)]).toEqual([
        name,
        expect.stringMatching(/^Note: lane zz-1 does not exist; the others: default/),
      ]);
    expect(await agent.tool("force_outcome", { lane, then: { delay: "1s" } })).toContain(
      "\nNote: lane zz-1 did not exist, so this call made it; the others: default",
    );
    expect(await agent.tool("rules", { lane, action: "list" })).not.toContain("Note:");
  });

  it("is not told that a lane of another team does not exist", async () => {
    const tokens = [
      { name: "a", token: "token-of-team-a", lanes: "a-*" },
      { name: "b", token: "token-of-team-b", lanes: "b-*" },
    ];
    const url = await sandbox({ adminTokens: tokens });
    const other = await agentAt(`${url}/lane/b-1`, "token-of-team-b");
    await other.tool("force_outcome", { then: { delay: "1s" } });
    const said = await (await agentAt(`${url}/lane/a-1`, "token-of-team-a")).tool("reset", { lane: "b-1" });
    expect(said).toContain("opens lanes a-*, not b-1");
    expect(said).not.toMatch(/Note:|is empty/);
  });

  it.each([
    ["no token", { adminTokens: [{ name: "a", token: "token-of-team-a", lanes: "a-*" }] }, {}, 401],
    ["a page of another site", {}, { Origin: "https://evil.example" }, 403],
  ])("is refused with %s", async (_, over, headers, http) => {
    const url = await sandbox(over);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const answer = await fetch(`${url}/_sandbox/mcp`, { method: "POST", headers: { ...json, ...headers }, body });
    expect(answer.status).toBe(http);
  });

  it("is told what to accept", async () => {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const answer = await fetch(`${await sandbox()}/_sandbox/mcp`, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(406);
    expect(await answer.json()).toMatchObject({
      fix: "the protocol requires both: Accept: application/json, text/event-stream",
    });
  });

  it("is told by a GET that there are no sessions", async () => {
    const answer = await fetch(`${await sandbox()}/_sandbox/mcp`);
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
  });
});
