import { expect, it } from "vitest";
import { judge, startSandbox } from "../../../src/index.js";
import { sign } from "../../../src/tools/library/sign.js";
import { ofFile } from "../../support/of-file.js";

const sandbox = ofFile(await startSandbox());
const lane = await sandbox.lane("wrong");

/** Arguments that only a caller without types gives. */
const WRONG = [undefined, null, 5, Number.NaN, 5n, {}, [], true, "", () => {}, new Date(Number.NaN)];

/** The methods that end what the others need. */
const ENDING = new Set(["stop", "drop"]);

type Method = (...args: unknown[]) => unknown;

/** All methods, by their names. */
const methodsOf = (of: object, prefix: string): [string, Method][] =>
  Object.entries(of).flatMap(([name, member]): [string, Method][] => {
    if (ENDING.has(name) || typeof member === "string") return [];
    const path = `${prefix}.${name}`;
    return [...(typeof member === "function" ? [[path, member] as [string, Method]] : []), ...methodsOf(member, path)];
  });

/** What a method throws, if it is an error of JavaScript itself, which says nothing to the caller. */
async function rawErrorOf(method: Method, args: readonly unknown[]): Promise<string | undefined> {
  try {
    const made = await method(...args);
    if (typeof made === "object" && made !== null && Symbol.dispose in made) (made as Disposable)[Symbol.dispose]();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return error.message;
  }
  return undefined;
}

it("throws no raw TypeError, whatever the first argument is", async () => {
  const methods = [...methodsOf(sandbox, "sandbox"), ...methodsOf(lane, "lane"), ["sign", sign] as [string, Method]];
  expect(methods.length).toBeGreaterThan(40);
  const raw: string[] = [];
  for (const [name, method] of methods)
    for (const wrong of WRONG) {
      const said = await rawErrorOf(method, [wrong]);
      if (said !== undefined) raw.push(`${name}(${String(wrong)}): ${said}`);
    }
  expect(raw).toEqual([]);
});

it.each<[string, Method, unknown]>([
  ["sandbox.lane", (wrong) => sandbox.lane("other", wrong as never), undefined],
  ["lane.call", (wrong) => lane.call("hosted-checkout/query", wrong as never), undefined],
  ["lane.intercept", (wrong) => lane.intercept("http://gateway.example", wrong as never), undefined],
  ["lane.simulate", (wrong) => lane.simulate(1, wrong as never), undefined],
  ["lane.putMerchant", (wrong) => lane.putMerchant(3, wrong as never), undefined],
])("%s throws none for its second argument", async (_, method) => {
  const raw = await Promise.all(WRONG.map((wrong) => rawErrorOf(method, [wrong])));
  expect(raw.filter((said) => said !== undefined)).toEqual([]);
});

const INSTANT = "expected an instant such as 2026-01-05T10:00:00+08:00";
const OPERATION = "lane.call: expected an operation such as hosted-checkout/query, found";

it.each<[string, Method, string]>([
  [
    "lane.waitFor(a kind)",
    () => lane.waitFor("notification" as never),
    'lane.waitFor: expected one object, such as { for: "notification", match: { acknowledged: true } }, found "notification"',
  ],
  [
    "lane.clock.set(5)",
    () => lane.clock.set(5 as never),
    "at: is 5, expected an ISO 8601 date-time, not a number, such as 2026-01-05T10:00:00+08:00",
  ],
  ["lane.clock.set(undefined)", () => lane.clock.set(undefined as never), `at: is missing, ${INSTANT}`],
  ["lane.clock.set(no date)", () => lane.clock.set(new Date("nope")), 'at: is "Invalid Date", expected a valid date'],
  ["lane.clock.freeze(NaN)", () => lane.clock.freeze(Number.NaN as never), `at: is "NaN", ${INSTANT}`],
  ["lane.clock.advance(5n)", () => lane.clock.advance(5n as never), 'by: is "5", expected a duration'],
  ["lane.call(undefined)", () => lane.call(undefined as never), `${OPERATION} undefined`],
  ["lane.call({})", () => lane.call({} as never), `${OPERATION} {}`],
  ["lane.sign(BigInt)", () => lane.sign({ amount: 5n }), "amount: expected a value that JSON has, found 5n"],
  ["lane.sign(NaN)", () => lane.sign({ amount: Number.NaN }), "amount: expected a value that JSON has, found NaN"],
  [
    "lane.call(Infinity)",
    () => lane.call("tokenization/sale", { amount: Number.POSITIVE_INFINITY }),
    "amount: expected a value that JSON has, found Infinity",
  ],
  [
    "lane.simulate(undefined)",
    () => lane.simulate(undefined as never, "pay"),
    "id: expected a text or a number, found undefined",
  ],
  [
    "lane.unforce(object)",
    () => lane.unforce({ id: "rule-1" } as never),
    "id: expected a text or a number, found { id: 'rule-1' }",
  ],
  [
    "lane.sign(undefined)",
    () => lane.sign(undefined as never),
    "params: expected an object, or its JSON as text, found undefined",
  ],
  [
    "lane.orders(text)",
    () => lane.orders("A-1" as never),
    'filter: expected an object such as { limit: 10 }, found "A-1"',
  ],
  ["lane.order(empty)", () => lane.order("" as never), 'id: expected a text or a number, found ""'],
  [
    "lane.fetch(5)",
    () => lane.fetch(5 as never),
    "fetch: expected a path such as /hosted-checkout/query, a URL or a Request, found 5",
  ],
  ["sandbox.lane(5)", () => sandbox.lane(5 as never), "5 is no lane's name"],
  [
    "sandbox.lane, seed",
    () => sandbox.lane("x", { seed: "y" as never }),
    'sandbox.lane: seed: expected a whole number, found "y"',
  ],
  [
    "startSandbox(null)",
    () => startSandbox(null as never),
    "startSandbox: expected options such as { seed: 7 }, found null",
  ],
  ["judge(text)", () => judge("x" as never), 'judge: expected a function that runs your shop, found "x"'],
  [
    "judge, options",
    () => judge(async () => null, null as never),
    "judge: expected options such as { seed: 7 }, found null",
  ],
])("%s says what is expected", async (_, call, said) => {
  await expect(call()).rejects.toThrow(said);
});

it("takes an instant as a Date, and as text", async () => {
  for (const at of ["2026-01-05T10:00:00+08:00", new Date("2026-01-05T02:00:00Z")]) {
    await lane.clock.freeze(at);
    await lane.clock.set(at);
    expect((await lane.clock.now()).toISOString()).toBe("2026-01-05T02:00:00.000Z");
  }
});

it("removes no rules for an empty id", async () => {
  await lane.force({ then: { delay: "1ms" } });
  await expect(lane.unforce("")).rejects.toThrow('id: expected a text or a number, found ""');
  expect(await lane.rules()).toHaveLength(1);
  await lane.unforce();
});
