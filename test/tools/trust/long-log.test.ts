import { describe, expect, it } from "vitest";
import { LearntCodes } from "../../../src/tools/trust/calibrate/results/learnt-codes.js";
import { storyKindOf, storyShapeOf } from "../../../src/tools/trust/from-log/kinds.js";
import type { LogCall } from "../../../src/tools/trust/recording/log-call.js";

const at = Date.parse("2026-01-05T02:00:00Z");
const call = (params: object, index = 0): LogCall => ({
  index,
  operation: "hosted-checkout/create",
  params: { merchantReference: `R-${index}`, currency: "HKD", ...params },
  outcome: { kind: "success" },
  body: { order: { id: index, status: "OPEN" } },
  order: { id: index },
  at,
  recorded: { at: "", durationMs: 0, method: "POST", path: "", request: "" },
  reference: `R-${index}`,
  ...{ parent: undefined, ofOrder: undefined, ofParent: undefined },
});
const refused = (code: string, message: string) => ({ code, message });

describe("stories of a long log", () => {
  const one = call({ amount: 48.5 });
  it("are one kind if only references and ids differ", () => {
    expect(storyKindOf([call({ amount: 48.5 }, 7)])).toBe(storyKindOf([one]));
    expect(storyKindOf([call({ amount: 48.6 })])).not.toBe(storyKindOf([one]));
  });

  it.each<[string, object, boolean]>([
    ["another amount", { amount: 51.2 }, true],
    ["another reference", { amount: 48.5, merchantReference: "Z-9" }, true],
    ["a much larger amount", { amount: 48_000_000.5 }, false],
    ["an amount with three decimals", { amount: 48.555 }, false],
    ["an amount below zero", { amount: -48.5 }, false],
    ["another currency", { amount: 48.5, currency: "USD" }, false],
    ["a member more", { amount: 48.5, themeColor: "#abc" }, false],
    ["a time in the past", { amount: 48.5, expiryTime: "2020-01-01T00:00:00+08" }, false],
  ])("with %s: one shape is %s", (_, params, isSame) => {
    expect(storyShapeOf([call(params)]) === storyShapeOf([one])).toBe(isSame);
  });

  it("tell a time in the past from one ahead, and one far ahead", () => {
    const shapes = ["2020-01-01", "2026-02-01", "2090-01-01"].map((day) =>
      storyShapeOf([call({ expiryTime: `${day}T00:00:00Z` })]),
    );
    expect(new Set(shapes).size).toBe(3);
  });
});

describe("the codes of a log", () => {
  it("keep what all messages of a code have in common", () => {
    const codes = new LearntCodes({ isCautious: true });
    for (const order of [10, 11, 20, 10])
      codes.see("order-not-found", refused("0404", `order not found: order ${order}`));
    const [only] = codes.seen();
    expect(only).toMatchObject(["order-not-found", { code: "0404", message: "order not found", confidence: "sure" }]);
    expect(only?.[1].refusals.size).toBe(4);
  });

  it("leave out a code that stands for two reasons, or came where nothing was wrong", () => {
    const codes = new LearntCodes({ isCautious: true });
    for (const name of ["order-not-found", "invalid-parameter"] as const)
      for (const message of ["a", "b"]) codes.see(name, refused("9", message));
    expect([codes.isKnown("9"), codes.state()]).toEqual([false, "[]"]);
    for (const code of ["8", "8", "7"]) codes.see("void-not-allowed", refused(code, "no"));
    expect(codes.codeOf("void-not-allowed")).toBeUndefined();
    codes.unasked("7");
    expect(codes.codeOf("void-not-allowed")).toBe("8");
  });
});
