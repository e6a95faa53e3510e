import { type FSWatcher, lstatSync, readlinkSync, statSync, watch } from "node:fs";
import { basename, dirname, join, parse, resolve } from "node:path";

/** As many links as Linux follows. */
const LINKS_MAX = 40;

/**
 * Watches the folders of files, and of each link on the way to them. Kubernetes, for example, changes a file by moving a
 * link beside it (`..data`) to another folder, and nothing happens to the file's own name.
 */
export class WatchedFolders {
  readonly #files: readonly string[];
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #stamps = "";

  /** Calls `changed` after each change of a file. May call it more often. */
  constructor(files: readonly string[], changed: () => void) {
    this.#files = files.map((file) => resolve(file));
    this.#changed = changed;
    this.#follow();
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches the folders through which the files are reached now. */
  #follow(): void {
    this.#stamps = this.#files.map(stampOf).join(" ");
    const folders = new Set(this.#files.flatMap((file) => [...foldersTo(file)]));
    for (const [folder, watcher] of this.#watchers)
      if (!folders.has(folder)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, (_event, name) => this.#heard(folder, name));
      // The folder is gone. The link that led to it has moved, and its folder is watched too.
      watcher.on("error", () => watcher.close());
      this.#watchers.set(folder, watcher);
    } catch {
      // It is gone meanwhile.
    }
  }

  #heard(folder: string, name: string | null): void {
    const isNamed = name === null || this.#files.some((file) => dirname(file) === folder && basename(file) === name);
    if (!isNamed && this.#files.map(stampOf).join(" ") === this.#stamps) return;
    this.#follow();
    this.#changed();
  }
}

/** Tells whether a file's contents may have changed, whatever the way to it. */
function stampOf(file: string): string {
  try {
    const { dev, ino, size, mtimeMs } = statSync(file);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
  } catch {
    return "none";
  }
}

/** The folder of a file, and of each link on the way to it. */
function foldersTo(file: string): ReadonlySet<string> {
  const folders = new Set<string>();
  let path: string | undefined = file;
  for (let n = 0; path !== undefined && n < LINKS_MAX; n++) {
    folders.add(dirname(path));
    const link = firstLinkIn(path);
    if (link) folders.add(dirname(link.at));
    path = link?.to;
  }
  return folders;
}

/** The first part of a path that is a link, and the path with the link's target in its place. */
function firstLinkIn(path: string): { readonly at: string; readonly to: string } | undefined {
  const { root } = parse(path);
  const parts = path.slice(root.length).split(/[\\/]/);
  for (let n = 1; n <= parts.length; n++) {
    const at = join(root, ...parts.slice(0, n));
    if (isLink(at)) return { at, to: resolve(dirname(at), readlinkSync(at), ...parts.slice(n)) };
  }
  return undefined;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
