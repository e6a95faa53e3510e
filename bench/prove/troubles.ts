import { setTimeout as pause } from "node:timers/promises";
import { end, type Ran, run } from "../../test/crash/process.js";
import type { ownServer } from "../../test/support/own-postgres.js";
import { asked } from "../../test/support/postgres.js";
import type { Fate, TcpProxy } from "../../test/support/tcp-proxy.js";
import type { Random } from "./random.js";

const STARTS_MAX = 50;
const BACK_MAX = 600;

/** What may happen to nodes and to their database. */
export interface Troubled {
  readonly database: Awaited<ReturnType<typeof ownServer>>;
  /** As asked without a proxy. */
  readonly store: string;
  readonly proxies: readonly TcpProxy[];
  readonly ran: Ran[];
  /** By node; empty while there is none. */
  readonly urls: string[];
  readonly argsOf: (node: number) => readonly string[];
}

/** A node does not start while its database is away. */
export async function started(args: readonly string[]): Promise<Ran> {
  for (let tries = 1; ; tries++)
    try {
      return await run(...args);
    } catch (error) {
      if (tries === STARTS_MAX) throw error;
      await pause(100);
    }
}

/** Makes trouble until it is over; answers how often each kind was made, and all is well again. */
export async function makeTrouble(
  troubled: Troubled,
  { random, isOver }: { readonly random: Random; readonly isOver: () => boolean },
): Promise<Readonly<Record<string, number>>> {
  const made: Record<string, number> = {};
  const maker = async (kinds: readonly string[]): Promise<void> => {
    while (!isOver()) {
      await pause(300 + random.below(2_000));
      const kind = random.pick(kinds);
      made[kind] = (made[kind] ?? 0) + 1;
      await troubles[kind]!(troubled, random);
    }
  };
  await Promise.all([maker(ofNodes), maker(ofDatabase)]);
  for (const proxy of troubled.proxies) proxy.judge = () => "pass";
  return made;
}

const ofNodes = ["node killed", "node stopped for seconds", "node rolled"] as const;
const ofDatabase = ["connections cut", "connections silent", "connections ended", "database restarted"] as const;

const troubles: Readonly<Record<string, (troubled: Troubled, random: Random) => Promise<void>>> = {
  "node killed": (troubled, random) => replaced(troubled, random, "SIGKILL"),
  "node rolled": (troubled, random) => replaced(troubled, random, "SIGTERM"),
  "node stopped for seconds": async ({ ran }, random) => {
    const { child } = random.pick(ran);
    child.kill("SIGSTOP");
    await pause(random.below(7_000));
    child.kill("SIGCONT");
  },
  "connections cut": async ({ proxies }, random) => {
    const fates: readonly Fate[] = ["cut", "lose-answer", "pass-and-cut"];
    for (const proxy of proxies) proxy.judge = () => (random.isOneIn(150) ? random.pick(fates) : "pass");
    await pause(1_000 + random.below(2_000));
    for (const proxy of proxies) proxy.judge = () => "pass";
  },
  "connections silent": async ({ proxies }, random) => random.pick(proxies).silence(),
  "connections ended": async ({ store }) => {
    await using database = await asked(store);
    const schema = new URL(store).searchParams.get("schema");
    await database.rows(`SELECT pg_terminate_backend(pid) FROM (SELECT DISTINCT pid FROM pg_locks
      WHERE relation = to_regclass('${schema}.lanes') AND pid <> pg_backend_pid()) l WHERE random() < 0.5`);
  },
  "database restarted": async ({ database, store }, random) => {
    await database.stop();
    await pause(random.below(3_000));
    // It waits for one line of the log, and for ever if that line comes in two pieces.
    void database.start().catch(() => {});
    await isBack(store);
  },
};

async function isBack(store: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await answers(store);
    } catch (error) {
      if (tries === BACK_MAX) throw error;
      await pause(100);
    }
}

/** A function of its own: esbuild's `await using` in a loop throws the error of an earlier turn again. */
async function answers(store: string): Promise<void> {
  await using database = await asked(store);
  await database.rows("SELECT 1");
}

async function replaced(troubled: Troubled, random: Random, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const { ran, urls, argsOf } = troubled;
  const n = random.below(ran.length);
  await end(ran[n]!, signal);
  // Another program may get its port.
  urls[n] = "";
  ran[n] = await started(argsOf(n));
  urls[n] = ran[n].url;
}
