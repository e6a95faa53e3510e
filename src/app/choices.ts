import type { AssumptionId, Policy } from "../facts/assumptions.js";
import {
  type AnswerName,
  allCodes,
  type CodeRow,
  isEnvelopeFault,
  isSeenMessage,
  type OwnCodes,
  renumbered,
} from "../facts/codes.js";
import type { Assume } from "../scenario/assume-schema.js";
import type { LaneRecord } from "./ports/lane-record.js";
import { laneState } from "./ports/reads.js";
import type { Transactions, Views, Work } from "./ports/store.js";

/** A row of the table of codes, as a lane answers it. */
export interface AnsweredCode extends CodeRow {
  /** Whether the user's own table says the message. */
  readonly isUsersMessage: boolean;
  /** Whether a calibration saw the code. */
  readonly isSeen: boolean;
}

/** What a calibration saw of the real service: such choices and codes are no guesses any more. */
export interface Observed {
  readonly choices: Readonly<Partial<Record<AssumptionId, string>>>;
  readonly codes: ReadonlySet<AnswerName>;
}

export const nothingObserved: Observed = { choices: {}, codes: new Set() };

/** What a lane answers by. The same choices give the same object. */
export interface InForce {
  readonly policy: Policy;
  readonly code: (name: AnswerName) => AnsweredCode;
  /** The assumptions that were seen to be so. */
  readonly observed: ReadonlySet<AssumptionId>;
}

/** What people are told of the choices in force. */
export type Told = Pick<InForce, "policy" | "observed">;

/** Told of each choice that is looked at. */
export type ChoiceWatcher = (id: keyof Policy) => void;

/** The choices of a server's lanes: the server's own, and over them what each lane chose. */
export class Choices {
  /** What holds where a lane chose nothing. */
  readonly ofServer: InForce;
  readonly #server: Policy;
  readonly #codes: OwnCodes;
  readonly #observed: Observed;
  readonly #watcher: ChoiceWatcher | undefined;
  readonly #known = new WeakMap<Partial<Policy>, InForce>();
  /** The tables of parameters are made once for each object: two lanes that chose the same share it. */
  readonly #byText = new Map<string, InForce>();

  constructor(server: Policy, codes: OwnCodes = {}, watcher?: ChoiceWatcher, observed: Observed = nothingObserved) {
    this.#server = server;
    this.#codes = codes;
    this.#observed = observed;
    this.#watcher = watcher;
    this.ofServer = this.#made({});
  }

  /** What holds by a lane's record. */
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

  /** The same, for what no merchant's call asks: no watcher is told. */
  unwatched({ assumptions }: Pick<LaneRecord, "assumptions">): Policy {
    return { ...this.#server, ...assumptions };
  }

  /** Choices with what was observed of them, for who only looks at them. */
  told(record: Pick<LaneRecord, "assumptions">): Told {
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

/** A lane that chose otherwise guesses again. */
const observedUnder = (policy: Policy, { choices }: Observed): ReadonlySet<AssumptionId> => {
  const all = Object.entries(choices) as [AssumptionId, string][];
  return new Set(all.filter(([id, seen]) => !(id in policy) || policy[id as keyof Policy] === seen).map(([id]) => id));
};

/** What a lane chose itself is no guess any more: only the others are told of. */
const watched = (policy: Policy, ofLane: Partial<Policy>, watcher: ChoiceWatcher): Policy =>
  new Proxy(policy, {
    get: (target, id) => {
      if (id in target && !(id in ofLane)) watcher(id as keyof Policy);
      return Reflect.get(target, id);
    },
  });

/** The user's own rows hold whatever was chosen. */
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

/** A lane as far as its choices go. */
export interface ChoosingLane {
  readonly choices: Choices;
  readonly store: { readonly views: Pick<Views, "lane"> };
}

/** What the lane answers by now. */
export const inForce = async ({ choices, store }: ChoosingLane): Promise<InForce> =>
  choices.inForce(await store.views.lane());

/** The lane's choices now, for who only looks at them. */
export const policyOf = async ({ choices, store }: ChoosingLane): Promise<Policy> =>
  choices.unwatched(await store.views.lane());

/** The lane's choices now, with what was observed of them. */
export const toldOf = async ({ choices, store }: ChoosingLane): Promise<Told> => choices.told(await store.views.lane());

/** Whether a reference can be used again once its order is closed. */
export const freesReferences = ({ "duplicate-reference": choice }: Policy): boolean =>
  choice === "free-after-closed" || choice === "replace-open";

/** Puts choices into a lane, over those that it has. What was answered stays as it is. */
export const assume = (
  { choices, store }: { readonly choices: Choices; readonly store: Transactions },
  chosen: Assume,
): Promise<void> =>
  store.transact(function* (): Work<void> {
    const before = yield* laneState();
    const given = Object.entries(chosen).filter(([, choice]) => choice !== undefined);
    const assumptions: Partial<Policy> = { ...before.assumptions, ...Object.fromEntries(given) };
    const either = [before, { assumptions }].map((record) => choices.unwatched(record));
    const reusesReferences = before.reusesReferences || either.some(freesReferences) || undefined;
    return { result: undefined, lane: { assumptions, reusesReferences } };
  });
