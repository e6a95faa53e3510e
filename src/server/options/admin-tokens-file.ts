import { statSync } from "node:fs";
import type { Log } from "../../lane/ports/log.js";
import { canMeet, fitsPattern } from "../../lane/ports/name.js";
import { type AdminTokenSetting, adminTokenList } from "./members.js";
import { readStrictFile } from "./strict-file.js";

/**
 * The minimum time between two checks of the file. If the file changed more recently than this, somebody may still be
 * writing it, so a later check reads it.
 */
const LOOK_MS = 1000;

/** Reads a file of tokens, strictly. Throws InvalidInput. Its messages contain no token, because they are logged. */
export const readAdminTokens = (path: string): readonly AdminTokenSetting[] =>
  readStrictFile({
    path,
    shown: path,
    schema: adminTokenList(),
    atLeast: "a list of tokens",
    missing: `adminTokens: there is no file ${path}`,
    hidesValues: true,
  }).value;

/** A warning for each token that opens lanes of another team, too, as `shop-*` opens those of `shop-eu-*`. */
export const sharedLanes = (tokens: readonly AdminTokenSetting[]): readonly string[] =>
  tokens.flatMap(({ name, lanes }, n) => {
    // Two teams are told of once: by the wider pattern, else by the first.
    const isTold = (other: string, at: number) =>
      other !== "*" &&
      other !== lanes &&
      (fitsPattern(lanes, other) || (n < at && !fitsPattern(other, lanes) && canMeet(lanes, other)));
    const others = lanes === "*" ? [] : tokens.filter((other, at) => isTold(other.lanes, at));
    if (others.length === 0) return [];
    const opened = [...new Set(others.map((other) => `${other.name} (${other.lanes})`))].join(", ");
    return [
      `the token ${name} (${lanes}) also opens lanes of ${opened}: let each team's pattern begin as no other's does, such as ${lanes.replace(/[-._]?\*.*$/, "") || "shop"}.*`,
    ];
  });

interface LiveOptions {
  readonly path: string;
  /** The tokens that were read at start. */
  readonly tokens: readonly AdminTokenSetting[];
  /** Milliseconds of the real clock. */
  readonly now: () => number;
  readonly log: Log;
}

/** The tokens of a file that may change. If the file becomes invalid, keeps the old tokens and logs that once. */
export function liveAdminTokens({ path, tokens, now, log }: LiveOptions): () => readonly AdminTokenSetting[] {
  let current = tokens;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Undefined, so that the first check reads the file: it may have changed since the start. */
  let known: string | undefined;
  const look = (): void => {
    const { stamp, changedAt } = fileStamp(path);
    if (stamp === known || Math.abs(now() - changedAt) < LOOK_MS) return;
    try {
      const read = readAdminTokens(path);
      if (fileStamp(path).stamp !== stamp) return;
      if (known !== undefined) log.info("adminTokens were read again", { file: path, tokens: read.length });
      if (known !== undefined) for (const warning of sharedLanes(read)) log.warn(warning);
      current = read;
    } catch (error) {
      log.warn(`the admin tokens stay as they are: ${(error as Error).message}`);
    }
    known = stamp;
  };
  return () => {
    if (Math.abs(now() - lookedAt) >= LOOK_MS) {
      lookedAt = now();
      look();
    }
    return current;
  };
}

/** Identifies the file's contents. Kubernetes replaces a link, and an editor may keep the size. */
function fileStamp(path: string): { readonly stamp: string; readonly changedAt: number } {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return { stamp: `${ino} ${size} ${mtimeMs}`, changedAt: mtimeMs };
  } catch {
    return { stamp: "none", changedAt: 0 };
  }
}
