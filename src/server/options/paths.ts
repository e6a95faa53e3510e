import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { cataloguePath } from "../../lane/catalogue/scenario-files.js";
import { isPem } from "./pem.js";

/** The context in which a document's values become settings. */
export interface ReadingContext {
  /** The folder to which its paths are relative. */
  readonly folder: string;
  /** Runs `work`, and adds the position in the document to errors that it throws. */
  readonly at: <T>(path: readonly PropertyKey[], work: () => T) => T;
}

/** Resolves a path from a file in `folder`. */
export const pathFrom = (folder: string, path: string): string => resolve(folder, path);

export const pemOrPathFrom = (folder: string, pemOrPath: string): string =>
  isPem(pemOrPath) ? pemOrPath : resolve(folder, pemOrPath);

/**
 * Resolves paths of scenarios. A name of the catalogue stays unchanged, unless the folder has a file with this name.
 */
export const scenariosFrom = (folder: string, refs: readonly string[]): string[] =>
  refs.map((ref) =>
    !existsSync(resolve(folder, ref)) && /^[\w-]+$/.test(ref) && existsSync(cataloguePath(ref))
      ? ref
      : resolve(folder, ref),
  );
