import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { end, type Ran, run, runBy } from "../../../crash/process.js";
import { formerRelease, hasFormerRelease } from "../../../support/former-release.js";
import { ownServer } from "../../../support/own-postgres.js";
import { asked, testStore } from "../../../support/postgres.js";
import { control, startTestSandbox, testFolder } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";
import { tcpProxy } from "../../../support/tcp-proxy.js";
import { callAtRandom, drawsOf, LaneFacts, SHARED_TIMES, wrongIn } from "./callers.js";

/** By hand: SEED=7 draws the same again, CALLS_S=60 CALLERS=20 LANES=1 goes on for longer with more of them, HARD=1 also kills
 * and stops processes, and the database. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
const seconds = Number(process.env.CALLS_S ?? 2);

const callers = Number(process.env.CALLERS ?? 6);
const lanes = ["x", "y"].slice(0, Number(process.env.LANES ?? 2));

interface Calling {
  readonly nodes: readonly string[];
  readonly isFaulty: boolean;
  /** Makes trouble until it is over. */
  readonly trouble?: (isOver: () => boolean, nodes: string[]) => Promise<void>;
}

/** Lets callers call, and looks afterwards whether all is as they were answered. */
async function calling({ nodes: first, isFaulty, trouble }: Calling): Promise<void> {
  await using shop = await startShop();
  const nodes = [...first];
  const facts = new Map(lanes.map((lane) => [lane, new LaneFacts()]));
  const shared = { name: "shared", when: { merchantReference: "*-shared-*" }, times: SHARED_TIMES };
  for (const lane of lanes)
    await control(`${nodes[0]}/lane/${lane}`, "POST", "rules", { ...shared, then: { outcome: "do-not-honour" } });
  const until = Date.now() + seconds * 1_000;
  let isTroubleOver = !trouble;
  const troubled = trouble?.(() => Date.now() > until, nodes).finally(() => {
    isTroubleOver = true;
  });
  const isOver = () => Date.now() > until && isTroubleOver;
  const options = { seed, callers, lanes, nodes: () => nodes, notifyUrl: shop.notifyUrl, isFaulty, isOver };
  const result = await callAtRandom(options, facts);
  await troubled;
  if (seconds > 10) console.log(JSON.stringify({ seed, ...result, toBeTold: result.toBeTold.length }));
  expect(result.wrong).toEqual([]);
  const told = result.toBeTold.map((one) => one.split(" ")[1]).sort();
  const heard = () => shop.heard.map(({ fields }) => fields.merchantReference).sort();
  for (const lane of lanes) {
    const settled = () => control(`${nodes[1]}/lane/${lane}`, "PUT", "clock", { action: "run-until-idle" });
    await expect.poll(async () => (await settled()).http, { timeout: 60_000 }).toBe(200);
    expect(await wrongIn(`${nodes[0]}/lane/${lane}`, facts.get(lane)!)).toEqual([]);
  }
  if (isFaulty) expect(heard()).toEqual(expect.arrayContaining(told));
  else expect(heard()).toEqual(told);
}

it(`random callers of three nodes meet on each what was answered by another (SEED=${seed})`, async () => {
  const store = await testStore();
  await using a = await startTestSandbox({ store });
  await using b = await startTestSandbox({ store });
  await using c = await startTestSandbox({ store });
  await calling({ nodes: [a.url, b.url, c.url], isFaulty: false });
}, 600_000);

it.runIf(hasFormerRelease())(
  `the same of a node of the former version and a new one, as during an upgrade (SEED=${seed})`,
  async () => {
    using folder = testFolder();
    const bin = await formerRelease(folder.path);
    const store = await testStore();
    const former = await runBy(bin, "--store", store, "--log-format", "silent");
    try {
      await using now = await startTestSandbox({ store });
      await calling({ nodes: [former.url, now.url], isFaulty: false });
    } finally {
      await end(former, "SIGTERM");
    }
  },
  600_000,
);

