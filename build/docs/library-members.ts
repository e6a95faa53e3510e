// The methods of the library, as src/tools/library/types.ts declares them, each with an example that the tests type.
import { readFileSync } from "node:fs";
import { judgeSchemas } from "../../src/tools/judge/schema/schemas.js";
import { libraryTypes } from "../library-types.js";
import { table } from "./tables.js";

/** An example of each member. A member without one stops the build. */
const examples: Readonly<Record<string, string>> = {
  "lane.call": 'const { body } = await lane.call("hosted-checkout/query", { merchantReference: "A-1" });',
  "lane.name": "console.log(lane.name);",
  "lane.url": "const baseUrl = lane.url;",
  "lane.fetch": 'await lane.fetch("/hosted-checkout/query", { method: "POST", body: "{}" });',
  "lane.intercept": 'using off = lane.intercept("https://pay.example/v1");',
  "lane.sign": "const envelope = await lane.sign({ merchantId: 3, orderId: 1000001 });",
  "lane.reset": "await lane.reset({ seed: 7 });",
  "lane.drop": "await lane.drop();",
  "lane.force": 'const rule = await lane.force({ when: { operation: "*/refund" }, then: { outcome: "maintenance" } });',
  "lane.next": 'await lane.next({ fault: "connection-reset", placed: "after-commit" });',
  "lane.rules": "const rules = await lane.rules();",
  "lane.unforce": "await lane.unforce(rule.id);",
  "lane.assume": 'await lane.assume({ "duplicate-reference": "return-existing" });',
  "lane.load": 'await lane.load("refund-short-of-balance");',
  "lane.waitFor": 'await lane.waitFor({ for: "notification", match: { merchantReference: "A-1" } });',
  "lane.verify": 'const report = await lane.verify([{ order: { merchantReference: "A-1", status: "REFUNDED" } }]);',
  "lane.orders": 'const orders = await lane.orders({ status: "SUCCESS" });',
  "lane.order": "const { order, transactions } = await lane.order(1000001);",
  "lane.requests": 'const refused = await lane.requests({ operation: "*/refund" });',
  "lane.request": 'const { explain } = await lane.request("req-1");',
  "lane.notifications": "const [newest] = await lane.notifications();",
  "lane.resend": "await lane.resend(1);",
  "lane.release": "await lane.release(1);",
  "lane.gates": "const held = await lane.gates();",
  "lane.releaseGate": 'await lane.releaseGate("paid");',
  "lane.hold": "await lane.hold(1);",
  "lane.pay": 'await lane.pay(1000001, { card: "master" });',
  "lane.simulate": 'await lane.simulate(1000001, { action: "decline", reason: "insufficient-funds" });',
  "lane.saveCard": 'const { tokenId } = await lane.saveCard("http://localhost:4655/card-entry/1-…");',
  "lane.putToken": 'await lane.putToken({ merchantId: 3, userId: "user9", card: "visa-credit" });',
  "lane.tokens": 'const tokens = await lane.tokens({ userId: "user1" });',
  "lane.putMerchant": "await lane.putMerchant(3, { unsettledBalance: { HKD: 0 } });",
  "lane.merchant": "const { unsettledBalance } = await lane.merchant(3);",
  "lane.settle": "const { settled, paidOut } = await lane.settle(); // 1, { HKD: 50, USD: 0 }",
  "lane.invariants": "const { holds } = await lane.invariants();",
  "lane.snapshot": 'await lane.snapshot("paid");',
  "lane.snapshots": 'console.log((await lane.snapshots()).map(({ name }) => name)); // ["paid"]',
  "lane.restore": 'await lane.restore("paid");',
  "lane.deleteSnapshot": 'await lane.deleteSnapshot("paid");',
  "lane.fork": 'const copy = await lane.fork("paid", "copy");',
  "lane.rules.enable": "await lane.rules.enable(rule.id);",
  "lane.rules.disable": "await lane.rules.disable(rule.id);",
  "lane.clock.now": "const now = await lane.clock.now();",
  "lane.clock.freeze": 'await lane.clock.freeze("2026-01-05T10:00:00+08:00");',
  "lane.clock.set": 'await lane.clock.set("2026-01-06T10:00:00+08:00");',
  "lane.clock.advance": 'const { fired } = await lane.clock.advance("20m");',
  "lane.clock.resume": "await lane.clock.resume();",
  "lane.clock.runUntilIdle": "await lane.clock.runUntilIdle();",
  "sandbox.url": "const defaultUrl = sandbox.url;",
  "sandbox.lane": 'const refunds = await sandbox.lane("refunds");',
  "sandbox.keys": "const { privateKey } = sandbox.keys;",
  "sandbox.fetch": 'await sandbox.fetch("/lane/refunds/_sandbox/orders");',
  "lane.keys": "const ownKey = lane.keys.privateKey;",
  "lane.notificationPublicKey": "const verifyingKey = await lane.notificationPublicKey();",
  "sandbox.notificationPublicKey": "const pem = await sandbox.notificationPublicKey();",
  "sandbox.stop": "await sandbox.stop();",
};

