import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../../src/package/files.js";
import { evaluate } from "../../../../src/tools/judge/conformance/evaluate.js";
import { profilesNamed } from "../../../../src/tools/judge/conformance/profiles.js";
import { judgedShop } from "../../../support/judged-shop.js";

const shop = (name: string) => import(pathToFileURL(packagePath(`examples/shops/${name}.mjs`)).href);
const { Shop, shopDay } = await shop("skeleton");

/** Asks for each notification, and queries no order by itself. */
class Asking extends Shop {
  async takeNotice(fields: { readonly merchantReference: string }) {
    const order = this.book.get(fields.merchantReference);
    return order !== undefined && this.isGenuine(fields) && (await this.recover(order)) === true;
  }
}

/** What the tests say of a shop by these mutants. */
async function resultsOf(Kind: unknown, needed: readonly string[]) {
  const day = ({ url }: { readonly url: string }) => shopDay(Kind, { url, timeoutMs: 30_000 });
  const report = await judgedShop(day, { needed, jobs: 1 });
  const setup = new Set(["output"] as const);
  const tests = evaluate(profilesNamed("nt"), { report, setup });
  return Object.fromEntries(tests.map((one) => [one.id, one]));
}

describe("copies of a notification that come late", () => {
  it("a right shop passes by mutants of each state", async () => {
    const {
      "NT-10": late,
      "NT-11": refunded,
      "NT-21": voided,
      "NT-22": settled,
    } = await resultsOf(Asking, ["*/again/at-the-end", "*/again/once-*"]);
    expect(refunded).toMatchObject({ result: "PASS", evidence: expect.arrayContaining(["refund#1/again/at-the-end"]) });
    expect(refunded!.evidence.some((id) => id.endsWith("/again/once-refunded"))).toBe(true);
    expect(voided).toMatchObject({ result: "PASS", evidence: ["void#1/again/at-the-end"] });
    expect(settled).toMatchObject({ result: "PASS" });
    expect(settled!.evidence).toContain("query#1/again/once-settled");
    expect(late!.why).toMatch(/No mutant that fits \*\/notice\/late-by-an-hour, .* took effect/);
  });

  it("what was sent by the order's status is sent again once it is settled", async () => {
    const { default: ByStatus } = await shop("conformance/ships-by-status");
    const { "NT-09": copies, "NT-22": settled } = await resultsOf(ByStatus, [
      "*/notice/doubled",
      "*/again/once-settled",
    ]);
    expect(settled).toMatchObject({ result: "FAIL", why: expect.stringMatching(/^fulfilled-twice: /) });
    expect(settled!.evidence).toContain("query#1/again/once-settled");
    expect(copies!.result).toBe("PASS");
  });

  it("a copy that sets the order back to paid reopens what was refunded, and what was voided", async () => {
    const { default: Reopened } = await shop("reopened-by-a-copy");
    const results = await resultsOf(Reopened, ["*/again/at-the-end"]);
    expect([results["NT-11"]!.result, results["NT-21"]!.result]).toEqual(["FAIL", "FAIL"]);
  });
});
