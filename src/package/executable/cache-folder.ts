import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

export interface CachePlace {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly temporary: string;
  readonly uid: number | undefined;
}

/** The data about this process and its user. */
export const here = (): CachePlace => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  temporary: tmpdir(),
  uid: process.getuid?.(),
});

/**
 * Folders in which an executable may unpack itself, best first. A user without a home folder gets the temporary
 * folder.
 */
export function cacheFolders(place: CachePlace): readonly string[] {
  return [cacheOfUser(place), join(place.temporary, `payment-sandbox-${place.uid ?? "cache"}`)];
}

function cacheOfUser({ platform, env, home }: CachePlace): string {
  const chosen = env.XDG_CACHE_HOME;
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, "payment-sandbox");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "payment-sandbox", "cache");
  if (platform === "darwin") return join(home, "Library", "Caches", "payment-sandbox");
  return join(home, ".cache", "payment-sandbox");
}
