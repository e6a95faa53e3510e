import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { end, type Ran, run } from "../../../crash/process.js";
import { balancer } from "../../../support/balancer.js";
import { clientOf, queried, requests } from "../../../support/client.js";
import { testStore } from "../../../support/postgres.js";
import { timesFor } from "../../../support/proof.js";
import { control } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

/** KILLS=30 by hand: a minute. */
const kills = Number(process.env.KILLS ?? timesFor({ shown: 1, proof: 2 }));
const CALLERS = 4;
const BETWEEN_KILLS_MS = kills > 2 ? 2_000 : 1_000;
const CALLS_BEFORE_A_KILL = 10;
/** An attempt that a killed node had begun is made anew when its lease has ended. */
const NOTIFY_TIMEOUT_S = 1;

interface Promised {
  readonly reference: string;
  readonly orderId: number;
}

it(`kills (${kills}) of one of two nodes under load lose nothing that was answered, and nothing happens twice`, async () => {
  const store = await testStore();
  const start = () =>
    run("--store", store, "--log-format", "silent", "--seed", "1", "--notify-timeout", String(NOTIFY_TIMEOUT_S));
  const nodes: Ran[] = [await start(), await start()];
  await using lb = await balancer(nodes.map(({ url }) => url));
  await using shop = await startShop();
  const notify = shop.notifyUrl;
  const client = clientOf(lb.url);
  const promised: Promised[] = [];
  const wrong: string[] = [];
  let isOver = false;
  let n = 0;
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const reference = `K-${++n}`;
      const params = requests.sale({ merchantReference: reference, callbackUrl: { notify } });
      const { http, body } = await client("tokenization/sale", params).catch(() => ({ http: 0, body: undefined }));
      if (http === 200 && body.responseCode === "0000") promised.push({ reference, orderId: body.order.id });
      else if (http === 200 || http === 500) wrong.push(`${reference}: ${http} ${JSON.stringify(body)}`);
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  for (let kill = 0; kill < kills; kill++) {
    await pause(BETWEEN_KILLS_MS);
    // On a busy machine that may be time for a few calls only.
    await expect.poll(() => promised.length).toBeGreaterThan((kill + 1) * CALLS_BEFORE_A_KILL);
    const dead = nodes.shift()!;
    await end(dead, "SIGKILL");
    nodes.push(await start());
    lb.set(nodes.map(({ url }) => url));
  }
  isOver = true;
  await Promise.all(callers);
  expect(wrong).toEqual([]);
  expect(promised.length).toBeGreaterThan(kills * CALLS_BEFORE_A_KILL);
  expect(new Set(promised.map(({ orderId }) => orderId)).size).toBe(promised.length);
  const found = await queried(
    client,
    promised.map(({ orderId }) => orderId),
  );
  expect(found.map((order) => [order?.merchantReference, order?.status])).toEqual(
    promised.map(({ reference }) => [reference, "SUCCESS"]),
  );
  const last = promised.map(({ reference }) => reference);
  const unheard = () => {
    const heard = new Set(shop.heard.map(({ fields }) => fields.merchantReference));
    return last.filter((reference) => !heard.has(reference));
  };
  // On a busy machine an attempt may time out: its retry need not be waited for in real time.
  for (let waited = 0; waited < 300 && unheard().length > 0; waited++) {
    await control(lb.url, "PUT", "clock", { action: "run-until-idle" });
    await pause(100);
  }
  expect(unheard()).toEqual([]);
  expect((await control(lb.url, "GET", "invariants")).body).toMatchObject({ holds: true, broken: [] });
  await Promise.all(nodes.map((node) => end(node, "SIGTERM")));
  if (kills > 2) console.log(JSON.stringify({ kills, answered: promised.length, heard: shop.heard.length }));
}, 300_000);
