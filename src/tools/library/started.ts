import { CannotStart, InvalidInput } from "../../package/errors.js";
import { type RunningServer, startServer } from "../../server/server.js";
import type { ControlTarget } from "./control-client.js";
import { withMemberNames, withOptionNames } from "./member-names.js";
import { logOf, settingsOf } from "./settings-of.js";
import type { SandboxOptions } from "./types.js";

/** Starts a server with the library's options, and says how this machine calls it. */
export async function startedServer(
  options: SandboxOptions,
): Promise<{ readonly server: RunningServer; readonly target: ControlTarget }> {
  const server = await settingsOf(options)
    .then((settings) => startServer(settings, logOf(options)))
    .catch((error) => {
      throw error instanceof CannotStart
        ? new CannotStart(withMemberNames(error.message), { cause: error.cause })
        : error instanceof InvalidInput
          ? new InvalidInput(error.lines.map(withOptionNames))
          : error;
    });
  // Without a socket: a call takes half of the CPU so, and a certificate needn't be trusted.
  return { server, target: { base: server.hereUrl, adminToken: server.adminToken, fetch: server.fetch } };
}
