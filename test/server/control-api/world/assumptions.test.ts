import { describe, expect, it } from "vitest";
import { created } from "../../../support/client.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const put = (url: string, body: unknown) => control(url, "PUT", "assumptions", body);
const chosenIn = async (url: string, id: string): Promise<string> => {
  const { body } = await control(url, "GET", "provenance");
  return body.assumptions.find((one: { id: string }) => one.id === id).chosen;
};
const settledVoid = async (url: string) => chosenIn(url, "void-open-order");

describe("PUT assumptions", () => {
  it("chooses for this lane alone, from the next call on, and answers what provenance tells", async () => {
    await using sandbox = await startTestSandbox();
    const [a, b] = [await sandbox.lane(), await sandbox.lane()];
    const orderOf = async ({ client }: typeof a) => ({ merchantId: 3, orderId: (await created(client)).id });
    const answered = await put(a.url, { "void-open-order": "void" });
    expect(answered).toEqual({ http: 200, body: (await control(a.url, "GET", "provenance")).body });
    expect((await a.client("hosted-checkout/void", await orderOf(a))).body).toMatchObject({ responseCode: "0000" });
    expect((await b.client("hosted-checkout/void", await orderOf(b))).body).toMatchObject({ responseCode: "2008" });
    expect([await settledVoid(a.url), await settledVoid(b.url)]).toEqual(["void", "refuse"]);
  });

  it("leaves the explanation of an earlier call with the choice that was in force then", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    const voided = async () => client("hosted-checkout/void", { merchantId: 3, orderId: (await created(client)).id });
    const choices = ["void", "refuse"];
    for (const choice of choices) {
      await put(url, { "void-open-order": choice });
      await voided();
    }
    const { body } = await control(url, "GET", "requests?operation=*/void");
    const explained = async ({ id }: { id: string }) => {
      const { assumptions } = (await control(url, "GET", `requests/${id}`)).body.explain;
      return assumptions.find((one: { id: string }) => one.id === "void-open-order").chosen;
    };
    expect(await Promise.all(body.requests.toReversed().map(explained))).toEqual(choices);
  });

  it.each([
    [{ "void-open-oder": "void" }, /^unknown member "void-open-oder"; did you mean void-open-order\?$/],
    [{ "void-open-order": "voyd" }, /void-open-order is "voyd", expected one of refuse, void.*did you mean void\?$/],
    [{ "card-expiry": "hong-kong" }, /^card-expiry has no other choice, expected an assumption with choices/],
    [{ "test-cards": "default" }, /^test-cards has no other choice/],
    [["void"], /body/],
  ])("refuses %j, and nothing is chosen", async (body, message) => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    const told = await put(url, body);
    expect([told.http, told.body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await settledVoid(url)).toBe("refuse");
  });
});

describe("a scenario's assume", () => {
  const chosen = { name: "chosen", assume: { "void-open-order": "void" } };

  it("is put into the lane by PUT scenario, which says so", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    const { body } = await control(url, "PUT", "scenario", chosen);
    expect(body.assume).toEqual(chosen.assume);
    expect(await settledVoid(url)).toBe("void");
  });
});