/** A member of an interface, with its comment as one line. */
interface Member {
  readonly name: string;
  /** `advance(by)`, or `url`. */
  readonly shown: string;
  readonly about: string;
}

const MEMBER = /(?: {2}\/\*\*([\s\S]*?)\*\/\n)? {2}(?:readonly )?(\w+)(?:<[^(]+>)?(\(([\s\S]*?)\))?: [^\n]*;\n/g;

function membersOf(types: string, name: string, owner: string): readonly Member[] {
  const [, body = ""] = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(types) ?? [];
  const found: Member[] = [];
  for (const [, comment = "", member = "", call, parameters = ""] of body.matchAll(MEMBER)) {
    const path = `${owner}.${member}`;
    if (member === "clock") continue;
    const names = [...parameters.replace(/\{[^}]*\}/g, "").matchAll(/(\w+)(\??):/g)];
    const shown =
      call === undefined ? path : `${path}(${names.map(([, one, optional]) => `${one}${optional}`).join(", ")})`;
    const about = comment
      .replace(/\n? *\* ?/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    if (about === "") throw new Error(`src/tools/library/types.ts: ${path} has no comment`);
    found.push({ name: path, shown, about });
  }
  return found;
}

/** Each method in a row, `lane.call` first, and an example of each. */
export function libraryMembers(): string {
  const types = readFileSync("src/tools/library/types.ts", "utf8");
  const lane = [
    ...membersOf(types, "SandboxLane", "lane"),
    ...membersOf(types, "LaneRules", "lane.rules"),
    ...membersOf(types, "LaneClock", "lane.clock"),
  ].sort((a, b) => Number(b.name === "lane.call") - Number(a.name === "lane.call"));
  const sandbox = membersOf(types, "Sandbox", "sandbox");
  const all = [...lane, ...sandbox];
  const missing = all.filter(({ name }) => !(name in examples)).map(({ name }) => name);
  const unknown = Object.keys(examples).filter((name) => !all.some((one) => one.name === name));
  if (missing.length + unknown.length > 0)
    throw new Error(`build/docs/library-members.ts: no example of ${missing}; no member ${unknown}`);
  const rows = all.map(({ shown, about }) => [`\`${shown}\``, about]);
  const block = [...new Set(all.map(({ name }) => examples[name]))].join("\n");
  const context =
    'import { startSandbox } from "payment-sandbox"; const sandbox = await startSandbox(); const lane = await sandbox.lane();';
  return `${table(["member", "what it does"], rows)}\n\nOne example of each, in the same order. They are single lines and no program: many need an order, a rule or a snapshot that is not there yet.\n\n<!-- with: ${context} -->\n\`\`\`ts\n${block}\n\`\`\``;
}

/** Each exported type that is a choice of texts, with its values. The judge's are on pages of their own. */
export const libraryValues = (): string =>
  table(
    ["type", "its values"],
    [...libraryTypes().matchAll(/^export type (\w+) =((?:[\s|]*"[^"]+")+);/gm)]
      .filter(([, name = ""]) => !judgeSchemas.has(name))
      .map(([, name, values = ""]) => [
        `\`${name}\``,
        values
          .match(/"[^"]+"/g)!
          .join(", ")
          .replaceAll('"', "`"),
      ]),
  );
