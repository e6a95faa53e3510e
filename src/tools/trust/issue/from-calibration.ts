import { type AssumptionId, assumptions } from "../../../core/facts/assumptions.js";
import { type AnswerName, allCodes } from "../../../core/facts/codes.js";
import type { Calibration, Evidence } from "../../../server/options/calibration.js";
import type { Drift } from "../calibrate/results/drift.js";
import { Cleaner } from "./clean.js";
import { claimOf, codeGuess, type ShownCall, type SpokenAs, type WrongGuess } from "./issue.js";

/** Where a service differs from the sandbox's defaults: choices, codes, and findings that no choice explains. */
export function guessesOfCalibration(now: Calibration): readonly WrongGuess[] {
  const settled = assumptions.filter(({ id, choices }) => (now.assumptions[id]?.choice ?? choices[0]) !== choices[0]);
  const codes = (Object.entries(now.responseCodes) as [AnswerName, SpokenAs][]).filter(
    ([name, { code, message = allCodes[name].message }]) =>
      code !== allCodes[name].code || message !== allCodes[name].message,
  );
  const cleaner = cleanerOf(now);
  return [
    ...settled.map(({ id }) => id),
    ...codes.map(([name]) => `responseCodes.${name}`),
    ...Object.keys(now.findings),
  ].map((about) => guessAbout(about, now, cleaner));
}

/** Where a service has changed since its calibration. */
export function guessesOfDrift(drift: readonly Drift[], now: Calibration): readonly WrongGuess[] {
  const cleaner = cleanerOf(now);
  const changes = new Map(drift.map((one) => [one.about.replace(/\.message$/, ""), one]));
  return [...changes].map(([about, change]) => {
    const before = cleaner.sentence(change.before);
    const guess = guessAbout(about, now, cleaner);
    if (guess.seen.length === 0) return { ...guess, says: before, seen: [cleaner.sentence(change.now)] };
    return { ...guess, says: `${claimOf(about, before) || before}, as its calibration says` };
  });
}

/** What a calibration says of an entry. Nothing was seen if it has none. */
function guessAbout(about: string, now: Calibration, cleaner: Cleaner): WrongGuess {
  const settled = now.assumptions[about as AssumptionId];
  const finding = now.findings[about];
  const name = about.replace(/^responseCodes\./, "") as AnswerName;
  const code = now.responseCodes[name];
  const calls = (settled ?? finding ?? code)?.evidence.map((one) => shown(cleaner, one)) ?? [];
  const claimed = { about, says: claimOf(about), calls, remedy: {} };
  if (settled) {
    const { choice, tried, confidence } = settled;
    const seen = `${choice}${confidence === "likely" ? " (likely)" : ""}${tried ? `: ${cleaner.sentence(tried)}` : ""}`;
    return { ...claimed, seen: [seen], remedy: { assumptions: { [about]: choice } } };
  }
  if (finding) return { ...claimed, seen: [cleaner.sentence(finding.text)] };
  if (!code) return { ...claimed, seen: [] };
  const { confidence: _, evidence: __, ...spoken } = code;
  return codeGuess(name, { says: `${allCodes[name].code} ${allCodes[name].message}`, spoken, calls });
}

/** Knows the caller, who may stand in sentences too. */
function cleanerOf({ merchantId, userId }: Calibration): Cleaner {
  const cleaner = new Cleaner();
  cleaner.json(JSON.stringify({ merchantId, userId }));
  return cleaner;
}

function shown(cleaner: Cleaner, { request, answer }: Evidence): ShownCall {
  // A log's call begins with its time.
  const [, operation = "", params = ""] = /^(?:\d\S+ )?(\S+) ?(.*)$/s.exec(request) ?? [];
  const [, http = "", body = ""] = /^(\S+) ?(.*)$/s.exec(answer) ?? [];
  return { request: `${operation} ${cleaner.json(params)}`, there: `${http} ${cleaner.json(body)}` };
}
