import { CannotStart } from "../../package/errors.js";
import { isOnlyLocal } from "../../server/http/tokens.js";
import { type RunningServer, startServer } from "../../server/server.js";
import type { ControlTarget } from "./control-client.js";
import { withMemberNames } from "./member-names.js";
import { logOf, settingsOf } from "./settings-of.js";
import type { SandboxOptions } from "./types.js";

/** Starts a server with the library's options, and says how this machine calls it. */
export async function startedServer(
  options: SandboxOptions,
): Promise<{ readonly server: RunningServer; readonly target: ControlTarget }> {
  const settings = await settingsOf(options);
  const server = await startServer(settings, logOf(options)).catch((error) => {
    throw error instanceof CannotStart
      ? new CannotStart(withMemberNames(error.message), { cause: error.cause })
      : error;
  });
  // Doesn't use `baseUrl`, because it may be an address that only others can reach.
  const host = isOnlyLocal(options.host) ? "localhost" : hereAs(options.host!);
  const base = `${settings.https ? "https" : "http"}://${host}:${server.port}`;
  // Without a socket: a call takes half of the CPU so, and a certificate needn't be trusted.
  return { server, target: { base, adminToken: server.adminToken, fetch: server.fetch } };
}

/** The host with which this machine can call a server that listens on all addresses, or on a given one. */
const hereAs = (host: string): string =>
  host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
