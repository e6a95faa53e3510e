import { differences, type Side } from "../compare/differences.js";
import type { Json } from "../target.js";
import type { Step } from "./generate.js";

/** What a service answers, and the assumptions that it rests on, where it tells them. */
export interface Answered extends Side {
  readonly restsOn?: readonly string[];
}

/** A service that a walk is walked against. */
export interface World {
  readonly call: (operation: string, params: Json) => Promise<Answered>;
  /** A stored card that may be charged; undefined where there is none. */
  readonly tokenId: number | undefined;
  /** Whether the call may be made; asked once for each call. */
  readonly takes: (operation: string) => boolean;
  readonly end: () => Promise<void>;
}

/** A call of a walk as it was made there, with both answers. */
export interface Walked {
  readonly step: Step;
  readonly operation: string;
  readonly params: Json;
  readonly there: Answered;
  readonly here: Answered;
}

/** What was walked, as far as the first call whose answers differ. */
export interface Trace {
  /** What its references begin with. */
  readonly prefix: string;
  readonly calls: readonly Walked[];
  /** What the last two answers do not have in common. */
  readonly lines: readonly string[];
}

/** What a difference is about: the same for other ids, amounts and references. */
export const kindOf = ({ calls, lines, prefix }: Trace): string =>
  `${calls.at(-1)?.operation} ${lines.join("; ").replaceAll(prefix, "").replace(/\d+/g, "0")}`;

interface Worlds {
  readonly there: World;
  readonly here: World;
  readonly prefix: string;
}

/** Walks until two answers differ; the world here ends with it. */
export async function walkOnce(steps: readonly Step[], { there, here, prefix }: Worlds): Promise<Trace> {
  const [theirs, ours] = [new Map<number, unknown>(), new Map<number, unknown>()];
  const known = { prefix, references: references(steps, prefix) };
  const calls: Walked[] = [];
  try {
    for (const step of steps) {
      const { operation, params, makes } = step;
      const asked = resolved(params, { ...known, ids: theirs, tokenId: there.tokenId });
      if (asked === undefined || !there.takes(operation)) continue;
      const answer = await there.call(operation, asked);
      const own = await here.call(operation, resolved(params, { ...known, ids: ours, tokenId: here.tokenId })!);
      calls.push({ step, operation, params: asked, there: answer, here: own });
      const lines = differences(answer, own);
      if (lines.length > 0) return { prefix, calls, lines };
      if (makes !== undefined) {
        theirs.set(makes, idIn(answer));
        ours.set(makes, idIn(own));
      }
    }
    return { prefix, calls, lines: [] };
  } finally {
    await here.end();
  }
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
