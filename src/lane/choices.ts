import { type AssumptionId, defaultPolicy, type Policy } from "../core/facts/assumptions.js";
import {
  type AnswerName,
  allCodes,
  type CodeRow,
  isEnvelopeFault,
  isSeenMessage,
  type OwnCodes,
  renumbered,
} from "../core/facts/codes.js";
import type { Assume } from "../core/scenario/rule/assume-schema.js";
import type { LaneRecord } from "./ports/lane-record.js";
import type { Transactions, UnitResult, Views } from "./ports/store.js";

/** A row of the table of codes, as it applies in a lane. */
export interface AnsweredCode extends CodeRow {
  /** True if the message comes from the user's own table. */
  readonly isUsersMessage: boolean;
  /** True if a calibration has observed the code. */
  readonly isSeen: boolean;
}

/** A calibration's findings about the real service. They confirm choices and codes that were guesses before. */
export interface Observed {
  readonly choices: Readonly<Partial<Record<AssumptionId, string>>>;
  readonly codes: ReadonlySet<AnswerName>;
}

export const nothingObserved: Observed = { choices: {}, codes: new Set() };

/** The choices and codes that apply in a lane. The same choices give the same object. */
export interface InForce {
  readonly policy: Policy;
  readonly code: (name: AnswerName) => AnsweredCode;
  /** The assumptions that a calibration has confirmed. */
  readonly observed: ReadonlySet<AssumptionId>;
}

/** The current choices, for reports. */
export type CurrentChoices = Pick<InForce, "policy" | "observed">;

/** Called for each choice that is read. */
export type ChoiceWatcher = (id: keyof Policy) => void;

/** The choices of a server's lanes: the server's own, overridden by each lane's. */
export class Choices {
  /** The server's choices, for lanes without their own. */
  readonly ofServer: InForce;
  readonly #server: Policy;
  readonly #codes: OwnCodes;
  readonly #observed: Observed;
  readonly #watcher: ChoiceWatcher | undefined;
  readonly #known = new WeakMap<Partial<Policy>, InForce>();
  /** Equal choices share one object, because each object has its own parameter tables. */
  readonly #byText = new Map<string, InForce>();

  constructor(server: Policy, codes: OwnCodes = {}, watcher?: ChoiceWatcher, observed: Observed = nothingObserved) {
    this.#server = server;
    this.#codes = codes;
    this.#observed = observed;
    this.#watcher = watcher;
    this.ofServer = this.#made({});
  }

  /** The choices that apply, given a lane's record. */
  inForce({ assumptions }: Pick<LaneRecord, "assumptions">): InForce {
    if (assumptions === undefined) return this.ofServer;
    const known = this.#known.get(assumptions);
    if (known) return known;
    const text = JSON.stringify(Object.entries(assumptions).sort());
    const made = this.#byText.get(text) ?? this.#made(assumptions);
    this.#byText.set(text, made);
    this.#known.set(assumptions, made);
    return made;
  }

