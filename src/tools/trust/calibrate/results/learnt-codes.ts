import type { AnswerName } from "../../../../core/facts/codes.js";
import type { CodeSeen } from "../../../../server/options/calibration.js";

/** A refusal's code and message. An HTTP answer and a call of a log have them. */
interface Refusal {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** The refusals of one kind that had one code. */
interface Sightings {
  /** Of calls that differ in their details. */
  readonly refusals: Set<Refusal>;
  /** The message that an earlier run has seen. */
  earlier?: string | undefined;
  isSure: boolean;
}

export interface LearntCode extends Omit<CodeSeen, "evidence"> {
  readonly refusals: ReadonlySet<Refusal>;
}

/** How many different calls must be refused with a code before it is sure. */
const SIGHTINGS_MIN = 2;

/**
 * The code of each refusal that was seen, and unexpected codes. A log may hold a hundred thousand refusals, so only `seen`
 * looks at all of them again. `isCautious`: nobody chose the calls, so only sure codes with one meaning count.
 */
export class LearntCodes {
  readonly #isCautious: boolean;
  readonly #byName = new Map<AnswerName, Map<string, Sightings>>();
  /** Codes in answers to valid calls: a rate limit, a decline, maintenance. */
  readonly #unasked = new Set<string>();

  constructor({ isCautious = false } = {}) {
    this.#isCautious = isCautious;
  }

  /** Learns a code from answers to calls that differ in their details, or from a single answer, which is less sure. */
  learn(name: AnswerName, answers: readonly Refusal[]): void {
    const code = answers[0]?.code;
    if (code === undefined || answers.some((one) => one.code !== code)) return;
    if (answers.length === 1) this.#sightings(name, code);
    else for (const answer of answers) this.see(name, answer);
  }

  /** Another refusal for this reason. Its call differs from the others. */
  see(name: AnswerName, refusal: Refusal): void {
    if (refusal.code === undefined) return;
    const seen = this.#sightings(name, refusal.code);
    seen.refusals.add(refusal);
    seen.isSure ||= seen.refusals.size >= SIGHTINGS_MIN;
  }

  /** Adds an earlier run's observations. */
  restore(name: AnswerName, { code, message, confidence }: CodeSeen): void {
    const seen = this.#sightings(name, code);
    seen.earlier = message;
    seen.isSure = confidence === "sure";
  }

  unasked(code: string): void {
    this.#unasked.add(code);
  }

  isUnasked(code: string | undefined): boolean {
    return code !== undefined && this.#unasked.has(code);
  }

  /** The code of a refusal that always had the same one. */
  codeOf(name: AnswerName): string | undefined {
    return this.#codeOf(name)?.[0];
  }

  isKnown(code: string): boolean {
    return this.meanings(code).some((name) => this.codeOf(name) === code);
  }

  /** The refusals that have answered with this code. */
  meanings(code: string): readonly AnswerName[] {
    return [...this.#byName].filter(([, byCode]) => byCode.has(code)).map(([name]) => name);
  }

  /** Another refusal that has answered with this code, in words. */
  otherMeaning(code: string, name?: AnswerName): string | undefined {
    const [meaning] = this.meanings(code).filter((one) => one !== name);
    return meaning && `${code} was seen for ${meaning}`;
  }

  /** Why a code proves nothing. Undefined if it has at most one meaning. */
  doubt(code: string): string | undefined {
    const meanings = this.meanings(code);
    if (this.isUnasked(code)) return `${code} came also where nothing was wrong`;
    return meanings.length > 1 ? `${code} stands for ${meanings.join(" and ")}` : undefined;
  }

  /** All codes, except those that valid calls received as well. */
  seen(): readonly (readonly [AnswerName, LearntCode])[] {
    return [...this.#byName.keys()].flatMap((name) => {
      const known = this.#codeOf(name);
      if (known === undefined) return [];
      const [code, { refusals, isSure, earlier }] = known;
      const message = commonMessage([earlier, ...[...refusals].map((one) => one.message)]);
      const confidence = isSure ? "sure" : "likely";
      return [[name, { code, ...(message !== undefined && { message }), confidence, refusals }]];
    });
  }

  /** Changes if `seen` names other codes. */
  state(): string {
    const known = [...this.#byName.keys()].map((name) => [name, this.codeOf(name)]);
    return JSON.stringify(known.filter(([, code]) => code !== undefined));
  }

  #codeOf(name: AnswerName): readonly [code: string, Sightings] | undefined {
    const told = [...(this.#byName.get(name) ?? [])].filter(([code]) => !this.#unasked.has(code));
    const [only] = told;
    if (only === undefined || told.length > 1) return undefined;
    const [code, { isSure }] = only;
    return this.#isCautious && !(isSure && this.meanings(code).length === 1) ? undefined : only;
  }

  #sightings(name: AnswerName, code: string): Sightings {
    const byCode = this.#byName.get(name) ?? new Map<string, Sightings>();
    this.#byName.set(name, byCode);
    const seen = byCode.get(code) ?? { refusals: new Set(), isSure: false };
    byCode.set(code, seen);
    return seen;
  }
}

/** The common part of all messages: the whole text, or the text before the colon after which they differ. */
function commonMessage(all: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(all.filter((one) => one !== undefined));
  if (first === undefined || others.length === 0) return first;
  let length = 0;
  while (length < first.length && others.every((one) => one[length] === first[length])) length++;
  const end = first.lastIndexOf(":", length - 1);
  return end > 0 ? first.slice(0, end).trim() : undefined;
}
