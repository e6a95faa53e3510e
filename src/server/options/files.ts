import { defaultPolicy, type Policy } from "../../core/facts/assumptions.js";
import type { AnswerName, OwnCodes } from "../../core/facts/codes.js";
import { shownPath } from "../../package/files.js";
import { readAdminTokens } from "./admin-tokens-file.js";
import { type CodeSeen, readCalibration } from "./calibration.js";
import { type MemberSettings, type MemberValues, responseCodesSchema } from "./members.js";
import { pathFrom } from "./paths.js";
import type { Settings } from "./settings.js";
import { readStrictFile } from "./strict-file.js";

/** The folders to which a document's paths are relative: one for reading, one for messages. */
interface Folders {
  readonly folder: string;
  readonly cwd: string;
}

/** The settings of a document with the contents of its files. */
export type OfFiles = MemberSettings & Pick<Settings, "observed" | "adminTokensFile">;

/** Adds the contents of files that the document names. Throws InvalidInput if one cannot be read. */
export function withFiles(
  chosen: Partial<MemberSettings>,
  { assumptions, adminTokens, responseCodes }: MemberValues,
  { folder, cwd }: Folders,
): Partial<OfFiles> {
  const codes =
    typeof responseCodes === "string" ? codesIn(pathFrom(folder, responseCodes), cwd) : chosen.responseCodes;
  const settings: Partial<OfFiles> = {
    ...chosen,
    ...(codes && { responseCodes: codes }),
    ...(typeof adminTokens === "string" && tokensIn(pathFrom(folder, adminTokens))),
  };
  if (settings.calibration === undefined) return settings;
  return { ...settings, ...calibrated(settings.calibration, { assumptions, codes, cwd }) };
}

const tokensIn = (path: string) => ({ adminTokens: readAdminTokens(path), adminTokensFile: path });

const codesIn = (path: string, cwd: string): OwnCodes =>
  readStrictFile({
    path,
    shown: shownPath(path, cwd),
    schema: responseCodesSchema(),
    atLeast: "a table of response codes",
    missing: `responseCodes: no such file: ${shownPath(path, cwd)}`,
  }).value as OwnCodes;

/** A document's own choices and codes. They override those of a calibration. */
interface OwnChoices extends Pick<MemberValues, "assumptions"> {
  readonly codes: OwnCodes | undefined;
  readonly cwd: string;
}

/** The choices and codes of a calibration, and what it has observed. */
function calibrated(path: string, { assumptions, codes: own = {}, cwd }: OwnChoices): Partial<OfFiles> {
  const found = readCalibration(path, shownPath(path, cwd));
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
  const isSure = ([name, { confidence }]: [string, CodeSeen]) => confidence === "sure" && !(name in own);
  return {
    policy: {
      ...defaultPolicy,
      ...(Object.fromEntries(built) as Partial<Policy>),
      ...(assumptions as Partial<Policy>),
    },
    responseCodes: { ...Object.fromEntries(codes), ...own },
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
