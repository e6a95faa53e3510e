import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Mutant } from "./mutate.ts";

/** The test file that noticed a change, from the package's folder, and the texts of source, test and what runs it then. */
interface Kill {
  readonly test: string;
  readonly hash: string;
}

/**
 * What earlier runs killed: a kill holds while neither its source, nor its test, nor how tests are run changed, so that a run
 * that was cut goes on.
 */
export class Kills {
  readonly #root: string;
  readonly #file: string;
  readonly #kills: Record<string, Kill>;

  constructor(root: string, file: string) {
    this.#root = root;
    this.#file = file;
    this.#kills = readKept<Record<string, Kill>>(file) ?? {};
  }

  has(mutant: Mutant): boolean {
    const kill = this.#kills[keyOf(mutant)];
    return kill !== undefined && existsSync(join(this.#root, kill.test)) && kill.hash === this.#hash(mutant, kill.test);
  }

  add(mutant: Mutant, test: string): void {
    this.#kills[keyOf(mutant)] = { test, hash: this.#hash(mutant, test) };
    writeFileSync(this.#file, JSON.stringify(this.#kills));
  }

  #hash({ file }: Mutant, test: string): string {
    return hashOf(this.#root, [file, test, "bench/mutants/suite.ts", "bench/mutants/failed.ts"]);
  }
}

const keyOf = ({ file, line, operator, before, after }: Mutant): string =>
  [file, line, operator, before, after].join(" ");

/** Undefined where nothing was kept yet. */
export const readKept = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;

/** Of files and of all that folders hold; paths are from `root`. */
export function hashOf(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths)
    for (const file of filesOf(join(root, path))) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest("hex");
}

const filesOf = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: "utf8" })
        .sort()
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile());
