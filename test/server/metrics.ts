import { expect } from "vitest";
import type { Settings } from "../../src/server/options/settings.js";
import { requests, sold } from "../support/client.js";
import { startTestSandbox } from "../support/sandbox.js";
import { startShop } from "../support/shop.js";

const read = async (url: string): Promise<Map<string, number>> => {
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const lines = (await answer.text()).trimEnd().split("\n");
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) payment_sandbox_\w+ .+|payment_sandbox_\w+(\{[^{}]+\})? [\d.e+-]+)$/);
  return new Map(
    lines
      .filter((line) => !line.startsWith("#"))
      .map((line) => [line.slice("payment_sandbox_".length, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
};

/** The counts of calls and refusals, on this store. */
export async function tellsCalls(over: Partial<Settings> = {}): Promise<void> {
  await using sandbox = await startTestSandbox(over);
  await sold(sandbox.client);
  await sandbox.client("tokenization/sale", requests.sale({ merchantReference: "M-1" }));
  await sandbox.client("tokenization/sale", requests.sale({ merchantReference: "M-1" }));
  await sandbox.client("tokenization/sale", { merchantId: 3 });
  const found = await read(sandbox.url);
  const sale = 'operation="tokenization/sale"';
  expect(found.get(`calls_total{${sale}}`)).toBe(4);
  expect(found.get(`refusals_total{${sale},code="2002"}`)).toBe(1);
  expect([...found].filter(([name]) => name.startsWith("refusals_total")).map(([, count]) => count)).toEqual([1, 1]);
  expect(found.get(`failures_total{${sale}}`)).toBe(0);
  expect(found.get(`call_duration_seconds_bucket{${sale},le="+Inf"}`)).toBe(4);
  expect(found.get(`call_duration_seconds_count{${sale}}`)).toBe(4);
  expect(found.get(`call_duration_seconds_sum{${sale}}`)).toBeGreaterThan(0);
  expect([found.get("lanes"), found.get("store_up")]).toEqual([1, 1]);
  for (const name of ["pool_max", "upkeep_looks_total", 'database_waits_total{for="lane"}'])
    expect(found.has(name)).toBe(over.store !== undefined);
}

/** How many notifications wait, on this store. */
export async function tellsNotifications(over: Partial<Settings> = {}): Promise<void> {
  await using sandbox = await startTestSandbox(over);
  await using shop = await startShop(() => false);
  await sandbox.control("PUT", "clock", { action: "freeze" });
  await sold(sandbox.client, { callbackUrl: { notify: shop.notifyUrl } });
  await sandbox.control("POST", "wait", { for: "notification", match: {} });
  const found = await read(sandbox.url);
  expect([found.get("notifications_due"), found.get("notifications_in_flight")]).toEqual([1, 0]);
  expect(found.get("notifications_oldest_due_seconds")).toBe(0);
}
