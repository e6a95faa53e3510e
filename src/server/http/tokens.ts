import { randomBytes } from "node:crypto";
import type { Log } from "../../lane/ports/log.js";
import { isLoopback } from "../../package/loopback.js";
import { ALL_LANES } from "../control-api/access/admin-token.js";
import type { Lanes } from "../lanes/lanes.js";
import { Quotas } from "../lanes/quotas.js";
import type { Settings } from "../options/settings.js";
import type { AppOptions } from "./routes.js";

/**
 * The token that opens all lanes. If callers need a token, there is always one, generated if necessary. A team's token, such as
 * in the environment of its shell, is none.
 */
export function adminTokenOf({ host, adminToken, adminTokens, adminTokensFile }: Settings): string | undefined {
  const isOfTeam = adminTokens.some(({ token, lanes }) => token === adminToken && lanes !== ALL_LANES);
  const ofAll = (isOfTeam ? undefined : adminToken) ?? adminTokens.find(({ lanes }) => lanes === ALL_LANES)?.token;
  const isOpen = adminTokens.length === 0 && adminTokensFile === undefined && isOnlyLocal(host);
  return ofAll ?? (isOpen ? undefined : randomBytes(24).toString("base64url"));
}

/** The tokens that are valid now. If the token file no longer contains the admin token, it isn't valid any more. */
export async function tokensOf(
  settings: Settings,
  adminToken: string | undefined,
  log: Log,
): Promise<AppOptions["tokens"]> {
  if (adminToken === undefined) return undefined;
  const { adminTokens: tokens, adminTokensFile: path } = settings;
  const isListed = settings.adminToken === undefined && tokens.some(({ token }) => token === adminToken);
  const own = isListed ? [] : [{ name: "admin", token: adminToken, lanes: ALL_LANES }];
  // A team's token opens its lanes alone, also if it was given as the admin token.
  if (path === undefined) return () => [...tokens, ...own];
  const { liveAdminTokens } = await import("../options/admin-tokens-file.js");
  const current = liveAdminTokens({ path, tokens, now: () => Date.now(), log });
  return () => [...current(), ...own];
}

/** Undefined if no team has a quota, or may get one. */
export function quotasOf(
  { adminTokens, adminTokensFile }: Settings,
  tokens: AppOptions["tokens"],
  lanes: Lanes,
  log: Log,
): Quotas | undefined {
  const isPossible = adminTokensFile !== undefined || adminTokens.some(({ quota }) => quota !== undefined);
  if (!tokens || !isPossible) return undefined;
  return new Quotas({ tokens, usage: () => lanes.usage(), now: () => Date.now(), log });
}

/** True if only this machine can call. */
export const isOnlyLocal = (host: string | undefined): boolean => host === undefined || isLoopback(host);