/** Ends connections to the database, those of one schema, now and then. */
async function endingConnections(store: string, draw: () => number, isOver: () => boolean): Promise<void> {
  await using database = await asked(store);
  const schema = new URL(store).searchParams.get("schema");
  const some = `SELECT pg_terminate_backend(pid) FROM (SELECT DISTINCT pid FROM pg_locks
    WHERE relation = '${schema}.lanes'::regclass AND pid <> pg_backend_pid()) l WHERE random() < 0.5`;
  while (!isOver()) {
    await pause(50 + draw() * 300);
    await database.rows(some);
  }
}

it(`the same where connections to the database break at any moment (SEED=${seed})`, async () => {
  const direct = await testStore();
  const draw = drawsOf(seed);
  const { hostname: host, port } = new URL(direct);
  await using proxies = new AsyncDisposableStack();
  await using nodes = new AsyncDisposableStack();
  const urls: string[] = [];
  const all = await Promise.all([1, 2].map(() => tcpProxy({ host, port: Number(port) })));
  for (const proxy of all) {
    proxies.use(proxy);
    const store = new URL(`${direct}&query_timeout=2000`);
    store.port = String(proxy.port);
    urls.push(nodes.use(await startTestSandbox({ store: store.href })).url);
  }
  const trouble = async (isOver: () => boolean): Promise<void> => {
    for (const proxy of all)
      proxy.judge = () =>
        draw() < 0.997 ? "pass" : (["cut", "lose-answer", "pass-and-cut"] as const)[Math.floor(draw() * 3)]!;
    const silencing = async () => {
      while (seconds > 10 && !isOver()) {
        await pause(5_000 * draw());
        all[draw() < 0.5 ? 0 : 1]!.silence();
      }
    };
    await Promise.all([endingConnections(direct, draw, isOver), silencing()]);
    for (const proxy of all) proxy.judge = () => "pass";
  };
  await calling({ nodes: urls, isFaulty: true, trouble });
}, 600_000);

it.runIf(process.env.HARD)(
  "the same where processes are killed, and stopped for seconds",
  async () => {
    const store = await testStore();
    const draw = drawsOf(seed);
    const args = ["--store", store, "--log-format", "silent", "--notify-timeout", "1"];
    const ran: Ran[] = await Promise.all([run(...args), run(...args), run(...args)]);
    let [kills, stops] = [0, 0];
    const trouble = async (isOver: () => boolean, nodes: string[]): Promise<void> => {
      while (!isOver()) {
        await pause(500 + draw() * 2_000);
        const which = Math.floor(draw() * 3);
        const { child } = ran[which]!;
        if (draw() < 0.6) {
          child.kill("SIGSTOP");
          stops++;
          await pause(draw() * 7_000);
          child.kill("SIGCONT");
        } else {
          await end(ran[which]!, "SIGKILL");
          kills++;
          ran[which] = await run(...args);
          nodes[which] = ran[which].url;
        }
      }
    };
    await calling({ nodes: ran.map(({ url }) => url), isFaulty: true, trouble });
    console.log(JSON.stringify({ kills, stops }));
    await Promise.all(ran.map((one) => end(one, "SIGTERM")));
  },
  600_000,
);

it.runIf(process.env.HARD)(
  "the same where the database itself stops and starts",
  async () => {
    using folder = testFolder();
    const database = await ownServer(folder.path);
    try {
      const draw = drawsOf(seed);
      await using a = await startTestSandbox({ store: database.url });
      await using b = await startTestSandbox({ store: database.url });
      let restarts = 0;
      const trouble = async (isOver: () => boolean): Promise<void> => {
        while (!isOver()) {
          await pause(2_000 + draw() * 4_000);
          await database.stop();
          await pause(draw() * 3_000);
          await database.start();
          restarts++;
        }
      };
      await calling({ nodes: [a.url, b.url], isFaulty: true, trouble });
      console.log(JSON.stringify({ restarts }));
    } finally {
      await database.stop();
    }
  },
  600_000,
);
