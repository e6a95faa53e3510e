import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultName, faultNames, placements } from "../../src/core/scenario/rule/rule.js";
import { envelope, reference, requests } from "../support/client.js";
import { control, startTestSandbox, type TestLane, type TestSandbox } from "../support/sandbox.js";

/** What a client sees: the status and the body, or how the connection ended. */
export type Seen = { readonly status: number; readonly type: string; readonly body: string } | { readonly cut: string };

/** A client, and its words for each fault that cuts the connection. */
export interface FaultClient {
  readonly name: string;
  readonly call: (url: string, body: string) => Promise<Seen>;
  readonly cut: Partial<Record<FaultName, string>>;
  /** What it takes half a head for. Absent: it is in `cut`. */
  readonly halfAHead?: Seen;
}

function expectSeen(fault: FaultName, { cut, halfAHead }: FaultClient, seen: Seen): void {
  if (fault === "truncated-head" && halfAHead) {
    expect(seen).toEqual(halfAHead);
    return;
  }
  if (cut[fault] !== undefined) {
    expect(seen).toEqual({ cut: cut[fault] });
    return;
  }
  if ("cut" in seen) throw new Error(`expected an answer, found ${seen.cut}`);
  const code = Number(/^http-(\d+)$/.exec(fault)?.[1] ?? 200);
  expect(seen.status).toBe(code);
  expect(seen.type).toMatch(/^(garbage|empty)-body$/.test(fault) ? /^application\/json/ : /^text\/html/);
  if (fault === "empty-body") expect(seen.body).toBe("");
  if (fault !== "wrong-content-type") expect(() => JSON.parse(seen.body)).toThrow();
}

/** Whether the sale was made, by a query that no fault touches. */
export async function statusOf({ client }: TestLane, merchantReference: string): Promise<string | undefined> {
  const { body } = await client("hosted-checkout/query", { merchantId: 3, merchantReference });
  return body.order?.status;
}

const answered = faultNames.filter((fault) => fault !== "no-response");
const cases = answered.flatMap((fault) => placements.map((placed) => [fault, placed] as const));

/** The tests of every fault, before and after the commit, as this client sees them. */
export function describeFaults(client: FaultClient): void {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  describe(`by ${client.name}`, () => {
    it.each(cases)("%s %s: the answer is as told, and the money moved only after the commit", async (fault, placed) => {
      const lane = await sandbox.lane();
      await control(lane.url, "POST", "rules", {
        name: "trouble",
        when: { operation: "tokenization/sale" },
        times: 1,
        then: { fault, placed },
      });
      const merchantReference = reference();
      const body = envelope(requests.sale({ merchantReference }));
      expectSeen(fault, client, await client.call(`${lane.url}/tokenization/sale`, body));
      expect(await statusOf(lane, merchantReference)).toBe(placed === "after-commit" ? "SUCCESS" : undefined);
      expect((await control(lane.url, "GET", "rules")).body.rules).toMatchObject([{ name: "trouble", fired: 1 }]);

      const again = await client.call(`${lane.url}/tokenization/sale`, envelope(requests.sale()));
      expect(again).toMatchObject({ status: 200, body: expect.stringContaining('"responseCode":"0000"') });
    });
  });
}
