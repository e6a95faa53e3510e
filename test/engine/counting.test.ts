import { describe, expect, it } from "vitest";
import { type Params, requests } from "../support/client.js";
import { ofFile } from "../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const refuse = { then: { outcome: "maintenance" } } as const;
const put = ({ url }: TestLane, rule: object) => control(url, "POST", "rules", rule);
const sale = async ({ client }: TestLane, over: Params = {}): Promise<string> =>
  (await client("tokenization/sale", requests.sale(over))).body.responseCode;
const fired = async ({ url }: TestLane): Promise<number> => (await control(url, "GET", "rules")).body.rules[0].fired;

describe("thirty parallel calls", () => {
  const thirty = Array.from({ length: 30 }, (_, i) => i);

  it.each([
    ["times: 1", { times: 1 }, 1],
    ["times: 7", { times: 7 }, 7],
    ["after: 10", { after: 10 }, 20],
    ["after: 10, times: 5", { after: 10, times: 5 }, 5],
  ])("with %s: the rule fires exactly as often as it says", async (_, counting, times) => {
    const lane = await sandbox.lane();
    await put(lane, { ...counting, ...refuse });
    const codes = await Promise.all(thirty.map(() => sale(lane)));
    expect(codes.filter((code) => code === "9002")).toHaveLength(times);
    expect(await fired(lane)).toBe(times);
  });

  it("with a fault before the parse: it is counted as exactly", async () => {
    const lane = await sandbox.lane();
    await put(lane, { times: 4, then: { fault: "http-503", placed: "before-parse" } });
    const all = await Promise.all(thirty.map(() => lane.client("tokenization/sale", requests.sale())));
    expect(all.filter(({ http }) => http === 503)).toHaveLength(4);
    expect(await fired(lane)).toBe(4);
  });

  it("with a key: each reference has a count of its own", async () => {
    const lane = await sandbox.lane();
    await put(lane, { times: 1, key: "merchantReference", ...refuse });
    const codes = await Promise.all(thirty.map((i) => sale(lane, { merchantReference: `K-${i % 10}` })));
    expect(codes.filter((code) => code === "9002")).toHaveLength(10);
  });

  it("with a chance by key: the draw goes by what is asked, not by who comes first", async () => {
    const lucky = async (order: readonly number[]) => {
      const lane = await sandbox.lane();
      await put(lane, { chance: 0.5, key: "merchantReference", ...refuse });
      const pairs = order.map(async (i) => [i, await sale(lane, { merchantReference: `L-${i}` })] as const);
      return new Map((await Promise.all(pairs)).toSorted(([a], [b]) => a - b));
    };
    const [one, other] = [await lucky(thirty), await lucky(thirty.toReversed())];
    expect([...one]).toEqual([...other]);
    expect(new Set(one.values()).size).toBe(2);
  });
});

describe("a rule", () => {
  it("of chance fires by the seed alone", async () => {
    const codes = async (seed: number) => {
      await using own = await startTestSandbox({ seed });
      const lane = await own.lane("lucky");
      await put(lane, { chance: 0.3, ...refuse });
      const all: string[] = [];
      for (let i = 0; i < 12; i++) all.push(await sale(lane));
      return all.join(" ");
    };
    expect(await codes(4)).toBe(await codes(4));
    expect(await codes(4)).not.toBe(await codes(5));
  });
});

describe("a call that a rule before the parse", () => {
  it("lets through is counted, refused or not", async () => {
    const lane = await sandbox.lane();
    await put(lane, { after: 2, then: { fault: "http-503", placed: "before-parse" } });
    await put(lane, refuse);
    const calls = [requests.sale(), {}, requests.sale()];
    const answers = [];
    for (const params of calls) answers.push(await lane.client("tokenization/sale", params));
    expect(answers.map(({ http, body }) => (http === 200 ? body.responseCode : http))).toEqual(["9002", "1001", 503]);
    expect(await fired(lane)).toBe(1);
  });
});
