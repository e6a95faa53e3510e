import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { allCodes, type OwnCodes } from "../../../../src/core/facts/codes.js";
import { InvalidInput } from "../../../../src/package/errors.js";
import { packageText } from "../../../../src/package/files.js";
import { resolveSettings } from "../../../../src/server/options/resolve.js";
import { created, DEMO_MERCHANT } from "../../../support/client.js";
import { testLanes } from "../../../support/lanes.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";
import { type Seen, sections, walk } from "../../../support/tour.js";

const names = Object.keys(allCodes) as (keyof typeof allCodes)[];

/** The settings of a config file that names a file of codes beside it. */
async function settingsWith(text: string) {
  using folder = testFolder();
  writeFileSync(join(folder.path, "codes.yaml"), text);
  writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), "responseCodes: codes.yaml\n");
  return (await resolveSettings({ flags: {}, env: {}, cwd: folder.path })).settings;
}

async function tour(responseCodes: OwnCodes): Promise<readonly Seen[]> {
  await using lanes = await testLanes({ responseCodes });
  const seen: Seen[] = [];
  for (const section of Object.keys(sections)) seen.push(await walk(await lanes.ready(section), section));
  return seen;
}

describe("responseCodes: <file>", () => {
  it("swaps the whole set, and nothing changes but codes and messages", async () => {
    const own = Object.fromEntries(names.map((name, i) => [name, { code: `X${100 + i}`, message: `of ${name}` }]));
    const { responseCodes } = await settingsWith(stringify(own));
    expect(responseCodes).toEqual(own);
    const [usual, swapped] = [await tour({}), await tour(responseCodes)];
    const codes = new Map(names.map((name, i) => [`X${100 + i}`, allCodes[name].code]));
    let refusals = 0;
    const mapped = swapped.map((section) =>
      Object.entries(section).map(([step, said]) => [
        step,
        said.replace(/"responseCode":"(X\d+)","message":"([^"]*)"/g, (_, code: string, message: string) => {
          refusals++;
          expect(message).toBe(`of ${names[Number(code.slice(1)) - 100]}`);
          return `"responseCode":"${codes.get(code)}","message":""`;
        }),
      ]),
    );
    const plain = usual.map((section) =>
      Object.entries(section).map(([step, said]) => [
        step,
        said.replace(/("responseCode":"(?!0000)[^"]+","message":")[^"]*/g, "$1"),
      ]),
    );
    expect(refusals).toBeGreaterThan(15);
    expect(mapped).toEqual(plain);
  });

  it("takes one code for two outcomes: both answer it, each with its own message", async () => {
    const { responseCodes } = await settingsWith(
      'order-not-found: { code: "5000" }\nrefund-not-allowed: { code: 5000, message: no }\n',
    );
    await using sandbox = await startTestSandbox({ responseCodes });
    const { client } = await sandbox.lane();
    const { id } = await created(client);
    const refund = (orderId: number) =>
      client("hosted-checkout/refund", { merchantId: DEMO_MERCHANT, orderId, amount: 1 });
    expect((await refund(1)).body).toEqual({ responseCode: "5000", message: "order not found" });
    expect((await refund(id)).body).toEqual({ responseCode: "5000", message: "no" });
  });

  it.each([
    [
      "order-not-fund: { code: 1 }",
      /^codes\.yaml:1:1: unknown member "order-not-fund".*did you mean order-not-found\?/,
    ],
    ["maintenance:\n  code: [1]", /^codes\.yaml:2:9: maintenance\.code is .*expected a code such as 2005/],
    ['maintenance: { code: "0000" }', /^codes\.yaml:1:22: .*expected another code than 0000/],
    ["maintenance: { code: 1, code: 2 }", /^codes\.yaml:1:25: /],
    ["- 1", /^codes\.yaml:1:1: /],
    ["", /^codes\.yaml:1:1: .*a table of response codes/],
  ])("%j is told with line and column", async (text, line) => {
    const error = await settingsWith(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInput);
    expect((error as Error).message).toMatch(line);
  });

  it("says which file is not there", async () => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), "responseCodes: no.yaml\n");
    await expect(resolveSettings({ flags: {}, env: {}, cwd: folder.path })).rejects.toThrow(
      "responseCodes: no such file: no.yaml",
    );
  });

  it("has a file to begin with that says what the sandbox says", () => {
    const rows = Object.fromEntries(names.map((name) => [name, allCodes[name]] as const));
    expect(parse(packageText("examples/response-codes.yaml"))).toEqual(
      Object.fromEntries(names.map((name) => [name, { code: rows[name]!.code, message: rows[name]!.message }])),
    );
  });
});
