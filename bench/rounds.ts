import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../src/tools/judge/run/shop/free-port.ts";
import { type Bodies, type Caller, callerOf, type Kind } from "./caller.ts";
import { coldCosts } from "./cold.ts";
import type { Measured } from "./load.ts";
import { median } from "./ratios.ts";
import { cpuMs, oursArgs, type Place, type Started, spawnNode, startIn } from "./servers.ts";

export const FIGURES = ["create-memory", "query-memory", "create-file", "query-file", "start", "cold"] as const;
export type Figure = (typeof FIGURES)[number];
export const sides = ["base", "this"] as const;
export type Side = (typeof sides)[number];

/** What a side did in one round: requests, or starts. */
export interface Rate {
  readonly perSecond: number;
  /** For each second of the server's CPU time; NaN where it is not known. */
  readonly perCpuSecond: number;
}
export type Rates = Readonly<Record<Side, Partial<Record<Figure, Rate>>>>;

export interface Round {
  /** Who comes first. */
  readonly order: readonly Side[];
  readonly folders: Readonly<Record<Side, string>>;
  readonly core: string | undefined;
  readonly figures: readonly Figure[];
  readonly seconds: number;
  readonly bodies: Bodies;
}

const SLICES = 4;
const STARTS = 5;

export async function roundOf(round: Round): Promise<Rates> {
  const rates: Rates = { base: {}, this: {} };
  for (const kept of ["memory", "file"] as const)
    if (round.figures.some((figure) => figure.endsWith(kept))) await callsOf(round, kept, rates);
  if (round.figures.includes("start")) await startsOf(round, rates);
  if (round.figures.includes("cold")) await coldOf(round, rates);
  return rates;
}

/** Two servers of this round's own. */
async function callsOf(round: Round, kept: "memory" | "file", rates: Rates): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-compare-"));
  await using servers = new AsyncDisposableStack();
  const pair = {} as Record<Side, Called>;
  for (const side of round.order) {
    const options = kept === "file" ? ["--data-dir", join(folder.path, side)] : [];
    const server = servers.use(await startIn(placeOf(round, side), ...options));
    pair[side] = { server, caller: await callerOf(server.url, round.bodies) };
  }
  for (const kind of ["create", "query"] as const) {
    const figure: Figure = `${kind}-${kept}`;
    const isAsked = round.figures.includes(figure);
    // Queries need orders.
    if (isAsked || kind === "create") for (const side of round.order) await pair[side].caller.warm(kind);
    if (isAsked) await inTurn(round, kind, pair, (side, rate) => Object.assign(rates[side], { [figure]: rate }));
  }
}

interface Called {
  readonly server: Started;
  readonly caller: Caller;
}

/** Some times each, there and back: what the machine does meanwhile falls on both alike. */
async function inTurn(
  { order, seconds }: Round,
  kind: Kind,
  pair: Readonly<Record<Side, Called>>,
  tell: (side: Side, rate: Rate) => void,
): Promise<void> {
  const slices: Record<Side, Measured[]> = { base: [], this: [] };
  const cpuBefore = { base: cpuMs(pair.base.server), this: cpuMs(pair.this.server) };
  for (let n = 0; n < SLICES; n++)
    for (const side of n % 2 === 0 ? order : order.toReversed())
      slices[side].push(await pair[side].caller.timed(kind, seconds / SLICES));
  for (const side of sides) {
    const answered = slices[side].reduce((sum, slice) => sum + slice.answered, 0);
    tell(side, {
      perSecond: median(slices[side].map(({ perSecond }) => perSecond)),
      perCpuSecond: (answered * 1000) / (cpuMs(pair[side].server) - cpuBefore[side]),
    });
  }
}

/** From spawn to the first answer, of each side in turn. */
async function startsOf(round: Round, rates: Rates): Promise<void> {
  const starts: Record<Side, Awaited<ReturnType<typeof firstAnswer>>[]> = { base: [], this: [] };
  const args = (port: number) => oursArgs("--port", String(port));
  // A first start, ended in peace, keeps its compiled code for the others.
  for (const side of round.order) await firstAnswer(args, "SIGTERM", placeOf(round, side));
  for (let i = 0; i < STARTS; i++)
    for (const side of i % 2 === 0 ? round.order : round.order.toReversed())
      starts[side].push(await firstAnswer(args, "SIGKILL", placeOf(round, side)));
  for (const side of sides) {
    const perSecond = (what: "tookMs" | "cpuMs") => 1000 / median(starts[side].map((one) => one[what]));
    rates[side].start = { perSecond: perSecond("tookMs"), perCpuSecond: perSecond("cpuMs") };
  }
}

/** How long it takes from spawn to the first answer, and the CPU until then. */
async function firstAnswer(
  args: (port: number) => readonly string[],
  end: "SIGKILL" | "SIGTERM",
  place: Place,
): Promise<{ readonly tookMs: number; readonly cpuMs: number }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawnNode(args(port), place, "ignore");
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`expected a start, found exit ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const took = { tookMs: performance.now() - began, cpuMs: cpuMs({ process: child }) };
  child.kill(end);
  await once(child, "exit");
  return took;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    http
      .get({ port, host: "127.0.0.1", path: "/readyz", agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      })
      .on("error", () => resolve(false));
  });

/** A short-lived sandbox: from spawn through the first creates and queries, of each side. */
async function coldOf(round: Round, rates: Rates): Promise<void> {
  for (const side of round.order) {
    const began = performance.now();
    await using server = await startIn(placeOf(round, side));
    const { queries } = await coldCosts(server, round.bodies);
    rates[side].cold = { perSecond: 1000 / (performance.now() - began), perCpuSecond: 1000 / queries };
  }
}

const placeOf = ({ folders, core }: Round, side: Side): Place => ({ cwd: folders[side], core });
