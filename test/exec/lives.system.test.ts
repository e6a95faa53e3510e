import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curls, execHere, unsigned } from "../support/exec.js";
import { type TestFolder, testFolder } from "../support/sandbox.js";

let folder: TestFolder;
beforeAll(() => {
  folder = testFolder();
});
afterAll(() => folder[Symbol.dispose]());

let files = 0;
function story(...lines: readonly string[]): string {
  const file = join(folder.path, `${++files}.scenario.yaml`);
  writeFileSync(file, ["name: story", ...lines, ""].join("\n"));
  return file;
}

type Step = readonly ["sell" | "drop" | "reset", lane: string, reference?: string];

/** What a suite does: sells in a lane of its own and drops it, or resets the default lane. */
const suite = (...steps: readonly Step[]) => {
  const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 50 } }];
  const sale = { merchantId: 5, userId: "user1", tokenId: 351, amount: 50, lineItems };
  return curls(
    steps.map(([what, lane, merchantReference]) => {
      const at = lane === "default" ? "" : `/lane/${lane}`;
      if (what === "sell") return unsigned(`${at}/tokenization/sale`, { ...sale, merchantReference });
      if (what === "drop") return { path: `/_sandbox/lanes/${lane}`, method: "DELETE" };
      return { path: `${at}/_sandbox/reset`, method: "POST", body: {} };
    }),
  );
};

const settings = { signature: "off" };
const run = async (expectations: readonly string[], ...steps: readonly Step[]) => {
  const file = story("expect:", ...expectations.map((line) => `  - ${line}`));
  const { code, stderr } = await execHere({ scenarios: [file], settings, strict: true }, ...suite(...steps));
  return { code, stderr };
};

describe("a lane that the command dropped or reset", () => {
  it.each([
    [
      "dropped",
      "calls: { operation: tokenization/sale, count: { min: 1 } }",
      [
        ["sell", "a", "A-1"],
        ["drop", "a"],
      ],
      0,
    ],
    [
      "dropped",
      "calls: { operation: tokenization/sale, count: 0 }",
      [
        ["sell", "a", "A-1"],
        ["drop", "a"],
      ],
      4,
    ],
    [
      "reset",
      "calls: { operation: tokenization/sale, count: 1 }",
      [
        ["sell", "default", "A-1"],
        ["reset", "default"],
      ],
      0,
    ],
    [
      "made again",
      "calls: { operation: tokenization/sale, count: 2 }",
      [
        ["sell", "a", "A-1"],
        ["drop", "a"],
        ["sell", "a", "A-1"],
      ],
      0,
    ],
    [
      "made again and dropped",
      "calls: { operation: tokenization/sale, count: 3 }",
      [
        ["sell", "a", "A-1"],
        ["drop", "a"],
        ["sell", "a", "A-1"],
        ["sell", "a", "A-2"],
        ["drop", "a"],
      ],
      0,
    ],
    [
      "reset",
      "order: { merchantReference: A-1, status: SUCCESS }",
      [
        ["sell", "default", "A-1"],
        ["reset", "default"],
        ["sell", "default", "B-1"],
      ],
      0,
    ],
    [
      "reset",
      "order: { merchantReference: A-2 }",
      [
        ["sell", "default", "A-1"],
        ["reset", "default"],
      ],
      4,
    ],
  ] as const)("%s: %s", async (_, expectation, steps, exit) => {
    const { code, stderr } = await run([expectation], ...(steps as readonly Step[]));
    expect(stderr).not.toContain("the command never called the sandbox");
    expect([code, stderr]).toEqual([exit, expect.any(String)]);
  });

  it("counts how often a rule fired over its lives, and is summed up with the calls of all", async () => {
    const file = story(
      "rules:",
      "  - { name: twice, when: { operation: tokenization/sale }, times: 1, then: { outcome: do-not-honour } }",
      "expect:",
      "  - rule: { name: twice, fired: 2 }",
    );
    const steps = suite(["sell", "a", "A-1"], ["drop", "a"], ["sell", "a", "A-1"], ["drop", "a"]);
    const { code, stderr } = await execHere({ scenarios: [file], settings, strict: true }, ...steps);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/2 calls/)]);
  });
});
