import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Files that a path in a name would reach, beside and above the data folder. */
const VICTIMS = [
  "default.lane.sqlite",
  "victim/default.lane.sqlite",
  "victim/default.lane.sqlite-wal",
  "victim/b-1.lane.sqlite",
  "victim/saved.snapshot.sqlite",
  "x",
] as const;

/** A data folder among other files, and what was done to those. */
export class WatchedFolder implements Disposable {
  readonly #root = mkdtempSync(join(tmpdir(), "prove-"));
  readonly data = join(this.#root, "data");

  constructor() {
    mkdirSync(join(this.#root, "victim"));
    for (const file of VICTIMS) writeFileSync(join(this.#root, file), file);
  }

  /** A file for the server itself, beside the data. */
  write(name: string, text: string): string {
    const file = join(this.#root, name);
    writeFileSync(file, text);
    this.#own.add(name);
    return file;
  }

  readonly #own = new Set<string>();

  /** What was made, changed or removed outside of the data folder. */
  changes(): readonly string[] {
    const found = new Set(filesIn(this.#root).map((file) => relative(this.#root, file)));
    const outside = [...found].filter((file) => !file.startsWith("data/") && !this.#own.has(file));
    return [
      ...outside.filter((file) => !VICTIMS.includes(file as never)).map((file) => `${file} was made`),
      ...VICTIMS.filter((file) => !found.has(file)).map((file) => `${file} was removed`),
      ...VICTIMS.filter((file) => found.has(file) && readFileSync(join(this.#root, file), "utf8") !== file).map(
        (file) => `${file} was changed`,
      ),
    ];
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
