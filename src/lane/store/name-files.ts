import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../ports/log.js";
import { isName } from "../ports/name.js";
import { fileNameOf, nameOfFile } from "./file-name.js";

/**
 * The names of the files in a folder, by their ending. Renames a file of an earlier version to its current form, with
 * its side files, such as a WAL. If there is a file of that form already, moves the earlier one aside and logs that.
 * Leaves files of other programs alone.
 */
export function namesIn(
  folder: string,
  ending: string,
  sideFiles: readonly string[] = [],
  log?: Pick<Log, "warn">,
): readonly string[] {
  const parts = ["", ...sideFiles];
  const names = new Set<string>();
  for (const file of readdirSync(folder)) {
    const base = file.slice(0, -ending.length);
    const name = nameOfFile(base);
    if (!file.endsWith(ending) || !isName(name)) continue;
    const [here, there] = [join(folder, file), join(folder, `${fileNameOf(name)}${ending}`)];
    if (here !== there && existsSync(there)) {
      const aside = setAside(here, "older", parts);
      log?.warn(`${here} and ${there} have the same name in this version: the first was moved to ${aside}`);
      continue;
    }
    if (here !== there) {
      // A log that is left from another file would be applied to this one.
      if (parts.some((end) => existsSync(`${there}${end}`))) setAside(there, "older", parts);
      move(here, there, parts);
    }
    names.add(name);
  }
  return [...names];
}

/** Renames a file and its side files, so that nothing is lost. Returns the new name. */
export function setAside(file: string, why: "broken" | "older", parts: readonly string[]): string {
  let n = 1;
  const aside = (): string => `${file}.${why}-${n}`;
  while (parts.some((end) => existsSync(`${aside()}${end}`))) n++;
  move(file, aside(), parts);
  return aside();
}

function move(from: string, to: string, parts: readonly string[]): void {
  for (const end of parts) if (existsSync(`${from}${end}`)) renameSync(`${from}${end}`, `${to}${end}`);
}
