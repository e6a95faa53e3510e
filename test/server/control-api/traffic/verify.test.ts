import { describe, expect, it } from "vitest";
import { requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const sandbox = ofFile(await startTestSandbox());

const verify = async (url: string, expectations?: object[]) =>
  (await control(url, "POST", "verify", expectations ? { expect: expectations } : {})).body;

describe("verify", () => {
  it("passes where all holds, calls that were lost counted", async () => {
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", {
      name: "lost",
      times: 2,
      then: { fault: "http-502", placed: "before-parse" },
    });
    for (let i = 0; i < 2; i++) await client("tokenization/sale", requests.sale({ merchantReference: "A" }));
    await sold(client, { merchantReference: "A" });
    const report = await verify(url, [
      { calls: { operation: "tokenization/sale", merchantReference: "A", count: 3 } },
      { calls: { operation: "*", amount: { gte: 50 }, count: { min: 3 } } },
      { order: { merchantReference: "A", status: "SUCCESS", netAmount: 50 } },
      { notification: { merchantReference: "A", attempts: 0 } },
      { rule: { name: "lost", fired: 2 } },
    ]);
    expect(report).toEqual({ passed: true, failures: [] });
  });

  it("says why the shop has not acknowledged a notification", async () => {
    await using shop = await startShop(({ fields }) => fields.merchantReference === "N-2");
    const { url, client } = await sandbox.lane();
    for (const merchantReference of ["N-1", "N-2"]) {
      await sold(client, { merchantReference, callbackUrl: { notify: shop.notifyUrl } });
      await control(url, "POST", "wait", { for: "notification", match: { merchantReference } });
    }
    const { failures } = await verify(url, [
      { notification: { merchantReference: "N-1", acknowledged: true } },
      { notification: { merchantReference: "N-2", attempts: 2 } },
    ]);
    expect(failures.map(({ actual }: { actual: string }) => actual)).toEqual([
      expect.stringMatching(/^not acknowledged, 1 attempt; the last failed: answered 400/),
      "acknowledged, 1 attempt",
    ]);
  });

  it("fails strictly for a rule that never fired, and for a misspelt parameter", async () => {
    const { url, client } = await sandbox.lane();
    const then = { outcome: "maintenance" };
    const rules = [
      { name: "used", times: 1, when: { operation: "tokenization/sale", merchantReference: "U" }, then },
      { name: "unused", when: { operation: "*/refund" }, then },
    ];
    await control(url, "PUT", "scenario", { name: "story", rules, expect: [{ rule: { name: "used", fired: 1 } }] });
    await control(url, "POST", "rules", { times: 1, when: { operation: "*/void" }, then });
    await client("tokenization/sale", requests.sale({ merchantReference: "U", lineItem: 1 }));
    expect(await verify(url)).toEqual({ passed: true, failures: [] });
    const { passed, failures, warnings, scenarios } = (await control(url, "POST", "verify", { strict: true })).body;
    expect({ passed, failures }).toEqual({ passed: false, failures: [] });
    expect(warnings).toEqual([
      {
        where: "rules",
        message:
          'rule "unused" of story never fired; nearest: req-1 tokenization/sale: operation is "tokenization/sale", expected "*/refund"',
      },
      {
        where: "rules",
        message:
          'rule {"when":{"operation":"*/void"},"times":1,"then":{"outcome":"maintenance"}} never fired; nearest: req-1 tokenization/sale: operation is "tokenization/sale", expected "*/void"',
      },
      { where: "req-1", message: "tokenization/sale: unknown parameter lineItem. Did you mean lineItems?" },
    ]);
    expect(scenarios).toMatchObject([
      {
        name: "story",
        clauses: [{ clause: {} }],
        rules: [{ fired: 1 }, { fired: 0, nearest: { missed: expect.any(Number) } }],
      },
    ]);
  });

  it.each([
    ["a rule alone was checked, and fired", { rules: [{ then: { outcome: "maintenance" } }] }],
    ["nothing was expected, and the calls are right", {}],
  ])("strictly passes if %s, and fails before the first call", async (_, more) => {
    const { url, client } = await sandbox.lane();
    await control(url, "PUT", "scenario", { name: "story", ...more });
    expect((await control(url, "POST", "verify", { strict: true })).body.warnings).toContainEqual({
      where: "",
      message: expect.stringMatching(/^no call came to the lane: do your tests call its address\?/),
    });
    await client("tokenization/sale", requests.sale());
    expect((await control(url, "POST", "verify", { strict: true })).body.passed).toBe(true);
  });

  it("fails strictly for a merchant without a key, which a wrong merchantId makes", async () => {
    const { url, client } = await sandbox.lane();
    await client("tokenization/sale", requests.sale({ merchantId: 4 }));
    expect((await control(url, "POST", "verify", { strict: true })).body).toMatchObject({
      ...{ passed: false, failures: [] },
      warnings: [
        {
          where: "req-1",
          message: "merchant 4 has no public key here (did you mean 3?), so nothing verified its signatures",
        },
      ],
    });
  });

  it("holds the expectations of the lane's scenario where none are given", async () => {
    const { url } = await sandbox.lane();
    await control(url, "PUT", "scenario", { name: "duplicate-reference" });
    expect((await verify(url)).failures).toHaveLength(2);
  });

  it("names an operation that does not exist", async () => {
    const expected = [{ calls: { operation: "tokenization/sele", count: 0 } }];
    const told = await control(sandbox.url, "POST", "verify", { expect: expected });
    expect([told.http, told.body.message]).toEqual([400, expect.stringContaining("did you mean tokenization/sale?")]);
  });

  it("names a misspelt member", async () => {
    const told = await control(sandbox.url, "POST", "verify", { expect: [{ ordr: {} }] });
    expect([told.http, told.body.message]).toEqual([400, expect.stringContaining("expect[0].ordr")]);
  });
});
