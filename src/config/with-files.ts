import { relative } from "node:path";
import type { OwnCodes } from "../facts/codes.js";
import type { MemberSettings, MemberValues } from "./members.js";
import { pathFrom } from "./paths.js";
import type { Settings } from "./settings.js";
import { type CalibratedSettings, withCalibration } from "./with-calibration.js";

/** The folders to which a document's paths are relative: one for reading, one for messages. */
export interface Folders {
  readonly folder: string;
  readonly cwd: string;
}

/** The settings of a document with the contents of its files. */
export type OfFiles = MemberSettings & CalibratedSettings & Pick<Settings, "adminTokensFile">;

/** Adds the contents of files that the document names. Throws InvalidInput if one cannot be read. */
export async function withFiles(
  chosen: Partial<MemberSettings>,
  values: MemberValues,
  { folder, cwd }: Folders,
): Promise<Partial<OfFiles>> {
  const { responseCodes, adminTokens } = values;
  const settings =
    typeof adminTokens === "string" ? { ...chosen, ...(await tokensIn(pathFrom(folder, adminTokens))) } : chosen;
  if (typeof responseCodes !== "string") return withCalibration(settings, values, cwd);
  const codes = await codesIn(pathFrom(folder, responseCodes), cwd);
  return withCalibration({ ...settings, responseCodes: codes }, { ...values, responseCodes: codes }, cwd);
}

async function tokensIn(path: string): Promise<Pick<OfFiles, "adminTokens" | "adminTokensFile">> {
  const { readAdminTokens } = await import("./admin-tokens-file.js");
  return { adminTokens: readAdminTokens(path), adminTokensFile: path };
}

async function codesIn(path: string, cwd: string): Promise<OwnCodes> {
  // Loaded on demand, because it needs the YAML parser.
  const { readResponseCodes } = await import("./response-codes-file.js");
  const near = relative(cwd, path);
  return readResponseCodes(path, near.startsWith("..") ? path : near);
}
