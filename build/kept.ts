import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const homeOf = (name: string): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "payment-sandbox-clones", name);

export const isKept = (name: string): boolean => existsSync(homeOf(name));

/**
 * A folder that takes long to make, made once a machine and kept in the user's cache: clones and work trees share it.
 * Its name says all that it depends on. `make` fills an empty folder; if it throws, nothing is kept.
 */
export function kept(name: string, make: (folder: string) => void): string {
  const home = homeOf(name);
  if (existsSync(home)) return home;
  const aside = `${home}.${process.pid}`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  try {
    make(aside);
    renameSync(aside, home);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process put it there meanwhile, and may run from it already: theirs stays.
    if (!existsSync(home)) throw error;
  }
  return home;
}