  /** The lane's choices, read without notifying the watcher. Merchants' calls must use `inForce` instead. */
  unwatched({ assumptions }: Pick<LaneRecord, "assumptions">): Policy {
    return { ...this.#server, ...assumptions };
  }

  /** Choices and observations for display. */
  told(record: Pick<LaneRecord, "assumptions">): CurrentChoices {
    const policy = this.unwatched(record);
    return { policy, observed: observedUnder(policy, this.#observed) };
  }

  #made(ofLane: Partial<Policy>): InForce {
    const plain: Policy = { ...this.#server, ...ofLane };
    const policy = this.#watcher ? watched(plain, ofLane, this.#watcher) : plain;
    return {
      policy,
      code: (name) => codeUnder(policy, this.#codes, name, this.#observed),
      observed: observedUnder(plain, this.#observed),
    };
  }
}

/** If a lane overrides a confirmed choice, its own choice is a guess again. */
const observedUnder = (policy: Policy, { choices }: Observed): ReadonlySet<AssumptionId> => {
  const all = Object.entries(choices) as [AssumptionId, string][];
  return new Set(all.filter(([id, seen]) => !(id in policy) || policy[id as keyof Policy] === seen).map(([id]) => id));
};

/** Has a getter for each choice, which notes that it was read. A Proxy takes 3 % more of a create's CPU. */
class NotedPolicy {
  readonly #policy: Policy;
  readonly #noteRead: (id: keyof Policy) => void;

  constructor(policy: Policy, noteRead: (id: keyof Policy) => void) {
    this.#policy = policy;
    this.#noteRead = noteRead;
  }

  static {
    for (const id of Object.keys(defaultPolicy) as (keyof Policy)[])
      Object.defineProperty(NotedPolicy.prototype, id, {
        get(this: NotedPolicy) {
          this.#noteRead(id);
          return this.#policy[id];
        },
      });
  }
}

/** The same choices; calls `noteRead` with the name of each one that is read. */
const withReads = (policy: Policy, noteRead: (id: keyof Policy) => void): Policy =>
  new NotedPolicy(policy, noteRead) as unknown as Policy;

/** Notifies of each choice that is read, except the lane's own: the user made those, so they are no guesses. */
function watched(policy: Policy, ofLane: Partial<Policy>, watcher: ChoiceWatcher): Policy {
  const noted = withReads(policy, (id) => {
    if (!(id in ofLane)) watcher(id);
  });
  allWatched.add(noted);
  return noted;
}

/** The same choices, which add the name of each one that is read to `taken`. */
export function recordedIn(taken: Set<AssumptionId>, policy: Policy): Policy {
  const noted = withReads(policy, (id) => {
    if (!SPELLING.has(id)) taken.add(id);
  });
  if (isWatched(policy)) allWatched.add(noted);
  return noted;
}

/** Choices about how answers are spelled, and one that is read without being needed. Nearly every answer reads them. */
const SPELLING: ReadonlySet<AssumptionId> = new Set([
  ...(["date-spelling", "order-id-size", "stan", "reference-case"] as const),
]);

const allWatched = new WeakSet<Policy>();

/** True if a watcher is notified of each choice that is read. */
export const isWatched = (policy: Policy): boolean => allWatched.has(policy);

/** The user's own rows always win. */
// ASSUMED(response-codes): none but 0000 is published.
// ASSUMED(envelope-faults): what is no envelope is answered by HTTP itself.
function codeUnder(policy: Policy, own: OwnCodes, name: AnswerName, { codes }: Observed): AnsweredCode {
  const base = isEnvelopeFault(name) ? faultUnder(policy, name) : businessUnder(policy, name);
  const { code = base.code, message } = own[name] ?? {};
  return {
    ...base,
    code,
    message: message ?? base.message,
    isUsersMessage: message !== undefined,
    isSeen: codes.has(name),
  };
}

const faultUnder = (policy: Policy, name: AnswerName): CodeRow =>
  policy["envelope-faults"] === "http-200" ? { ...allCodes[name], http: 200 } : allCodes[name];

function businessUnder(policy: Policy, name: AnswerName): CodeRow {
  const row = allCodes[name];
  if (policy["response-codes"] === "sandbox") return row;
  const { code, message } = renumbered(name);
  return { ...row, code, message: isSeenMessage(name) ? row.message : message };
}

/** The parts of a lane that its choices need. */
export interface ChoosingLane {
  readonly choices: Choices;
  readonly store: { readonly views: Pick<Views, "lane"> };
}

/** The lane's current choices. */
export const inForce = async ({ choices, store }: ChoosingLane): Promise<InForce> =>
  choices.inForce(await store.views.lane());

/** The lane's current choices, read without notifying a watcher. */
export const policyOf = async ({ choices, store }: ChoosingLane): Promise<Policy> =>
  choices.unwatched(await store.views.lane());

/** The lane's current choices with their observations. */
export const toldOf = async ({ choices, store }: ChoosingLane): Promise<CurrentChoices> =>
  choices.told(await store.views.lane());

/** Whether a reference can be used again once its order is closed. */
export const freesReferences = ({ "duplicate-reference": choice }: Policy): boolean =>
  choice === "free-after-closed" || choice === "replace-open" || choice === "return-existing-while-open";

/** Merges choices into the lane's own. Earlier answers stay unchanged. */
export const assume = (
  { choices, store }: { readonly choices: Choices; readonly store: Transactions },
  chosen: Assume,
): Promise<void> =>
  store.transact((tx): UnitResult<void> => {
    const before = tx.lane();
    const given = Object.entries(chosen).filter(([, choice]) => choice !== undefined);
    const assumptions: Partial<Policy> = { ...before.assumptions, ...Object.fromEntries(given) };
    const either = [before, { assumptions }].map((record) => choices.unwatched(record));
    const reusesReferences = before.reusesReferences || either.some(freesReferences) || undefined;
    return { result: undefined, lane: { assumptions, reusesReferences } };
  });
