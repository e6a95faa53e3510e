import { describe, expect, it, onTestFinished } from "vitest";
import { tail } from "../../../../src/tools/cli/client/tail.js";
import { clientOf, created, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** The lines that a tail of the address prints; `line` resolves with the first that fits. */
function follow(base: string, { json = false }: { json?: boolean } = {}) {
  const end = new AbortController();
  const lines: string[] = [];
  const notes: string[] = [];
  const noted = Promise.withResolvers<void>();
  const looks = new Set<() => void>();
  const print = (line: string): void => {
    lines.push(line);
    for (const look of looks) look();
  };
  const note = (line: string): void => {
    notes.push(line);
    noted.resolve();
  };
  const done = tail({ target: { base }, json, hasColour: false, print, note, signal: end.signal });
  onTestFinished(async () => {
    end.abort();
    await done.catch(() => {});
  });
  const line = (part: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = lines.find((one) => one.includes(part));
        if (found !== undefined) resolve(found.replace(/^[\d:.]+ /, ""));
      };
      looks.add(look);
      look();
    });
  return { line, done, notes, noted: noted.promise };
}

/** Calls until the tail has begun to tell: it connects by itself. */
async function begun(client: TestSandbox["client"], line: (part: string) => Promise<string>): Promise<void> {
  let isTold = false;
  const told = line("tokenization/query-token").then(() => {
    isTold = true;
  });
  while (!isTold) {
    await client("tokenization/query-token", { merchantId: 3, userId: "user1" });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await told;
}

describe("tail", () => {
  it("prints a line for a call, for an action of the page, and for an attempt to notify", async () => {
    const { url, client, lane } = await sandbox.lane();
    const { line } = follow(url);
    await begun(client, line);
    const { id } = await created(client, { callbackUrl: { notify: `${sandbox.url}/nowhere` } });
    expect(await line("hosted-checkout/create")).toMatch(
      new RegExp(
        `^${lane.name} hosted-checkout/create 0000 Success \\S+ HKD 50\\.00 OPEN \\d+ ms → why req-\\d+ --lane ${lane.name}$`,
      ),
    );
    await control(url, "POST", `orders/${id}/simulate`, { action: "decline", reason: "expired-card" });
    expect(await line("checkout/pay")).toMatch(/checkout\/pay (?!0000)\d{4} \w/);
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
    expect(await line("notification ")).toMatch(
      new RegExp(`notification \\d+ of order ${id} \\(\\S+\\), attempt 1: 404 .*, comes again → why notification-\\d+`),
    );
  });

  it.each([
    ["http-503", "after-commit", /tokenization\/sale http-503 instead of 0000 Success A-1 HKD 50\.00 SUCCESS \[cut\]/],
    ["garbage-body", "before-commit", /tokenization\/sale garbage-body before it was carried out A-1 50\.00 \[cut\]/],
  ])("names the fault %s %s of a call", async (fault, placed, expected) => {
    const { url, client } = await sandbox.lane();
    const { line } = follow(url);
    await begun(client, line);
    await control(url, "POST", "rules", {
      name: "cut",
      when: { operation: "tokenization/sale" },
      then: { fault, placed },
    });
    await client("tokenization/sale", requests.sale({ merchantReference: "A-1" }));
    expect(await line("tokenization/sale")).toMatch(expected);
    const { body } = await control(url, "GET", "requests?operation=tokenization/sale");
    expect(body.requests[0]).toMatchObject({ fault, reachedClient: false });
  });

  it("ends with its signal though the request forgot it, as Node's does once it is collected", async () => {
    const { url, client } = await sandbox.lane();
    const end = new AbortController();
    const began = Promise.withResolvers<void>();
    const done = tail({
      target: { base: url, fetch: (asked) => fetch((asked as Request).url) },
      json: true,
      hasColour: false,
      print: () => began.resolve(),
      note: () => {},
      signal: end.signal,
    });
    await begun(client, () => began.promise.then(() => ""));
    end.abort();
    await expect(done).resolves.toBeUndefined();
  });

  it("says of a lane that does not exist yet that it waits for it", async () => {
    const url = `${sandbox.url}/lane/not-yet`;
    const { line, notes, noted } = follow(url);
    await noted;
    await begun(clientOf(url), line);
    expect(notes).toEqual([
      expect.stringMatching(
        /^lane not-yet does not exist yet at http:\S+: waits for its first call; the others: default\b/,
      ),
    ]);
    const again = follow(url);
    await begun(clientOf(url), again.line);
    expect(again.notes).toEqual([`follows ${url} until Ctrl-C`]);
  });

  it("prints the events as JSON, one a line", async () => {
    const { url, client } = await sandbox.lane();
    const { line } = follow(url, { json: true });
    await begun(client, line);
    const { id } = await created(client);
    const told = JSON.parse(await line(`"orderId":${id}`));
    expect(told).toMatchObject({ event: "request", operation: "hosted-checkout/create", message: "Success" });
  });

  it("goes on with the lane that a reset puts in the place of the old one", async () => {
    const { url, client } = await sandbox.lane();
    const { line } = follow(url);
    await begun(client, line);
    await control(url, "POST", "reset", {});
    const again = line("hosted-checkout/create");
    let isTold = false;
    void again.then(() => {
      isTold = true;
    });
    while (!isTold) {
      await created(client);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await again).toContain("hosted-checkout/create 0000");
  });

  it("ends when the sandbox stops, and says where none answers", async () => {
    const own = await startTestSandbox();
    const { line, done } = follow(own.url);
    await begun(own.client, line);
    await own.server.stop();
    await expect(done).resolves.toBeUndefined();
    await expect(follow(own.url).done).rejects.toThrow(`no sandbox answers at ${own.url}`);
  });
});
