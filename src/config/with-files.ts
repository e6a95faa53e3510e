import { relative } from "node:path";
import type { OwnCodes } from "../facts/codes.js";
import type { MemberSettings, MemberValues } from "./members.js";
import { pathFrom } from "./paths.js";
import { type Calibrated, withCalibration } from "./with-calibration.js";

/** Where the paths of a document start, and from where messages tell them. */
export interface Folders {
  readonly folder: string;
  readonly cwd: string;
}

/** Adds what stands in files that the document names. Throws InvalidInput where one cannot be read. */
export async function withFiles(
  settings: Partial<MemberSettings>,
  values: MemberValues,
  { folder, cwd }: Folders,
): Promise<Partial<MemberSettings & Calibrated>> {
  const { responseCodes } = values;
  if (typeof responseCodes !== "string") return withCalibration(settings, values, cwd);
  const codes = await codesIn(pathFrom(folder, responseCodes), cwd);
  return withCalibration({ ...settings, responseCodes: codes }, { ...values, responseCodes: codes }, cwd);
}

async function codesIn(path: string, cwd: string): Promise<OwnCodes> {
  // Loaded here: it needs the reader of YAML.
  const { readResponseCodes } = await import("./response-codes-file.js");
  const near = relative(cwd, path);
  return readResponseCodes(path, near.startsWith("..") ? path : near);
}
