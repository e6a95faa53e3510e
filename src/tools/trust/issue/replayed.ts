import { classOf } from "../replay/differences.js";
import type { BothAnswers } from "../replay/replay.js";

/** A call of the recording, and both answers to it. */
export interface Replayed extends BothAnswers {
  /** Its place in the recording. */
  readonly index: number;
  /** The differences that no code found so far explains. */
  readonly lines: readonly string[];
}

export const indicesOf = (shown: readonly Replayed[]): readonly number[] => shown.map(({ index }) => index);

/** True if an answer is nearer to the service's: the same kind of answer, or fewer differences of members. */
export function isNearer(now: Replayed, before: Replayed): boolean {
  if (now.lines.length === 0) return true;
  if (!isOneKind(before)) return isOneKind(now);
  const isPart = now.lines.every((line) => before.lines.includes(line));
  return isOneKind(now) && isPart && now.lines.length < before.lines.length;
}

/** Differences without ids, which change with the calls before. */
export const kindOf = (lines: readonly string[]): string => lines.join("\n").replace(/\d+/g, "0");

/** True if both succeed, or both refuse, by the same HTTP status. */
const isOneKind = ({ there, here }: BothAnswers): boolean =>
  there.http === here.http && classOf(there.body) === classOf(here.body);
