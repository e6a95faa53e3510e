import { expect, it } from "vitest";
import { parse } from "yaml";
import type { Scenario } from "../../../src/tools/library/language.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import type { SandboxLane, SandboxOptions } from "../../../src/tools/library/types.js";
import { scenarioText } from "../../../src/tools/trust/import/import.js";
import { ownAnswers } from "../../../src/tools/trust/import/own-answers.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { requests } from "../../support/client.js";

type Step = readonly [operation: string, params: object | ((made: readonly number[]) => object)];

/** The answers of a lane to a shop's calls, as `record` writes them. Orders are named by their place among those made. */
async function recorded(lane: SandboxLane, steps: readonly Step[], before: (step: number) => Promise<void>) {
  const made: number[] = [];
  const all: Recorded[] = [];
  for (const [i, [operation, params]] of steps.entries()) {
    await before(i);
    const sent = JSON.stringify(typeof params === "function" ? params(made) : params);
    const request = JSON.stringify({ request: sent, signature: "***" });
    const headers = { "Content-Type": "application/json" };
    const answer = await lane.fetch(`/${operation}`, { method: "POST", headers, body: request });
    const body = await answer.text();
    const { order } = JSON.parse(body);
    if (order && /create$|sale$/.test(operation)) made.push(order.id);
    const at = new Date(Date.parse("2026-01-05T02:00:00Z") + 1000 * i).toISOString();
    const response = { status: answer.status, contentType: "application/json", body };
    all.push({ at, durationMs: 5, method: "POST", path: `/${operation}`, request, response });
  }
  return all;
}

async function inSandbox(
  options: SandboxOptions,
  steps: readonly Step[],
  before: (lane: SandboxLane, step: number) => Promise<void>,
) {
  await using sandbox = await startSandbox({ signature: "off", ...options });
  const lane = await sandbox.lane();
  return await recorded(lane, steps, (step) => before(lane, step));
}

const nothing = async () => {};
const codes = (calls: readonly Recorded[]) => calls.map(({ response }) => JSON.parse(response!.body).responseCode);
const imported = async (calls: readonly Recorded[]) =>
  parse(scenarioText(calls, { name: "x", own: await ownAnswers(calls) }));
const replayed = async (scenario: Scenario, steps: readonly Step[]) =>
  codes(await inSandbox({ scenario }, steps, nothing));

const create = (merchantReference: string): Step => ["hosted-checkout/create", requests.create({ merchantReference })];
const sale = (merchantReference: unknown): Step => [
  "tokenization/sale",
  requests.sale({ tokenId: 375, merchantReference }),
];
const byReference = (merchantReference: unknown): Step => [
  "hosted-checkout/query",
  { merchantId: 3, merchantReference },
];
const byId = (at: number): Step => ["hosted-checkout/query", (made) => ({ merchantId: 3, orderId: made[at] })];
const malformed: Step = ["tokenization/sale", requests.sale({ tokenId: 375, amount: "much" })];

it.each<[string, Step[], number]>([
  [
    "a query by id among queries by reference",
    [create("A-1"), create("A-2"), byReference("A-1"), byReference("A-2"), byId(0), byId(0)],
    4,
  ],
  [
    "a sale with a number as its reference among texts",
    [sale("A-1"), sale("A-2"), sale(1002), sale(1003), byReference(1002)],
    2,
  ],
  ["a sale after one that the sandbox refuses unread", [malformed, sale("A-1"), malformed, sale("A-2")], 3],
  [
    "a list of cards after others",
    [sale("A-1"), ...Array<Step>(3).fill(["tokenization/query-token", { merchantId: 3, userId: "User1" }])],
    2,
  ],
  [
    "a query of an order of old by its id",
    [create("A-1"), byReference("A-1"), ["hosted-checkout/query", { merchantId: 3, orderId: 1 }], byId(0)],
    2,
  ],
])("the rule of %s fires at that call", async (_, steps, odd) => {
  const calls = await inSandbox({}, steps, async (lane, step) => {
    if (step === odd) await lane.next({ outcome: "maintenance" });
  });
  expect(codes(calls)[odd]).toBe("9002");
  expect(await replayed(await imported(calls), steps)).toEqual(codes(calls));
});

const voidOf = (at: number): Step => ["hosted-checkout/void", (made) => ({ merchantId: 3, orderId: made[at] })];
const exact: Step = ["tokenization/sale", requests.sale({ tokenId: 375, amount: 2.005, merchantReference: "A-2" })];

it("a call that only the service accepts is accepted under the choices that the file then has", async () => {
  const service = { assumptions: { "void-open-order": "void", "amount-precision": "round" } } as const;
  const steps = [create("A-1"), voidOf(0), exact];
  const calls = await inSandbox(service, steps, nothing);
  expect(codes(calls)).toEqual(["0000", "0000", "0000"]);
  const scenario = await imported(calls);
  expect(scenario).toMatchObject({
    assume: service.assumptions,
    description: "Made from 3 recorded calls. No answer needed a rule.",
  });
  expect(await replayed(scenario, steps)).toEqual(codes(calls));
});

it("a call that nothing makes the sandbox answer as the service did is named", async () => {
  const steps: Step[] = [create("A-1"), malformed, malformed];
  const calls = await inSandbox({}, steps, nothing);
  const answers = ['{"responseCode":"0000","order":{"id":9}}', '{"responseCode":"9002","message":"later"}'];
  const odd = calls.map((one, i) =>
    i === 0 ? one : { ...one, response: { ...one.response!, body: answers[i - 1]! } },
  );
  const { rules, description } = await imported(odd);
  expect([rules, description]).toEqual([
    undefined,
    "Made from 3 recorded calls. The sandbox answers 2 calls otherwise: call 2 tokenization/sale (0000 there, 1001 here), call 3 tokenization/sale (9002 there, 1001 here).",
  ]);
});
