import type { Calibration } from "../../config/calibration.js";
import { driftBetween } from "./drift.js";
import { limitsBehind } from "./limits.js";

/**
 * The calibration, updated with the new run's entries for all differences. A finding is removed if the new run
 * decided it, and the reverse.
 */
export function accepted(before: Calibration, now: Calibration, reason: string): Calibration {
  const changes = driftBetween(before, now);
  const named = changes.map(({ about }) => about.replace(/\.message$/, "").replace(/^\w+\./, ""));
  const subjects = new Set(named.flatMap((about) => [about, ...limitsBehind(about)]));
  const merged = <T>(old: Readonly<Record<string, T>> = {}, fresh: Readonly<Record<string, T>> = {}) =>
    Object.fromEntries([
      ...Object.entries(old).filter(([id]) => !subjects.has(id)),
      ...Object.entries(fresh).filter(([id]) => subjects.has(id)),
    ]);
  return {
    ...before,
    assumptions: merged(before.assumptions as Record<string, never>, now.assumptions as Record<string, never>),
    responseCodes: merged(before.responseCodes as Record<string, never>, now.responseCodes as Record<string, never>),
    findings: merged(before.findings, now.findings),
    answers: merged(before.answers, now.answers),
    limits: merged(before.limits, now.limits),
    accepted: [...(before.accepted ?? []), ...changes.map((change) => ({ ...change, date: now.date, reason }))],
  };
}
