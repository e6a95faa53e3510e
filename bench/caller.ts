import { type Measured, send } from "./load.ts";
import { createParams, prepareOnCores, queryParams } from "./requests.ts";

export type Kind = "create" | "query";

export interface Bodies {
  /** So many calls before any is measured. */
  readonly warm: number;
  readonly creates: readonly string[];
  readonly queries: readonly string[];
}

/** Calls one server: each create makes a new order, each query reads one of the first that were made. */
export interface Caller {
  /** Calls until the server's code is compiled. */
  warm(kind: Kind): Promise<void>;
  /** How many calls were answered, and how many a second. */
  timed(kind: Kind, seconds: number): Promise<Measured>;
}

/** So many calls before any is measured, but no longer than so long: before, it is the compiler that is measured. */
const WARM = 10_000;
const WARM_SECONDS = 6;
/** More than a server answers. */
const CREATES_PER_SECOND = 15_000;

/** Enough for one server that is timed for so long with creates; the next round's begins with no orders. */
export const bodiesFor = async ({
  createSeconds,
  createsPerSecond = CREATES_PER_SECOND,
  warm = WARM,
}: {
  readonly createSeconds: number;
  readonly createsPerSecond?: number;
  readonly warm?: number;
}): Promise<Bodies> => ({
  warm,
  creates: await prepareOnCores(1 + warm + Math.ceil(createsPerSecond * createSeconds), "compare", createParams),
  queries: await prepareOnCores(warm, "compare", queryParams),
});

export async function callerOf(url: string, { creates, queries, warm }: Bodies): Promise<Caller> {
  const path = (kind: Kind): string => `${url}/hosted-checkout/${kind}`;
  await accepted(path("create"), creates[0]!);
  await accepted(path("query"), queries[0]!);
  let created = 1;
  const create = async (requests: number, seconds: number): Promise<Measured> => {
    const from = created;
    const sent = await send({ url: path("create"), body: (n) => creates[from + n]!, requests, seconds });
    created += sent.answered;
    return sent;
  };
  const query = (requests: number, seconds: number): Promise<Measured> => {
    const known = Math.min(created, queries.length);
    return send({ url: path("query"), body: (n) => queries[n % known]!, requests, seconds });
  };
  return {
    warm: async (kind) => void (await (kind === "create" ? create : query)(warm, WARM_SECONDS)),
    timed: (kind, seconds) =>
      kind === "create" ? create(creates.length - created, seconds) : query(Number.POSITIVE_INFINITY, seconds),
  };
}

/** A refusal is an HTTP 200 too, and quicker: it must not be measured. */
async function accepted(url: string, body: string): Promise<void> {
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const { responseCode } = (await answer.json()) as { responseCode: string };
  if (responseCode !== "0000") throw new Error(`expected 0000 of ${url}, found ${responseCode}`);
}
