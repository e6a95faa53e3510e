import type { AnswerName } from "../facts/codes.js";
import type { Answer } from "./target.js";

/** A refusal that was provoked, each time with another detail. */
interface Provoked {
  readonly code: string;
  readonly messages: readonly string[];
  /** Whether calls that differ in their details were all refused so. */
  readonly isSure: boolean;
}

export interface SeenCode {
  readonly code: string;
  /** Undefined where it carries a detail that cannot be told from the rest. */
  readonly message: string | undefined;
  readonly isSure: boolean;
}

/** Which code each provoked refusal answered with, and which codes came where none was expected. */
export class LearntCodes {
  readonly #byName = new Map<AnswerName, Provoked>();
  /** Codes of calls that are right in all: a rate limit, a decline, maintenance. */
  readonly #unasked = new Set<string>();

  /** Learns a code, and of answers to calls whose details differ also what their messages have in common. */
  learn(name: AnswerName, answers: readonly Answer[]): void {
    const code = answers[0]?.code;
    if (code === undefined || answers.some((one) => one.code !== code)) return;
    const known = this.#byName.get(name);
    if (known && known.code !== code) return;
    const found = answers.length > 1 ? answers.flatMap(({ message }) => (message === undefined ? [] : [message])) : [];
    const isSure = known?.isSure === true || answers.length > 1;
    this.#byName.set(name, { code, messages: [...(known?.messages ?? []), ...found], isSure });
  }

  /** Takes over what an earlier run saw. */
  restore(name: AnswerName, { code, message, isSure }: SeenCode): void {
    this.#byName.set(name, { code, messages: message === undefined ? [] : [message], isSure });
  }

  unasked(code: string): void {
    this.#unasked.add(code);
  }

  isUnasked(code: string | undefined): boolean {
    return code !== undefined && this.#unasked.has(code);
  }

  codeOf(name: AnswerName): string | undefined {
    return this.#byName.get(name)?.code;
  }

  /** The refusals that were seen to answer with this code. */
  meanings(code: string): readonly AnswerName[] {
    return [...this.#byName].filter(([, provoked]) => provoked.code === code).map(([name]) => name);
  }

  /** Why nothing can be concluded from a code; undefined where it stands for one outcome at most. */
  doubt(code: string): string | undefined {
    const meanings = this.meanings(code);
    if (this.isUnasked(code)) return `${code} came also where nothing was wrong`;
    return meanings.length > 1 ? `${code} stands for ${meanings.join(" and ")}` : undefined;
  }

  /** All but those whose code came unasked as well. */
  seen(): ReadonlyMap<AnswerName, SeenCode> {
    const sound = [...this.#byName].filter(([, { code }]) => !this.isUnasked(code));
    return new Map(
      sound.map(([name, { code, messages, isSure }]) => [name, { code, message: commonMessage(messages), isSure }]),
    );
  }
}

/** What messages have in common: all of it, or what stands before the colon where they begin to differ. */
export function commonMessage(messages: readonly string[]): string | undefined {
  const [first, ...others] = messages;
  if (first === undefined) return undefined;
  let shared = first;
  for (const other of others) while (!other.startsWith(shared)) shared = shared.slice(0, -1);
  if (messages.every((one) => one === shared)) return shared;
  const end = shared.lastIndexOf(":");
  return end > 0 ? shared.slice(0, end).trim() : undefined;
}
