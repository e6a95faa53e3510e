import { describe, expect, it } from "vitest";
import { besideForgeries } from "../../../src/core/scenario/effects/forgeries.js";
import { requests, sold } from "../../support/client.js";
import { control, startTestSandbox } from "../../support/sandbox.js";
import { startShop } from "../../support/shop.js";

/** Against a busy machine only: what is polled for comes at once. */
const PATIENT = { timeout: 30_000 };
const SALE = "tokenization/sale";

/** A lane with one rule for its sales, and the shop that hears of them; it says what it heard, and in which order. */
async function world(
  rule: object,
  accepts: (fields: Readonly<Record<string, string>>) => boolean | Promise<boolean> = () => true,
) {
  const sandbox = await startTestSandbox();
  const shop = await startShop(({ fields }) => accepts(fields));
  const { url, client } = await sandbox.lane();
  await control(url, "POST", "rules", { when: { operation: SALE }, ...rule });
  return {
    ...{ url, client, shop },
    sell: (merchantReference: string) => sold(client, { merchantReference, callbackUrl: { notify: shop.notifyUrl } }),
    heard: (count: number) => expect.poll(() => shop.heard.length, PATIENT).toBe(count) as Promise<void>,
    idle: () => control(url, "PUT", "clock", { action: "run-until-idle" }),
    notices: async (reference: string) =>
      (await control(url, "GET", `notifications?merchantReference=${reference}`)).body.notifications,
    [Symbol.asyncDispose]: async () => {
      await shop[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

describe("notify.beside", () => {
  const lies = {
    signature: (one: object, genuine: object) =>
      expect({ ...one, signature: "" }).toEqual({ ...genuine, signature: "" }),
    amount: (one: object) => expect(one).toMatchObject({ amount: "150.00", status: "SUCCESS" }),
    status: (one: object) => expect(one).toMatchObject({ amount: "50.00", status: "REFUNDED" }),
    reference: (one: object) => expect(one).toMatchObject({ merchantReference: "A-forged" }),
    "no-signature": (one: object) => expect(one).not.toHaveProperty("signature"),
    "empty-signature": (one: object) => expect(one).toMatchObject({ signature: "", status: "SUCCESS" }),
  } as const;

  it.each([
    ...(Object.keys(lies) as (keyof typeof lies)[]).map((forge) => [forge, "after"] as const),
    ["amount", "before"] as const,
  ])("sends a notice with a forged %s %s the genuine one", async (forge, sent) => {
    await using lane = await world({ then: { notify: { beside: { forge, sent } } } });
    await lane.sell("A");
    await lane.heard(2);
    const said = lane.shop.heard.map(({ fields }) => fields);
    const [forged, genuine] = sent === "before" ? said : said.toReversed();
    lies[forge](forged!, genuine!);
    expect(genuine).toMatchObject({ amount: "50.00", status: "SUCCESS", merchantReference: "A" });
  });

  it("sends it after its own delay", async () => {
    await using lane = await world({ then: { notify: { beside: { forge: "amount", sent: "after", delay: "5m" } } } });
    await lane.sell("A");
    await lane.heard(1);
    expect(lane.shop.heard[0]?.fields).toMatchObject({ amount: "50.00" });
    await lane.idle();
    expect(lane.shop.heard.map(({ fields }) => fields.amount)).toEqual(["50.00", "150.00"]);
  });

  it("says paid of an order that nobody paid, where nothing genuine is sent", async () => {
    await using lane = await world({
      then: { outcome: "do-not-honour", notify: { beside: { forge: "unpaid", sent: "after" } } },
    });
    const { shop, client } = lane;
    const callbackUrl = { notify: shop.notifyUrl };
    const { body } = await client(SALE, requests.sale({ merchantReference: "A", callbackUrl }));
    expect(body.responseCode).not.toBe("0000");
    await lane.heard(1);
    expect(shop.heard[0]?.fields).toMatchObject({ merchantReference: "A", amount: "50.00", status: "SUCCESS" });
    await lane.idle();
    expect(shop.heard).toHaveLength(1);
  });

  it("sends the genuine notification of another order beside this one's", async () => {
    const when = { merchantReference: "B" };
    await using lane = await world({ when, then: { notify: { beside: { forge: "other-order", sent: "after" } } } });
    await lane.sell("A");
    await lane.heard(1);
    await lane.sell("B");
    await lane.heard(3);
    const [first, own, other] = lane.shop.heard.map(({ fields }) => fields);
    expect(own).toMatchObject({ merchantReference: "B" });
    expect(other).toEqual(first);
  });

  it.each([
    ["nobody paid", { outcome: "do-not-honour" }, 1],
    ["was paid, after its own", {}, 2],
  ] as const)(
    "sends that of another merchant's order with the reference and amount of one that %s",
    async (_, then, sent) => {
      const notify = { beside: { forge: "other-merchant", sent: "after" } } as const;
      await using lane = await world({ then: { ...then, notify } });
      const callbackUrl = { notify: lane.shop.notifyUrl };
      await lane.client(SALE, requests.sale({ merchantReference: "A", callbackUrl }));
      await lane.heard(sent);
      const { id } = (await control(lane.url, "GET", "orders/A")).body.order;
      const { fields } = lane.shop.heard.at(-1)!;
      expect(fields).toMatchObject({
        merchantReference: "A",
        amount: "50.00",
        status: "SUCCESS",
        orderId: String(id + 100_000),
      });
    },
  );

  it("knows these lies and no other", () => {
    const others = ["unpaid", "other-order", "other-merchant"];
    expect([...besideForgeries].toSorted()).toEqual([...Object.keys(lies), ...others].toSorted());
  });
});

describe("notify.swap", () => {
  it("lets a notice leave behind the next one of another order", async () => {
    await using lane = await world({ times: 1, then: { notify: { swap: true } } });
    await lane.sell("A");
    await lane.sell("B");
    await lane.heard(2);
    expect(lane.shop.heard.map(({ fields }) => fields.merchantReference)).toEqual(["B", "A"]);
  });

  it("lets it leave after an hour where no other order follows", async () => {
    await using lane = await world({ times: 1, then: { notify: { swap: true } } });
    await lane.sell("A");
    await control(lane.url, "PUT", "clock", { action: "advance", by: "59m" });
    expect(lane.shop.heard).toEqual([]);
    await control(lane.url, "PUT", "clock", { action: "advance", by: "1m" });
    expect(lane.shop.heard).toHaveLength(1);
  });
});

describe("notify.replay", () => {
  it("sends the last notice of an earlier order again, as it was", async () => {
    await using lane = await world({ after: 1, then: { notify: { replay: true } } });
    await lane.sell("A");
    await lane.heard(1);
    await expect.poll(async () => (await lane.notices("A"))[0].state, PATIENT).toBe("acknowledged");
    await lane.sell("B");
    await lane.heard(3);
    expect(lane.shop.heard.map(({ fields }) => fields.merchantReference)).toEqual(["A", "B", "A"]);
    expect(lane.shop.heard[2]?.body).toBe(lane.shop.heard[0]?.body);
  });
});
