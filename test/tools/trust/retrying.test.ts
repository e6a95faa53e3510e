import { describe, expect, it } from "vitest";
import { retryingTarget } from "../../../src/tools/trust/target/retrying.js";
import { type HttpAnswer, LostAnswer, type Target } from "../../../src/tools/trust/target/target.js";

const ok = { http: 200, text: "", contentType: "", body: {}, code: "0000", message: undefined };
const answered = (http: number, retryAfterMs?: number): HttpAnswer => ({ ...ok, http, code: undefined, retryAfterMs });

/** Gives the answers one after another, the last again and again. */
function retrying(...answers: readonly (HttpAnswer | LostAnswer)[]) {
  const waits: number[] = [];
  let calls = 0;
  const next = async (): Promise<HttpAnswer> => {
    const one = answers[Math.min(calls++, answers.length - 1)]!;
    if (one instanceof LostAnswer) throw one;
    return one;
  };
  const target: Target = { call: next, post: next, envelope: () => ({ request: "", signature: "" }) };
  const wait = async (ms: number) => void waits.push(ms);
  return { target: retryingTarget(target, { wait }), waits, calls: () => calls };
}

const lost = new LostAnswer("it did not answer within 30 s");

describe("a call whose answer is lost", () => {
  it("is sent again if it only reads, each time after a longer wait", async () => {
    const { target, waits } = retrying(answered(503), answered(502), ok);
    expect(await target.call("hosted-checkout/query", {})).toBe(ok);
    expect(waits).toEqual([1000, 2000]);
  });

  it("is not sent again if it may have been carried out", async () => {
    for (const answer of [answered(503), lost]) {
      const { target, calls } = retrying(answer);
      await expect(target.call("tokenization/sale", {})).rejects.toThrow(LostAnswer);
      expect(calls()).toBe(1);
    }
  });

  it("is given up after four answers of a gateway, and after two without any", async () => {
    const down = retrying(answered(503));
    expect((await down.target.call("direct/query", {})).http).toBe(503);
    expect(down.calls()).toBe(4);
    const silent = retrying(lost);
    await expect(silent.target.call("direct/query", {})).rejects.toThrow(LostAnswer);
    expect(silent.calls()).toBe(2);
  });
});

describe("a rate limit", () => {
  it("is waited for as long as the service asks, one minute at most, whatever was called", async () => {
    const { target, waits } = retrying(answered(429, 7000), answered(429, 900_000), ok);
    expect(await target.call("tokenization/sale", {})).toBe(ok);
    expect(waits).toEqual([7000, 60_000]);
  });
});

it("a refusal is never sent again", async () => {
  const refused = { ...ok, code: "9999" };
  const { target, calls } = retrying(refused);
  expect(await target.call("hosted-checkout/query", {})).toBe(refused);
  expect(calls()).toBe(1);
});
