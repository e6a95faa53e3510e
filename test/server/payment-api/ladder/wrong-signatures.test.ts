import { describe, expect, it, vi } from "vitest";
import { requests } from "../../../support/client.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const wrong = { signature: "AAAA" };

describe("a wrong signature", () => {
  it("is answered, and told, though no key file can be read", async () => {
    await using sandbox = await startTestSandbox();
    const files = await import("../../../../src/package/files.js");
    vi.spyOn(files, "packageText").mockImplementation(() => {
      throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    });
    const answer = await sandbox.client("hosted-checkout/query", { merchantId: 3, merchantReference: "X" }, wrong);
    vi.restoreAllMocks();
    expect([answer.http, answer.headers.get("x-sandbox-signature")]).toEqual([
      200,
      expect.stringContaining("it has 3 bytes, expected 256"),
    ]);
  });

  it("among many gets the words of an earlier one, and says so", async () => {
    await using sandbox = await startTestSandbox();
    const told = [];
    for (let n = 0; n < 30; n++) {
      const { http, headers } = await sandbox.client("hosted-checkout/create", requests.create(), wrong);
      told.push([http, headers.get("x-sandbox-signature")]);
    }
    expect(told.every(([http]) => http === 200)).toBe(true);
    expect(told.at(-1)![1]).toContain("found for another call");
    expect(told[0]![1]).not.toContain("found for another call");
  });
});
