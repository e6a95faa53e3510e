import { plural } from "../../../../core/scenario/values/plural.js";
import type { Calibration } from "../../../../server/options/calibration.js";
import { limitsBehind, limitText } from "../session/limits.js";
import { sentenceShape } from "./shape.js";

/** A difference between a service and its calibration. */
export interface Drift {
  /** An assumption, or `responseCodes.<name>`. */
  readonly about: string;
  readonly before: string;
  readonly now: string;
}

/** The changes between two calibrations. An entry that one of them could not decide is no change. */
export function driftBetween(before: Calibration, now: Calibration): readonly Drift[] {
  const [left, right] = [settledIn(before), settledIn(now)];
  const settled = [...left].flatMap(([about, was]) => {
    const is = right.get(about);
    return is === undefined || isAlike(was, is) ? [] : [{ about, before: was, now: is }];
  });
  // The assumption already tells the change.
  const told = new Set(settled.flatMap(({ about }) => limitsBehind(about)).map((name) => `limits.${name}`));
  const once = settled.filter(({ about }) => !told.has(about));
  return [...once, ...changedAnswers(before, now)];
}

/** Entries that the calibration has, but that the new run could not check. */
export function unseenNow(before: Calibration, now: Calibration): readonly string[] {
  const right = settledIn(now);
  return [...settledIn(before).keys()].filter((about) => !right.has(about));
}

/** The share of the calibration's entries that the new run could check, from 0 to 1. 0 for an empty calibration. */
export function comparedShare(before: Calibration, now: Calibration): number {
  const { size } = settledIn(before);
  return size === 0 ? 0 : 1 - unseenNow(before, now).length / size;
}

/** What a calibration says about a subject. Empty if it says nothing. */
export function calibratedText(calibration: Calibration, about: string): string {
  const why = calibration.undetermined[about];
  return settledIn(calibration).get(about) ?? calibration.answers?.[about] ?? (why ? `undetermined: ${why}` : "");
}

/**
 * An operation whose answers lost one shape and gained another. An additional shape alone only means that a new call
 * was made.
 */
const changedAnswers = ({ answers: before = {} }: Calibration, { answers: now = {} }: Calibration): readonly Drift[] =>
  Object.entries(before).flatMap(([about, was]) => {
    const [left, right] = [was.split("\n"), (now[about] ?? was).split("\n")];
    const [gone, come] = [left.filter((one) => !right.includes(one)), right.filter((one) => !left.includes(one))];
    if (gone.length === 0 || come.length === 0) return [];
    return [{ about: `answers.${about}`, before: gone.join("\n    "), now: come.join("\n    ") }];
  });

/** Everything that was decided or found, by its subject. */
function settledIn({ assumptions, responseCodes, findings, limits = {} }: Calibration): ReadonlyMap<string, string> {
  const codes = Object.entries(responseCodes);
  return new Map([
    ...Object.entries(findings).map(([id, { text }]) => [id, text] as const),
    ...Object.entries(assumptions).map(([id, { choice }]) => [id, choice] as const),
    ...Object.entries(limits).map(([name, limit]) => [`limits.${name}`, limitText(name, limit)] as const),
    ...codes.map(([name, { code }]) => [`responseCodes.${name}`, code] as const),
    ...codes.flatMap(([name, { message }]) =>
      message === undefined ? [] : [[`responseCodes.${name}.message`, message] as const],
    ),
  ]);
}

const SECONDS = /\b(\d+(?:\.\d+)?) s\b/g;
/** Two measured times count as equal if they differ by at most this share of the longer one. */
const TIMING_TOLERANCE = 0.5;

/** Quoted values are compared by their shape, and measured times may differ somewhat. */
function isAlike(was: string, is: string): boolean {
  if (was === is) return true;
  const [left, right] = [was, is].map(sentenceShape) as [string, string];
  if (left.replace(SECONDS, "") !== right.replace(SECONDS, "")) return false;
  const [times, others] = [left, right].map((text) => [...text.matchAll(SECONDS)].map(([, s]) => Number(s)));
  return times!.every((s, i) => Math.abs(s - others![i]!) <= TIMING_TOLERANCE * Math.max(s, others![i]!));
}

/** The changes as text: the calibration's entry, and the current behaviour. */
export const driftText = (drift: readonly Drift[]): string =>
  drift.map(({ about, before, now }) => `${about}\n  - ${before}\n  + ${now}\n`).join("");

/**
 * The differences between two calibrations as text: entries with different results, and entries that only one
 * decided.
 */
export function calibrationDiff(
  left: Calibration,
  right: Calibration,
): { readonly text: string; readonly count: number } {
  const changes = driftBetween(left, right);
  const part = (title: string, about: readonly string[]) =>
    about.length === 0 ? "" : `${title}: ${about.join(", ")}\n`;
  const text = [
    driftText(changes),
    part("only in the first", unseenNow(left, right)),
    part("only in the second", unseenNow(right, left)),
    `${plural(changes.length, "difference")}\n`,
  ];
  return { text: text.join(""), count: changes.length };
}

/**
 * The calibration, updated with the new run's entries for all differences. A finding is removed if the new run
 * decided it, and the reverse.
 */
export function accepted(before: Calibration, now: Calibration, reason: string): Calibration {
  const changes = driftBetween(before, now);
  const named = changes.map(({ about }) => about.replace(/\.message$/, "").replace(/^\w+\./, ""));
  const subjects = new Set(named.flatMap((about) => [about, ...limitsBehind(about)]));
  const merged = PARTS.map((part) => {
    const kept = Object.entries(before[part] ?? {}).filter(([id]) => !subjects.has(id));
    const changed = Object.entries(now[part] ?? {}).filter(([id]) => subjects.has(id));
    return [part, Object.fromEntries([...kept, ...changed])];
  });
  const all = [...(before.accepted ?? []), ...changes.map((change) => ({ ...change, date: now.date, reason }))];
  return { ...before, ...Object.fromEntries(merged), accepted: all };
}

/** The parts of a calibration that changes may be in. */
const PARTS = ["assumptions", "responseCodes", "findings", "answers", "limits"] as const;
