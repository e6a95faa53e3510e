import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { cataloguePath } from "../catalogue/scenario-files.js";
import { isPem } from "./pem-text.js";

/** Where a path leads that stands in a file of `folder`. */
export const pathFrom = (folder: string, path: string): string => resolve(folder, path);

export const pemOrPathFrom = (folder: string, pemOrPath: string): string =>
  isPem(pemOrPath) ? pemOrPath : resolve(folder, pemOrPath);

/** A name of the catalogue stays one, unless a file of the folder has it. */
export const scenariosFrom = (folder: string, refs: readonly string[]): string[] =>
  refs.map((ref) =>
    !existsSync(resolve(folder, ref)) && /^[\w-]+$/.test(ref) && existsSync(cataloguePath(ref))
      ? ref
      : resolve(folder, ref),
  );
