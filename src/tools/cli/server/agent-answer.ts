import { isOnlyLocal } from "../../../server/http/tokens.js";
import type { Settings } from "../../../server/options/settings.js";
import type { ServerHooks } from "../../../server/server.js";

/**
 * Answers agents at /_sandbox/mcp, with the token of each call. Offers tools that run commands only on loopback, and
 * only if the sandbox isn't shared by tokens. Otherwise others could run commands as this user.
 */
export function agentAnswer(settings: Settings): NonNullable<ServerHooks["mcp"]> {
  const { host, adminToken, adminTokens, adminTokensFile } = settings;
  const hasTokens = adminToken !== undefined || adminTokens.length > 0 || adminTokensFile !== undefined;
  const mayRun = isOnlyLocal(host) && !hasTokens;
  return async (request, { base, fetch }) => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
    const { answerHttp } = await import("../../mcp/serve-http.js");
    return answerHttp(request, { settings, mayRun, target: { base, adminToken: bearer, fetch } });
  };
}
