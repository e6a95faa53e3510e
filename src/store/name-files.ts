import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isName } from "../app/ports/name.js";
import { fileNameOf, nameOfFile } from "./file-name.js";

/**
 * The names of the files in a folder, by their ending. Renames a file of an earlier version to its current form, with
 * its side files, such as a WAL. Leaves files of other programs alone.
 */
export function namesIn(folder: string, ending: string, sideFiles: readonly string[] = []): readonly string[] {
  return readdirSync(folder).flatMap((file) => {
    const base = file.slice(0, -ending.length);
    const name = nameOfFile(base);
    if (!file.endsWith(ending) || !isName(name)) return [];
    const here = fileNameOf(name);
    if (here !== base)
      for (const end of ["", ...sideFiles])
        if (existsSync(join(folder, `${file}${end}`)))
          renameSync(join(folder, `${file}${end}`), join(folder, `${here}${ending}${end}`));
    return [name];
  });
}
