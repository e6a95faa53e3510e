// A burst of notifications to a fast sink, beside a bare undici loop that signs too; and memory while a target is dead.
import { type ChildProcess, fork } from "node:child_process";
import { at, bundle } from "./servers.ts";

interface Parts {
  ours(url: string, count: number): Promise<number>;
  bare(url: string, count: number): Promise<number>;
  waiting(url: string, count: number): Promise<Waiting>;
}
interface Waiting {
  readonly queuedMb: number;
  readonly grownMb: number;
}

const BURST = 5000;
const WAITING = 10_000;
const ROUNDS = 3;

export async function notifications(): Promise<void> {
  const parts: Parts = await import(await bundle("notifications-parts"));
  const sink = await start("OK");
  const dead = await start("never");
  try {
    await report(parts, sink.url, dead.url);
  } finally {
    for (const { child } of [sink, dead]) child.kill();
  }
}

async function report(parts: Parts, sink: string, dead: string): Promise<void> {
  const rates = { ours: 0, bare: 0 };
  await parts.bare(sink, 500);
  for (let i = 0; i < ROUNDS; i++) {
    rates.bare = Math.max(rates.bare, await parts.bare(sink, BURST));
    rates.ours = Math.max(rates.ours, await parts.ours(sink, BURST));
  }
  const { queuedMb, grownMb } = await parts.waiting(dead, WAITING);
  const print = (rate: number): string => `${Math.round(rate)}/s`;
  console.log(`notifications: burst of ${BURST}, best of ${ROUNDS}`);
  console.log(`  bare undici that signs  ${print(rates.bare)}`);
  console.log(
    `  outbox                  ${print(rates.ours)}, ratio ${(rates.ours / rates.bare).toFixed(2)} (at least 0.50)`,
  );
  console.log(
    `  ${WAITING} for a dead target: ${queuedMb.toFixed(1)} MB of heap to queue them, ${grownMb.toFixed(1)} MB more in 3 s`,
  );
}

/** A target in a process of its own: this one's two cores are for the sender. */
function start(kind: "OK" | "never"): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(at("notifications-sink.mjs"), [kind]);
  return new Promise((resolve) => {
    child.once("message", (port) => resolve({ child, url: `http://127.0.0.1:${port}/notify` }));
  });
}
