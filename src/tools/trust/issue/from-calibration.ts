import { assumptions } from "../../../core/facts/assumptions.js";
import { type AnswerName, allCodes } from "../../../core/facts/codes.js";
import type { Calibration, Evidence } from "../../../server/options/calibration.js";
import type { Drift } from "../calibrate/results/drift.js";
import { Cleaner } from "./clean.js";
import { claimOf, type ShownCall, type SpokenAs, type WrongGuess } from "./issue.js";

/** Where a service differs from the sandbox's defaults: choices, codes, and findings that no choice explains. */
export function guessesOfCalibration(now: Calibration): readonly WrongGuess[] {
  const settled = Object.entries(now.assumptions).flatMap(([id, { choice }]) =>
    choice === assumptions.find((row) => row.id === id)!.choices[0] ? [] : [id],
  );
  const codes = (Object.entries(now.responseCodes) as [AnswerName, SpokenAs][]).flatMap(([name, seen]) => {
    const ours = allCodes[name];
    return seen.code === ours.code && (seen.message ?? ours.message) === ours.message ? [] : [`responseCodes.${name}`];
  });
  return guessesAbout([...settled, ...codes, ...Object.keys(now.findings)], now);
}

/** Where a service has changed since its calibration. */
export function guessesOfDrift(drift: readonly Drift[], now: Calibration): readonly WrongGuess[] {
  const cleaner = cleanerOf(now);
  const before = new Map(drift.map((one) => [one.about.replace(/\.message$/, ""), cleaner.sentence(one.before)]));
  const changed = new Map(drift.map((one) => [one.about, cleaner.sentence(one.now)]));
  const about = [...before.keys()];
  const told = guessesAbout(about, now).map((guess) => ({
    ...guess,
    says: `${claimOf(guess.about, before.get(guess.about)) || before.get(guess.about)}, as its calibration says`,
  }));
  const others = about.filter((one) => !told.some((guess) => guess.about === one));
  return [
    ...told,
    ...others.map((one) => ({
      about: one,
      says: before.get(one)!,
      seen: [changed.get(one) ?? ""],
      calls: [],
      remedy: {},
    })),
  ];
}

/** The entries that a calibration has, as reports. */
function guessesAbout(about: readonly string[], now: Calibration): readonly WrongGuess[] {
  const cleaner = cleanerOf(now);
  const calls = (evidence: readonly Evidence[]) => evidence.map((one) => shown(cleaner, one));
  return about.flatMap((id): WrongGuess[] => {
    const settled = Object.entries(now.assumptions).find(([one]) => one === id)?.[1];
    if (settled) {
      const { choice, tried, confidence, evidence } = settled;
      const shownCalls = calls(evidence);
      const seen = `${choice}${confidence === "likely" ? " (likely)" : ""}${tried ? `: ${cleaner.sentence(tried)}` : ""}`;
      return [
        { about: id, says: claimOf(id), seen: [seen], calls: shownCalls, remedy: { assumptions: { [id]: choice } } },
      ];
    }
    const finding = now.findings[id];
    if (finding) {
      const shownCalls = calls(finding.evidence);
      return [{ about: id, says: claimOf(id), seen: [cleaner.sentence(finding.text)], calls: shownCalls, remedy: {} }];
    }
    const name = id.replace(/^responseCodes\./, "") as AnswerName;
    const code = now.responseCodes[name];
    if (!code) return [];
    const spoken = { code: code.code, ...(code.message !== undefined && { message: code.message }) };
    const shownCalls = calls(code.evidence);
    return [
      {
        about: id,
        says: `${allCodes[name].code} ${allCodes[name].message}`,
        seen: [`${code.code} ${code.message ?? ""}`.trimEnd()],
        calls: shownCalls,
        remedy: { responseCodes: { [name]: spoken } },
      },
    ];
  });
}

/** Knows the caller, who may stand in sentences too. */
function cleanerOf({ merchantId, userId }: Calibration): Cleaner {
  const cleaner = new Cleaner();
  cleaner.json(JSON.stringify({ merchantId, userId }));
  return cleaner;
}

function shown(cleaner: Cleaner, { request, answer }: Evidence): ShownCall {
  const [, operation = "", params = ""] = /^(\S+) ?(.*)$/s.exec(request) ?? [];
  const [, http = "", body = ""] = /^(\S+) ?(.*)$/s.exec(answer) ?? [];
  return { request: `${operation} ${cleaner.json(params)}`, there: `${http} ${cleaner.json(body)}` };
}
