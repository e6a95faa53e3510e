import type { Side } from "../compare/differences.js";
import { differences } from "../compare/differences.js";
import type { Json } from "../target.js";
import { type Step, walkOf } from "./generate.js";

/** A service that a walk is walked against. */
export interface World {
  readonly call: (operation: string, params: Json) => Promise<Side>;
  /** A stored card that may be charged; undefined where there is none. */
  readonly tokenId: number | undefined;
}

/** A call of a walk as it was made there, with both answers. */
export interface Walked {
  readonly operation: string;
  readonly params: Json;
  readonly there: Side;
  readonly here: Side;
}

export interface WalkDifference {
  readonly number: number;
  /** The fewest calls that show it; the last of them is answered otherwise. */
  readonly calls: readonly Walked[];
  /** What the two answers do not have in common. */
  readonly lines: readonly string[];
}

export interface WalkOptions {
  readonly walks: number;
  readonly seed: number;
  readonly userId: string;
  readonly there: World;
  /** A fresh lane for each walk. */
  readonly here: (attempt: number) => Promise<World>;
  /** What no reference of another run begins with. */
  readonly prefix: string;
  /** Calls in one walk. */
  readonly length?: number;
}

const LENGTH = 10;

/** Walks random programs through both worlds; what differs is shrunk to the fewest calls that show it. */
export async function walkBoth(options: WalkOptions): Promise<readonly WalkDifference[]> {
  const found: WalkDifference[] = [];
  let attempts = 0;
  const attempt = async (steps: readonly Step[]): Promise<Trace> =>
    walkOnce(steps, { ...options, here: await options.here(++attempts), prefix: `${options.prefix}-${attempts}` });
  for (let number = 1; number <= options.walks; number++) {
    const steps = walkOf(options.seed, number, options.length ?? LENGTH, options.userId);
    const trace = await attempt(steps);
    if (trace.lines.length > 0)
      found.push({ number, ...(await shrunk(steps.slice(0, trace.calls.length), trace, attempt)) });
  }
  return found;
}

interface Trace {
  readonly calls: readonly Walked[];
  readonly lines: readonly string[];
}

/** Leaves out what can be left out: each call but the last, one by one, as long as the last is answered otherwise. */
async function shrunk(
  steps: readonly Step[],
  trace: Trace,
  attempt: (steps: readonly Step[]) => Promise<Trace>,
): Promise<Trace> {
  let [fewest, shown] = [steps, trace];
  for (let i = steps.length - 2; i >= 0; i--) {
    const fewer = fewest.filter((step) => step !== steps[i]);
    const tried = await attempt(fewer);
    const isShown = tried.lines.length > 0 && tried.calls.length === fewer.length;
    if (isShown) [fewest, shown] = [fewer, tried];
  }
  return shown;
}

interface Worlds {
  readonly there: World;
  readonly here: World;
  readonly prefix: string;
}

/** Walks until two answers differ. */
async function walkOnce(steps: readonly Step[], { there, here, prefix }: Worlds): Promise<Trace> {
  const [theirs, ours] = [new Map<number, unknown>(), new Map<number, unknown>()];
  const calls: Walked[] = [];
  for (const { operation, params, makes } of steps) {
    const known = { prefix, references: references(steps, prefix) };
    const asked = resolved(params, { ...known, ids: theirs, tokenId: there.tokenId });
    if (asked === undefined) continue;
    const answer = await there.call(operation, asked);
    const own = await here.call(operation, resolved(params, { ...known, ids: ours, tokenId: here.tokenId })!);
    calls.push({ operation, params: asked, there: answer, here: own });
    const lines = differences(answer, own);
    if (lines.length > 0) return { calls, lines };
    if (makes !== undefined) {
      theirs.set(makes, idIn(answer));
      ours.set(makes, idIn(own));
    }
  }
  return { calls, lines: [] };
}

/** What each order is called: by itself, or by the order whose reference its call repeats. */
function references(steps: readonly Step[], prefix: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { params, makes } of steps) {
    const { referenceOf } = (params.merchantReference ?? {}) as { referenceOf?: number };
    if (makes !== undefined && referenceOf !== undefined)
      names.set(makes, names.get(referenceOf) ?? `${prefix}-${referenceOf}`);
  }
  return names;
}

interface Known {
  readonly prefix: string;
  readonly references: ReadonlyMap<number, string>;
  readonly ids: ReadonlyMap<number, unknown>;
  readonly tokenId: number | undefined;
}

/** No service gave this id. */
const NO_ID = 2_147_483_599;

/** The parameters with their later values; undefined where a card is asked for and there is none. */
function resolved(params: Json, { prefix, references, ids, tokenId }: Known): Json | undefined {
  if ("tokenId" in params && tokenId === undefined) return undefined;
  const nowOf = (value: unknown): unknown => {
    const later = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<string, number | true>>;
    if (typeof later.idOf === "number") return ids.get(later.idOf) ?? NO_ID;
    if (typeof later.referenceOf === "number")
      return references.get(later.referenceOf) ?? `${prefix}-${later.referenceOf}`;
    return later.token === true ? tokenId : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, nowOf(value)]));
}

const idIn = ({ body }: Side): unknown => (body.order as Json | undefined)?.id;
