import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import type { RequestDetails } from "../../../src/lane/explain/request-schema.js";
import { useOf } from "../../../src/tools/library/lane-client.js";
import { refusalsText } from "../../../src/tools/library/refusals.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { sign } from "../../../src/tools/library/sign.js";
import type { SandboxLane } from "../../../src/tools/library/types.js";
import { requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";

const sandbox = ofFile(await startSandbox());

it("says of a lane without a call where the calls belong", async () => {
  const lane = await sandbox.lane("none");
  expect(await refusalsText(lane)).toBe(
    `No call reached lane none: does the code under test call ${lane.url}? Fake timers can keep its calls back, too: docs/runners.md#keys-and-fake-timers.\n`,
  );
});

it.each<[string, (lane: SandboxLane) => Promise<unknown>]>([
  ["force", (lane) => lane.force({ when: { operation: "*/refnd" } as never, then: { outcome: "maintenance" } })],
  ["waitFor", (lane) => lane.waitFor({ match: { reference: "A-1" } } as never)],
  ["clock.advance", (lane) => lane.clock.advance("1 month")],
  ["rules.enable", (lane) => lane.rules.enable("rule-9")],
  ["pay", (lane) => lane.pay(77)],
  ["saveCard", (lane) => lane.saveCard("nowhere")],
  ["load", (lane) => lane.load("./no-such-file.yaml")],
])("says nothing of a lane whose %s threw before the first call", async (name, helper) => {
  const lane = await sandbox.lane(`threw-${name}`);
  await expect(helper(lane)).rejects.toThrow();
  expect(await refusalsText(lane)).toBeUndefined();
});

it("says of a lane without a call where the calls belong, if a wait ran out of time", async () => {
  const lane = await sandbox.lane("waited");
  await expect(lane.waitFor({ for: "request", timeoutMs: 1 })).rejects.toThrow();
  expect(await refusalsText(lane)).toMatch(/^No call reached lane waited: /);
});

it("says of a lane that the test dropped that its calls are gone", async () => {
  const lane = await sandbox.lane("dropped");
  await lane.call("hosted-checkout/query", { merchantReference: "NONE" });
  await lane.drop();
  expect(await refusalsText(lane)).toBe("The test dropped lane dropped, so its calls are gone.\n");
});

it("says nothing if all went well", async () => {
  const lane = await sandbox.lane("well");
  await lane.call("tokenization/sale", requests.sale());
  expect(await refusalsText(lane)).toBeUndefined();
});

it("names the rules of the test that never fired, after the refusals", async () => {
  const lane = await sandbox.lane("unfired");
  await lane.load("refund-short-of-balance");
  await lane.force({ when: { merchantReference: "B" }, then: { outcome: "maintenance" } });
  await lane.force({ when: { operation: "*/sale" }, then: { delay: "1ms" } });
  await lane.call("tokenization/sale", requests.sale());
  const unfired = 'Rule rule-1 never fired: when {"merchantReference":"B"}, then {"outcome":"maintenance"}.\n';
  expect(await refusalsText(lane)).toBe(`In lane unfired:\n\n${unfired}`);
  await lane.call("hosted-checkout/query", { merchantReference: "NONE" });
  expect(await refusalsText(lane)).toMatch(/^One call was refused/);
  expect((await refusalsText(lane))?.endsWith(`\n${unfired}`)).toBe(true);
});

it("repeats the clock's hint as long as an order waits to be settled", async () => {
  const lane = await sandbox.lane("midnight");
  await lane.call("tokenization/sale", requests.sale());
  await lane.clock.advance("2d");
  expect(await refusalsText(lane)).toMatch(
    /^In lane midnight:\n\nThe test moved the clock: a midnight has passed, .*lane\.settle\(\).*\.\n$/,
  );
  await lane.settle();
  expect(await refusalsText(lane)).toBeUndefined();
});

it("names a rule that never fired by its name, too", async () => {
  const lane = await sandbox.lane("called");
  await lane.force({ name: "the void is refused", when: { operation: "*/void" }, then: { outcome: "maintenance" } });
  await lane.call("tokenization/sale", requests.sale());
  expect(await refusalsText(lane)).toMatch(/^In lane called:\n\nRule rule-1 "the void is refused" never fired: /);
});

it("prints each warning of a call that was answered 0000 once, with its first call", async () => {
  const lane = await sandbox.lane("misspelt");
  const misspelt = requests.sale({ curency: "USD" });
  for (const merchantReference of ["A-1", "A-2"])
    await lane.call("tokenization/sale", { ...misspelt, merchantReference });
  await lane.call("tokenization/sale", requests.sale({ merchantReference: "A-3", colour: "red", curency: "USD" }));
  expect(await refusalsText(lane)).toBe(
    "In lane misspelt:\n\nreq-1 tokenization/sale has a warning: unknown parameter curency. Did you mean currency?\n" +
      "req-3 tokenization/sale has a warning: unknown parameter colour\n",
  );
});

it("explains the first refusal, and what is equal only once", async () => {
  const lane = await sandbox.lane("first");
  const { lineItems: _, ...sale } = requests.sale({ merchantReference: "A-1" });
  await lane.call("tokenization/sale", sale);
  for (let i = 0; i < 4; i++) await lane.call("hosted-checkout/query", { merchantReference: "A-1" });
  const text = (await refusalsText(lane)) ?? "";
  expect(text).toMatch(/^5 calls were refused, declined or cut in lane first\.\n\n/);
  expect(text).toContain("lineItems: required");
  expect(text).toContain("req-1 above says what to correct");
  expect(text).not.toContain("why req-");
  expect(text.match(/hosted-checkout\/query {2}at/g)).toHaveLength(1);
  expect(text).toContain("\nreq-3, req-4, req-5: the same call with the same answer.\n");
});

it("explains the first and the last three that differ, and a call that they name", async () => {
  const lane = await sandbox.lane("many");
  const sale = (merchantReference: string) => {
    const { lineItems: _, ...rest } = requests.sale({ merchantReference });
    return lane.call("tokenization/sale", rest);
  };
  const query = (merchantReference: string) => lane.call("hosted-checkout/query", { merchantReference });
  await sale("A-1");
  await sale("A-2");
  for (let i = 0; i < 30; i++) await query(`B-${i}`);
  await query("A-2");
  const text = (await refusalsText(lane)) ?? "";
  expect(text).toContain("33 calls were refused, declined or cut in lane many. The first, and the last 3 that differ:");
  expect(text.match(/^req-\d+(?= )/gm)).toEqual(["req-1", "req-2", "req-31", "req-32", "req-33"]);
});

it("advises in the library's words", async () => {
  const lane = await sandbox.lane("words");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = sign(requests.sale(), privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  const headers = { "Content-Type": "application/json" };
  await lane.fetch("/tokenization/sale", { method: "POST", headers, body: JSON.stringify(body) });
  const text = (await refusalsText(lane)) ?? "";
  expect(text).toContain(
    "Sign with the private key of the demo merchant: lane.keys.privateKey, or register yours: lane.putMerchant(3, { publicKeys }).",
  );
});

it("says what an open wait lacks, if the runner ended the test first; by default the wait ends before its 5 s", async () => {
  const lane = await sandbox.lane("waits");
  await lane.call("hosted-checkout/create", requests.create({ merchantReference: "A-1" }));
  const wait = lane.waitFor({ for: "notification", match: { merchantReference: "A-1" } });
  expect([...useOf(lane).waits][0]?.timeoutMs).toBeLessThan(5000);
  expect(await refusalsText(lane)).toMatch(
    /^In lane [\w-]+:\n\nThe test ended while it waited: 0 of 1 notifications matched {"merchantReference":"A-1"} \(order \d+ \(A-1\) is OPEN but has no callbackUrl\.notify: nothing is sent\)/,
  );
  await lane.drop();
  await expect(wait).rejects.toThrow("reset, dropped or restored while this waited");
  expect(useOf(lane).waits.size).toBe(0);
});

it("prints the notification that the shop did not acknowledge, with the text that was signed", async () => {
  const shop = createServer((_, response) => response.writeHead(400).end("bad signature"));
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const { port } = shop.address() as { port: number };
  const lane = await sandbox.lane("told");
  const callbackUrl = { notify: `http://127.0.0.1:${port}/notify` };
  await lane.call("tokenization/sale", requests.sale({ callbackUrl }));
  await expect.poll(() => refusalsText(lane)).toContain("The shop did not acknowledge a notification:");
  expect(await refusalsText(lane)).toMatch(/attempt 1 .* 400 [\s\S]*The text that was signed/);
  expect(await refusalsText(lane)).toContain("(lane.notificationPublicKey() resolves with it)");
  shop.close();
});

it.each([
  ["http://8.8.8.8/notify", "public host (allow it with --allow-notify 8.8.8.8, or allowNotify in the library)"],
  ["localhost:41040/notify", "not an HTTP address such as http://localhost:41040/notify"],
])("prints why nothing was sent to %s, as wait and why do", async (notify, why) => {
  const lane = await sandbox.lane(notify.slice(0, 4));
  await lane.call("tokenization/sale", requests.sale({ callbackUrl: { notify } }));
  const timedOut = await lane.waitFor({ for: "notification", timeoutMs: 300 }).catch((error: Error) => error.message);
  expect(timedOut).toContain(`notification 1 to ${notify} is not sent: `);
  expect(timedOut).toContain(why);
  expect(await refusalsText(lane)).toContain("\nThe shop did not acknowledge a notification:");
  expect(await refusalsText(lane)).toContain(why);
  const [{ explain }] = [await lane.request((await lane.requests())[0]!.id)] as [RequestDetails];
  expect(explain.advice).toMatch(/^The call succeeded\. Notification 1: /);
  expect(explain.advice.split(why)).toHaveLength(2);
});
