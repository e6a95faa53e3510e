import type { AssumptionId } from "../../../../core/facts/assumptions.js";
import type { Json } from "../../../../package/json.js";
import type { FoundLimit } from "../../../../server/options/calibration.js";
import { isSuccess, LostAnswer } from "../../target/target.js";
import { Disturbed, type Session, Undetermined } from "./session.js";
import { brief } from "./try-call.js";

const CREATE = "hosted-checkout/create";
const EXAMPLE = "https://example.com/";

/** A size that the service may limit. */
interface Measured {
  /** The assumption that is decided by this limit, if there is one. */
  readonly decides?: AssumptionId;
  /** A size that every service accepts. */
  readonly small: number;
  /** The largest size to try. */
  readonly large: number;
  readonly params: (size: number, session: Session) => Json;
  /** Common limits of services, which are tried first. */
  readonly common: readonly number[];
}

/** The lifetime of the orders that are created for this, so that they close by themselves. */
const LIVES_MS = 120_000;

const measured = {
  "amount-minor": {
    decides: "amount-digits",
    small: 100,
    large: 999_999_999_999,
    common: [999_999_999, 99_999_999_999],
    params: (minor) => ({ amount: minor / 100 }),
  },
  "merchant-reference-length": {
    small: 20,
    large: 300,
    common: [64],
    params: (size, session) => ({ merchantReference: session.reference().padEnd(size, "x").slice(0, size) }),
  },
  "item-name-length": {
    decides: "unpublished-lengths",
    small: 20,
    large: 4096,
    common: [1024],
    params: (size) => ({ lineItems: [{ quantity: 1, priceData: { name: "n".repeat(size), unitAmount: 1 } }] }),
  },
  "callback-url-length": {
    decides: "unpublished-lengths",
    small: 40,
    large: 8192,
    common: [2048],
    params: (size) => ({ callbackUrl: { success: `${EXAMPLE}${"a".repeat(size - EXAMPLE.length)}` } }),
  },
} as const satisfies Readonly<Record<string, Measured>>;

export type LimitName = keyof typeof measured;
/** The limits to search for. */
export const limitNames = Object.keys(measured) as readonly LimitName[];

/** The limits that decide an assumption. */
export const limitsBehind = (about: string): readonly string[] =>
  Object.entries<Measured>(measured).flatMap(([name, { decides }]) => (decides === about ? [name] : []));

/** A limit, searched for once per run. */
export const limitSeen = (session: Session, name: LimitName): Promise<FoundLimit> =>
  session.once(`limit ${name}`, () => limitOf(session, measured[name]));

/**
 * The largest accepted and the smallest refused size, both observed. Throws Undetermined if answers contradict each
 * other.
 */
async function limitOf(session: Session, { small, large, common, params }: Measured): Promise<FoundLimit> {
  const accepts = (size: number): Promise<boolean> =>
    createTakes(session, () => ({ expiryTime: session.instant(LIVES_MS), ...params(size, session) }));
  if (!(await accepts(small))) throw new Undetermined(`a size of ${small} is refused`);
  if (await accepts(large)) return { accepts: large };
  let [low, high] = [small, large];
  for (const size of common.filter((one) => one > low && one < high)) {
    if (!(await accepts(size))) high = size;
    else {
      low = size;
      if (!(await accepts(size + 1))) high = size + 1;
    }
    if (high - low <= 1) break;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await accepts(middle)) low = middle;
    else high = middle;
  }
  // Checks both sizes again, with fresh orders.
  if (!(await accepts(low)) || (await accepts(high)))
    throw new Disturbed("the same size was accepted once and refused once");
  return { accepts: low, refuses: high };
}

/** How many times to ask for a size twice until both answers agree. */
const PAIRS = 4;

/** True if create accepts these parameters. Asks twice, because a refusal may have another reason. */
export async function createTakes(session: Session, over: () => Json): Promise<boolean> {
  const ask = () => session.ask(CREATE, session.creation(over()));
  let why = "";
  for (let pair = 1; pair <= PAIRS; pair++)
    try {
      const [one, again] = [await ask(), await ask()];
      if (isSuccess(one) && isSuccess(again)) return true;
      const isRefusal = one.http === 200 && one.code !== undefined && !session.codes.isUnasked(one.code);
      if (isRefusal && one.code === again.code) return false;
      why = `${CREATE} was answered ${brief(one)} and ${brief(again)}`;
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      why = error.message;
    }
  throw new Disturbed(why);
}

/** For example "accepts 8,999,999.99, refuses 9,000,000.00". */
export function limitText(name: string, { accepts, refuses }: FoundLimit): string {
  const shown = (size: number): string =>
    name.endsWith("-minor")
      ? (size / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : size.toLocaleString("en-US");
  return `accepts ${shown(accepts)}, ${refuses === undefined ? "and nothing larger was tried" : `refuses ${shown(refuses)}`}`;
}
