import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultName, faultNames } from "../../src/core/scenario/rule/rule.js";
import { envelope, requests } from "../support/client.js";
import { control, startTestSandbox, type TestSandbox } from "../support/sandbox.js";

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

/** The tests of every fault as this client sees it. test/server/payment-api/http/faults.test.ts has each placement. */
export function describeFaults(client: FaultClient): void {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  describe(`by ${client.name}`, () => {
    it.each(faultNames.filter((fault) => fault !== "no-response"))("%s looks as told, once", async (fault) => {
      const lane = await sandbox.lane();
      const when = { operation: "tokenization/sale" };
      await control(lane.url, "POST", "rules", { when, times: 1, then: { fault, placed: "after-commit" } });
      const body = envelope(requests.sale());
      expectSeen(fault, client, await client.call(`${lane.url}/tokenization/sale`, body));
      const again = await client.call(`${lane.url}/tokenization/sale`, envelope(requests.sale()));
      expect(again).toMatchObject({ status: 200, body: expect.stringContaining('"responseCode":"0000"') });
    });
  });
}
