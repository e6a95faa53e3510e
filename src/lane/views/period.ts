import { noDayFault } from "../../core/domain/instant-fault.js";

/** From one instant to just before another, in milliseconds since the epoch. A missing end means no limit. */
export interface Period {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Without an offset, Date would read the time of this machine's zone. */
const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:?\d{2}))?$/i;

/** The period between `from` and `to`: days (UTC, both included) or ISO instants. Ignores anything else. */
export function periodOf(from: string | undefined, to: string | undefined): Period | undefined {
  const [first, last] = [instantOf(from), instantOf(to)];
  if (first === undefined && last === undefined) return undefined;
  return { from: first, before: last === undefined ? undefined : last + (DAY.test(to ?? "") ? DAY_MS : 1) };
}

function instantOf(text: string | undefined): number | undefined {
  const isRead = text !== undefined && DAY_OR_INSTANT.test(text) && noDayFault(text) === undefined;
  const ms = isRead ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

export const isWithin = (at: number, { from, before }: Period): boolean =>
  (from === undefined || at >= from) && (before === undefined || at < before);
