import type { AnswerName } from "../../../core/facts/codes.js";
import { commonMessage } from "../calibrate/results/learnt-codes.js";
import type { KnownCodes } from "./explain.js";
import type { LogCall } from "./log-call.js";

/** How many different calls must be refused with a code, each for a single possible reason. */
const SIGHTINGS_MIN = 2;

export interface LogCode {
  readonly code: string;
  readonly message: string | undefined;
  readonly calls: readonly LogCall[];
}

/** The calls that one reason explains and one code answered. */
interface Sightings {
  readonly calls: Set<LogCall>;
  /** The first message, and the one that has least in common with it. */
  messages: readonly string[];
}

/** The log's evidence about refusal codes. A log may hold a hundred thousand refusals, so nothing here looks at all of them again. */
export class LogCodes implements KnownCodes {
  readonly #forced = new Map<AnswerName, Map<string, Sightings>>();
  /** Records a code that a valid call received, for example because of a rate limit or a decline. */
  readonly #unasked = new Set<string>();

  /** Records the only possible reason for this call's refusal. */
  force(name: AnswerName, call: LogCall): void {
    if (call.outcome.kind !== "refused") return;
    const { code, message } = call.outcome;
    const byCode = this.#forced.get(name) ?? new Map<string, Sightings>();
    this.#forced.set(name, byCode);
    const seen = byCode.get(code) ?? { calls: new Set(), messages: [] };
    byCode.set(code, seen);
    seen.calls.add(call);
    if (message !== undefined) seen.messages = withMessage(seen.messages, message);
  }

  /** Records the code of a valid call: a rate limit, a decline, a fault. */
  unasked(code: string): void {
    this.#unasked.add(code);
  }

  isKnown = (code: string): boolean => this.#seen().some(([, seen]) => seen === code);

  codeOf = (name: AnswerName): string | undefined => this.#seen().find(([seen]) => seen === name)?.[1];

  /** Refusals that always had the same code, if the code had no other meaning. */
  seen(): ReadonlyMap<AnswerName, LogCode> {
    return new Map(
      this.#seen().map(([name, code, { calls, messages }]) => [
        name,
        { code, message: commonMessage(messages), calls: [...calls] },
      ]),
    );
  }

  /** Changes if `seen` names other codes. */
  state(): string {
    return JSON.stringify(this.#seen().map(([name, code]) => [name, code]));
  }

  #seen(): readonly (readonly [AnswerName, string, Sightings])[] {
    const uses = (code: string): number => [...this.#forced.values()].filter((byCode) => byCode.has(code)).length;
    return [...this.#forced].flatMap(([name, byCode]) => {
      const told = [...byCode].filter(([code]) => !this.#unasked.has(code));
      const [only] = told;
      if (only === undefined || told.length > 1) return [];
      const [code, sightings] = only;
      return sightings.calls.size >= SIGHTINGS_MIN && uses(code) === 1 ? [[name, code, sightings] as const] : [];
    });
  }
}

/** What all messages begin with is what these two begin with. */
function withMessage([first, other]: readonly string[], message: string): readonly string[] {
  if (first === undefined) return [message];
  if (message === first) return other === undefined ? [first] : [first, other];
  const isNearer = other !== undefined && sharedLength(first, other) <= sharedLength(first, message);
  return [first, isNearer ? other : message];
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
