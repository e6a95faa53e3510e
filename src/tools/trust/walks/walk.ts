import type { Json } from "../../../package/json.js";
import { answerDifferences, type Side, spokenDifferences } from "../compare/differences.js";
import { NO_ID } from "../recording/exchange.js";
import type { WalkStep } from "./generate.js";

/** A service's answer, and the assumptions behind it if the service reports them. */
export interface WalkAnswer extends Side {
  readonly restsOn?: readonly string[];
}

/** A service that answers the calls of a walk. */
export interface World {
  readonly call: (operation: string, params: Json) => Promise<WalkAnswer>;
  /** A stored card that may be charged. Undefined if there is none. */
  readonly tokenId: number | undefined;
  /** True if the call may be made. Called once for each call. */
  readonly mayCall: (operation: string) => boolean;
  readonly end: () => Promise<void>;
}

/** A call as it was made to the service, with both answers. */
export interface Walked {
  readonly step: WalkStep;
  readonly operation: string;
  readonly params: Json;
  readonly there: WalkAnswer;
  readonly here: WalkAnswer;
}

/** The calls up to the first with different answers. */
export interface Trace {
  /** The prefix of its references. */
  readonly prefix: string;
  readonly calls: readonly Walked[];
  /** The differences between the last two answers. */
  readonly lines: readonly string[];
  readonly compare: Compare;
}

/** Returns the differences between two answers to one call, one line each. */
export type Compare = (operation: string, there: Side, here: Side) => readonly string[];

export const compareAll: Compare = (_, there, here) => [
  ...answerDifferences(there, here),
  ...spokenDifferences(there, here),
];

/** Identifies a kind of difference, regardless of ids, amounts and references. */
export const differenceKindOf = ({ calls, lines, prefix }: Trace): string =>
  `${calls.at(-1)?.operation} ${lines.join("; ").replaceAll(prefix, "").replace(/\d+/g, "0")}`;

interface Worlds {
  readonly there: World;
  readonly here: World;
  readonly prefix: string;
  readonly compare: Compare;
}

/** Makes calls until two answers differ. Closes the lane at the end. */
export async function walkOnce(steps: readonly WalkStep[], { there, here, prefix, compare }: Worlds): Promise<Trace> {
  const [theirs, ours] = [new Map<number, unknown>(), new Map<number, unknown>()];
  const known = { prefix, references: references(steps, prefix) };
  const calls: Walked[] = [];
  try {
    for (const step of steps) {
      const { operation, params, makes } = step;
      const asked = resolved(params, { ...known, ids: theirs, tokenId: there.tokenId });
      if (asked === undefined || !there.mayCall(operation)) continue;
      const answer = await there.call(operation, asked);
      const own = await here.call(operation, resolved(params, { ...known, ids: ours, tokenId: here.tokenId })!);
      calls.push({ step, operation, params: asked, there: answer, here: own });
      const lines = compare(operation, answer, own);
      if (lines.length > 0) return { prefix, calls, lines, compare };
      if (makes !== undefined) {
        theirs.set(makes, idIn(answer));
        ours.set(makes, idIn(own));
      }
    }
    return { prefix, calls, lines: [], compare };
  } finally {
    await here.end();
  }
}

/** By order: its reference, which is its own unless the call repeats another order's reference. */
function references(steps: readonly WalkStep[], prefix: string): ReadonlyMap<number, string> {
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

/** The parameters with references replaced by values. Undefined if a card is needed but there is none. */
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
