import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileNameOf, nameOfFile } from "./file-name.js";

/**
 * The names that the files of a folder stand for, by their ending. A file that another system wrote gets the name that it has
 * on this one, and what lies beside it follows.
 */
export function namesIn(
  folder: string,
  ending: string,
  platform: NodeJS.Platform = process.platform,
  companions: readonly string[] = [],
): readonly string[] {
  const found = readdirSync(folder).filter((file) => file.endsWith(ending));
  return found.map((file) => {
    const base = file.slice(0, -ending.length);
    const name = nameOfFile(base);
    const here = fileNameOf(name, platform);
    if (here !== base)
      for (const end of ["", ...companions])
        if (existsSync(join(folder, `${file}${end}`)))
          renameSync(join(folder, `${file}${end}`), join(folder, `${here}${ending}${end}`));
    return name;
  });
}
