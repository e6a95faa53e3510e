import { test } from "payment-sandbox/vitest";
import { describe, expect } from "vitest";
import { shopAt } from "./shop.js";

// One sandbox for all workers, a lane for each test: they can run at once.
describe.concurrent("an order", () => {
  test("is paid when the shopper has paid", async ({ lane, expect }) => {
    const shop = shopAt(lane.url);
    const order = await shop.order("A-1");
    expect(await shop.isPaid(order)).toBe(false);
    await lane.simulate(order.id, "pay");
    expect(await shop.isPaid(order)).toBe(true);
  });

  test("is not paid by a card that is declined", async ({ lane, expect }) => {
    const shop = shopAt(lane.url);
    const order = await shop.order("A-1");
    await lane.simulate(order.id, { action: "decline", reason: "expired-card" });
    expect(await shop.isPaid(order)).toBe(false);
  });
});

test("an order that nobody pays closes by itself, and nobody waits for it", async ({ lane }) => {
  const order = await shopAt(lane.url).order("A-1");
  await lane.clock.advance("1h");
  expect(await lane.order(order.id)).toMatchObject({ order: { status: "CLOSED" } });
});

test("a shop that takes its fetch as a parameter needs no port", async ({ lane }) => {
  const shop = shopAt("", lane.fetch);
  const order = await shop.order("A-1");
  await lane.simulate(order.id, "pay");
  expect(await shop.isPaid(order)).toBe(true);
});
