import { type Alien, alienTarget } from "../../bench/prove/aliens.js";
import { assumptions } from "../../src/core/facts/assumptions.js";
import type { Calibration } from "../../src/server/options/calibration.js";
import { calibrate } from "../../src/tools/trust/calibrate/calibrate.js";
import { probes } from "../../src/tools/trust/calibrate/probes/index.js";
import { driftBetween } from "../../src/tools/trust/calibrate/results/drift.js";
import { calibrationFromLog } from "../../src/tools/trust/from-log/from-log.js";
import { noisyTarget } from "./noise.js";
import { ordinaryLog } from "./ordinary-log.js";
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

/** What came of a log. */
export interface JudgedLog {
  /** Assumptions that some answer depends on, and how many of them were settled. */
  readonly touched: number;
  readonly settled: number;
  readonly wrong: readonly string[];
}

export async function calibratedOf(hidden: Hidden): Promise<Calibration> {
  await using standIn = await startStandIn(hidden);
  return (await calibrate(standIn.options({ person: willing(standIn) }))).calibration;
}

/** What a log of 200 ordinary calls settles of a hidden set. */
export async function judgedLog(seed: number): Promise<JudgedLog & { readonly calibration: Calibration }> {
  const hidden = hiddenSet(seed);
  await using standIn = await startStandIn(hidden);
  const recorded = await ordinaryLog(standIn, seed);
  const { calibration, touched, settled } = await calibrationFromLog({ recorded, target: standIn.url, now: 0 });
  const wrong = wrongly(calibration, hidden).map((one) => `log ${seed}: ${one}`);
  return { touched, settled, wrong, calibration };
}

/** Has calibrate find a hidden set again, with a person at the pages who does what is asked for. */
export async function judgedSet(seed: number): Promise<JudgedSet> {
  return judgedBy(seed, await calibratedOf(hiddenSet(seed)));
}

/** The same without a person, and without an address that hears notifications. `known`: goes on from there. */
export async function judgedAlone(seed: number, known?: Calibration): Promise<JudgedSet> {
  await using standIn = await startStandIn(hiddenSet(seed));
  return judgedBy(seed, (await calibrate(standIn.options({ listener: undefined, known }))).calibration);
}

/** The same without a person, but with an address that hears notifications. */
export async function judgedListening(seed: number): Promise<JudgedSet> {
  await using standIn = await startStandIn(hiddenSet(seed));
  return judgedBy(seed, (await calibrate(standIn.options())).calibration);
}

/** What calibrate says of a service whose answers are lost or refused at random, and that is not so. */
export async function judgedNoise(seed: number): Promise<readonly string[]> {
  const hidden = hiddenSet(seed);
  await using standIn = await startStandIn(hidden);
  const { calibration: clean } = await calibrate(standIn.options());
  const options = standIn.options();
  const { calibration } = await calibrate({ ...options, target: noisyTarget(options.target, { seed }) });
  const findings = Object.entries(calibration.findings).filter(([id]) => !(id in clean.findings));
  return [
    ...wrongly(calibration, hidden),
    ...findings.map(([id, { text }]) => `${id}: ${text}`),
    ...driftBetween(clean, calibration).map((one) => `drift: ${JSON.stringify(one)}`),
  ].map((one) => `noise ${seed}: ${one}`);
}

/** What drift tells of a service in which nothing changed. */
export async function driftOfEqual(seed: number): Promise<readonly string[]> {
  await using standIn = await startStandIn(hiddenSet(seed));
  const before = (await calibrate(standIn.options())).calibration;
  const now = (await calibrate(standIn.options())).calibration;
  return driftBetween(before, now).map((one) => `equal ${seed}: ${JSON.stringify(one)}`);
}

/** Undefined if drift tells that a service became an alien. */
export async function unseenAlien(alien: Alien): Promise<string | undefined> {
  await using standIn = await startStandIn(distinct(hiddenSet(11)));
  const before = (await calibrate(standIn.options())).calibration;
  const options = standIn.options();
  const now = (await calibrate({ ...options, target: alienTarget(options.target, alien) })).calibration;
  return driftBetween(before, now).length > 0 ? undefined : `nobody told: ${alien.name}`;
}

function judgedBy(seed: number, calibration: Calibration): JudgedSet {
  const hidden = hiddenSet(seed);
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
