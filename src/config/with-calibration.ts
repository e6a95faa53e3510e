import { relative } from "node:path";
import type { Observed } from "../app/choices.js";
import { defaultPolicy, type Policy } from "../facts/assumptions.js";
import type { AnswerName } from "../facts/codes.js";
import type { CodeSeen } from "./calibration.js";
import type { MemberSettings, MemberValues } from "./members.js";

/** The part of the settings that comes from a calibration. */
export interface CalibratedSettings {
  readonly observed: Observed;
}

/**
 * Adds a calibration's choices, which the document's own choices override. Throws InvalidInput if the file cannot be
 * read.
 */
export async function withCalibration(
  settings: Partial<MemberSettings>,
  { assumptions, responseCodes }: MemberValues,
  cwd: string,
): Promise<Partial<MemberSettings & CalibratedSettings>> {
  if (settings.calibration === undefined) return settings;
  // Loaded on demand, because it needs the YAML parser.
  const { readCalibration } = await import("./calibration.js");
  const near = relative(cwd, settings.calibration);
  const found = readCalibration(settings.calibration, near.startsWith("..") ? settings.calibration : near);
  const settled = Object.entries(found.assumptions);
  const built = settled.filter(([id]) => id in defaultPolicy).map(([id, { choice }]) => [id, choice]);
  const sure = settled.filter(([, { confidence }]) => confidence === "sure").map(([id, { choice }]) => [id, choice]);
  // True if the codes are known: a calibration has observed all that calls can cause, and the user has configured the
  // others.
  const areCodesSeen =
    Object.keys(found.responseCodes).length > 0 &&
    !Object.keys(found.undetermined).some((about) => about.startsWith("responseCodes."));
  const codes = Object.entries(found.responseCodes).map(([name, { code, message }]) => [
    name,
    { code, ...(message !== undefined && { message }) },
  ]);
  const own = Object.keys(responseCodes ?? {});
  const isSure = ([name, { confidence }]: [string, CodeSeen]) => confidence === "sure" && !own.includes(name);
  return {
    ...settings,
    policy: {
      ...defaultPolicy,
      ...(Object.fromEntries(built) as Partial<Policy>),
      ...(assumptions as Partial<Policy>),
    },
    responseCodes: { ...Object.fromEntries(codes), ...settings.responseCodes },
    observed: {
      choices: { ...Object.fromEntries(sure), ...(areCodesSeen && { "response-codes": "sandbox" }) },
      codes: new Set(
        Object.entries(found.responseCodes)
          .filter(isSure)
          .map(([name]) => name as AnswerName),
      ),
    },
  };
}
