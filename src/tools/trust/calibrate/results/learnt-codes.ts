import type { AnswerName } from "../../../../core/facts/codes.js";
import type { CodeSeen } from "../../../../server/options/calibration.js";
import type { HttpAnswer } from "../../target/target.js";

/** A refusal that was provoked several times, each time with another detail. */
interface Provoked extends Pick<CodeSeen, "code" | "confidence"> {
  readonly messages: readonly string[];
}

/** The code of each provoked refusal, and unexpected codes. */
export class LearntCodes {
  readonly #byName = new Map<AnswerName, Provoked>();
  /** Codes in answers to valid calls: a rate limit, a decline, maintenance. */
  readonly #unasked = new Set<string>();

  /** Learns a code. If the calls' details differ, also learns the common part of their messages. */
  learn(name: AnswerName, answers: readonly HttpAnswer[]): void {
    const code = answers[0]?.code;
    if (code === undefined || answers.some((one) => one.code !== code)) return;
    const known = this.#byName.get(name);
    if (known && known.code !== code) return;
    const hasDetails = answers.length > 1;
    const found = hasDetails ? answers.flatMap(({ message }) => message ?? []) : [];
    const confidence = hasDetails ? "sure" : (known?.confidence ?? "likely");
    this.#byName.set(name, { code, messages: [...(known?.messages ?? []), ...found], confidence });
  }

  /** Adds an earlier run's observations. */
  restore(name: AnswerName, { code, message, confidence }: CodeSeen): void {
    this.#byName.set(name, { code, messages: message === undefined ? [] : [message], confidence });
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

  /** The refusals that have answered with this code. */
  meanings(code: string): readonly AnswerName[] {
    return [...this.#byName].filter(([, provoked]) => provoked.code === code).map(([name]) => name);
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
  seen(): readonly (readonly [AnswerName, Omit<CodeSeen, "evidence">])[] {
    return [...this.#byName]
      .filter(([, { code }]) => !this.isUnasked(code))
      .map(([name, { code, messages, confidence }]) => {
        const message = commonMessage(messages);
        return [name, { code, ...(message !== undefined && { message }), confidence }];
      });
  }
}

/** The common part of messages: the whole text, or the text before the colon after which they differ. */
export function commonMessage(messages: readonly string[]): string | undefined {
  const [first, ...others] = messages;
  if (first === undefined) return undefined;
  let shared = first;
  for (const other of others) while (!other.startsWith(shared)) shared = shared.slice(0, -1);
  if (messages.every((one) => one === shared)) return shared;
  const end = shared.lastIndexOf(":");
  return end > 0 ? shared.slice(0, end).trim() : undefined;
}
