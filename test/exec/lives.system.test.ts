import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { curls, execHere, unsigned } from "../support/exec.js";
import { ofFile } from "../support/of-file.js";
import { testFolder } from "../support/sandbox.js";

const folder = ofFile(testFolder());

let files = 0;
function story(...lines: readonly string[]): string {
  const file = join(folder.path, `${++files}.scenario.yaml`);
  writeFileSync(file, ["name: story", ...lines, ""].join("\n"));
  return file;
}

/** What a suite does: sells in a lane of its own and drops it, resets the default lane, restores a snapshot: `sell a A-1, drop a`. */
const suite = (steps: string) => curls(sells(steps));

function sells(steps: string) {
  const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 50 } }];
  const sale = { merchantId: 5, userId: "user1", tokenId: 351, amount: 50, lineItems };
  return steps.split(", ").map((step) => {
    const [what, lane, merchantReference] = step.split(" ");
    const at = lane === "default" ? "" : `/lane/${lane}`;
    if (what === "sell") return unsigned(`${at}/tokenization/sale`, { ...sale, merchantReference });
    if (what === "void") return unsigned(`${at}/hosted-checkout/void`, { merchantId: 5, merchantReference });
    if (what === "save") return { path: `${at}/_sandbox/snapshots`, body: { name: "s" } };
    if (what === "load") return { path: `${at}/_sandbox/snapshots/s/load`, body: {} };
    if (what === "fork") return { path: "/_sandbox/snapshots/s/fork", body: { lane } };
    if (what === "drop") return { path: `/_sandbox/lanes/${lane}`, method: "DELETE" };
    return { path: `${at}/_sandbox/reset`, method: "POST", body: {} };
  });
}

const settings = { signature: "off" };
const run = (expectation: string, steps: string, more: readonly string[] = [], reports: readonly string[] = []) => {
  const scenarios = [story(...more, "expect:", `  - ${expectation}`)];
  return execHere({ scenarios, settings, strict: true, reports }, ...suite(steps));
};

describe("a lane that the command dropped or reset", () => {
  it.each([
    ["dropped", "calls: { operation: tokenization/sale, count: { min: 1 } }", "sell a A-1, drop a", 0],
    ["dropped", "calls: { operation: tokenization/sale, count: 0 }", "sell a A-1, drop a", 4],
    ["reset", "calls: { operation: tokenization/sale, count: 1 }", "sell default A-1, reset default", 0],
    ["made again", "calls: { operation: tokenization/sale, count: 2 }", "sell a A-1, drop a, sell a A-1", 0],
    [
      "made again and dropped",
      "calls: { operation: tokenization/sale, count: 3 }",
      "sell a A-1, drop a, sell a A-1, sell a A-2, drop a",
      0,
    ],
    [
      "reset",
      "order: { merchantReference: A-1, status: SUCCESS }",
      "sell default A-1, reset default, sell default B-1",
      0,
    ],
    ["reset", "order: { merchantReference: A-2 }", "sell default A-1, reset default", 4],
  ] as const)("%s: %s", async (_, expectation, steps, exit) => {
    const { code, stderr } = await run(expectation, steps);
    expect(stderr).not.toContain("the command never called the sandbox");
    expect([code, stderr]).toEqual([exit, expect.any(String)]);
  });

  it.each([
    ["met", "SUCCESS", "SUCCESS", 0, "4 of 4 expectations met"],
    ["not met before the reset", "VOIDED", "SUCCESS", 4, "3 of 4 expectations met"],
    ["not met after it", "SUCCESS", "VOIDED", 4, "3 of 4 expectations met"],
  ])(
    "checks each test's own scenario in a lane that is reset between tests: %s",
    async (_, first, second, exit, told) => {
      const test = (merchantReference: string, status: string) => {
        const order = { order: { merchantReference, status } };
        const count = { calls: { operation: "tokenization/sale", count: 1 } };
        const body = { name: `test of ${merchantReference}`, expect: [order, count] };
        return [{ path: "/lane/w/_sandbox/scenario", method: "PUT", body }, ...sells(`sell w ${merchantReference}`)];
      };
      const reset = { path: "/lane/w/_sandbox/reset", method: "POST", body: {} };
      const steps = curls([...test("A-1", first), reset, ...test("A-2", second), reset]);
      const { code, stderr } = await execHere({ scenarios: [], settings, strict: true }, ...steps);
      expect([code, stderr]).toEqual([exit, expect.stringContaining(told)]);
    },
  );

  it("checks no fork without a call of its own, also if its snapshot has the lane's own scenario", async () => {
    const expectation = { calls: { operation: "tokenization/sale", count: 2 } };
    const own = { path: "/lane/w/_sandbox/scenario", method: "PUT", body: { name: "own", expect: [expectation] } };
    const steps = sells("sell w A-1, save w, sell w A-2, fork copy");
    const { code, stderr } = await execHere({ scenarios: [], settings, strict: true }, ...curls([own, ...steps]));
    expect([code, stderr]).toEqual([0, expect.stringContaining("1 of 1 expectation met")]);
  });

  const decline =
    "  - { name: once, when: { operation: '*/sale', merchantReference: A-1 }, then: { outcome: do-not-honour } }";

  it("counts how often a rule fired over its lives, and is summed up with the calls of all", async () => {
    const steps = "sell a A-1, drop a, sell a A-1, drop a";
    const { code, stderr } = await run("rule: { name: once, fired: 2 }", steps, ["rules:", decline]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/2 calls/)]);
  });

  const saved = "sell a A-1, save a";
  it.each<[string, string, fired: number, sold: number]>([
    ["restored", `${saved}, load a, load a`, 1, 1],
    ["restored after further calls", `${saved}, sell a A-1, load a, sell a A-2`, 2, 3],
    ["restored after a reset", `${saved}, reset a, sell a A-1, load a`, 2, 2],
    ["restored from what it restored", `${saved}, load a, sell a A-1, save a, load a`, 2, 2],
  ])("counts a call and a rule once if it is %s", async (_, steps, fired, sold) => {
    const json = join(folder.path, `${++files}.json`);
    const met = [`rule: { name: once, fired: ${fired} }`, `calls: { operation: tokenization/sale, count: ${sold} }`];
    const { code, stderr } = await run(met.join("\n  - "), steps, ["rules:", decline], [`json=${json}`]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`${sold} calls in 1 lane`.replace("1 calls", "1 call")),
    ]);
    expect(JSON.parse(readFileSync(json, "utf8")).requests).toHaveLength(sold);
  });

  it.each<[string, string, code: number]>([
    ["a restored snapshot", "load b, sell b A-2", 0],
    ["a fork", "fork b, sell b A-2", 0],
    ["a fork restored again", "fork b, sell b A-2, load b", 0],
    ["a fork without a call of its own", "fork b", 4],
  ])("has the calls of another lane by %s, and counts them once", async (_, steps, code) => {
    const expectation = "calls: { operation: tokenization/sale, count: 2 }";
    const own = "sell a A-1, save a, sell a A-3";
    const ended = await run(expectation, `${code === 0 ? own : saved}, ${steps}`);
    expect(ended.stderr).not.toContain("older than this run");
    expect(ended.stderr).toContain(code === 0 ? "3 calls in 2 lanes" : "1 call in 1 lane");
    expect(ended.code).toBe(code);
  });

  it("restored last: its orders are as they were saved", async () => {
    const steps = "sell a A-1, save a, void a A-1, load a";
    const { code } = await run("order: { merchantReference: A-1, status: SUCCESS }", steps);
    expect(code).toBe(0);
  });
});
