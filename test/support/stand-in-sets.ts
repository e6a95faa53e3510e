import type { Calibration } from "../../src/config/calibration.js";
import { assumptions } from "../../src/facts/assumptions.js";
import { calibrate } from "../../src/trust/calibrate.js";
import { driftBetween } from "../../src/trust/drift.js";
import { probes } from "../../src/trust/probes/index.js";
import { distinct, type Hidden, hiddenSet, startStandIn, willing } from "./stand-in.js";
import { wrongly } from "./verdicts.js";

const probed: readonly string[] = probes.map(({ id }) => id);

/** What calibrate made of a hidden set. */
export interface JudgedSet {
  readonly asked: number;
  readonly found: number;
  /** What has a probe and was not found, with the reason. */
  readonly missed: readonly string[];
  /** What was said and is not so. */
  readonly wrong: readonly string[];
}

export async function calibratedOf(hidden: Hidden): Promise<Calibration> {
  await using standIn = await startStandIn(hidden);
  return (await calibrate(standIn.options({ person: willing(standIn) }))).calibration;
}

/** Has calibrate find a hidden set again. */
export async function judgedSet(seed: number): Promise<JudgedSet> {
  const hidden = hiddenSet(seed);
  const calibration = await calibratedOf(hidden);
  const asked = probed.filter((id) => id in hidden.assumptions);
  const missed = asked.filter((id) => !(id in calibration.assumptions));
  return {
    asked: asked.length,
    found: asked.length - missed.length,
    missed: missed.map((id) => `set ${seed}: ${id}: ${calibration.undetermined[id] ?? calibration.findings[id]?.text}`),
    wrong: wrongly(calibration, hidden).map((one) => `set ${seed}: ${one}`),
  };
}

/** One choice that a service changes. */
export interface SingleChange {
  readonly id: string;
  readonly to: string;
}

/** The service before a change: each code stands for one outcome. */
export const unchanged = (seed: number): Hidden => distinct(hiddenSet(seed));

/** Every other choice of every assumption that has a probe. */
export const singleChanges = (hidden: Hidden): readonly SingleChange[] =>
  assumptions
    .filter(({ id, choices }) => choices.length > 1 && probed.includes(id))
    .flatMap(({ id, choices }) => choices.filter((to) => to !== hidden.assumptions[id]).map((to) => ({ id, to })));

/** What drift tells of a change besides the change itself, or instead of it; undefined where it tells the change alone. */
export async function toldAmiss(
  hidden: Hidden,
  before: Calibration,
  { id, to }: SingleChange,
): Promise<string | undefined> {
  const now = await calibratedOf({ ...hidden, assumptions: { ...hidden.assumptions, [id]: to } });
  const told = driftBetween(before, now);
  if (told.length === 1 && told[0]?.about === id && told[0].now === to) return undefined;
  return `${id} → ${to}: drift tells ${JSON.stringify(told)} ${now.undetermined[id] ?? ""}`.trim();
}
