import { isName, NAME_RULE } from "../app/ports/name.js";
import { demoPrivateKey, demoPublicKey } from "../package/demo-keys.js";
import { requireNode } from "../package/node.js";
import { ControlClient } from "./control-client.js";
import { fetchOfSandbox } from "./in-process.js";
import { laneClient } from "./lane-client.js";
import type { Sandbox, SandboxOptions } from "./types.js";

/**
 * Starts a sandbox inside this process. Resolves once it answers.
 *
 * ```ts
 * await using sandbox = await startSandbox();
 * const lane = await sandbox.lane("refunds");
 * await lane.force({ when: { operation: "hosted-checkout/refund" }, then: { outcome: "system-error" } });
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireNode();
  // Loaded on demand, so that importing the package is fast.
  const [{ startServer }, { isOnlyLocal }, { logOf, settingsOf }] = await Promise.all([
    import("../server/server.js"),
    import("../server/http/tokens.js"),
    import("./settings-of.js"),
  ]);
  const settings = await settingsOf(options);
  const server = await startServer(settings, logOf(options));
  // Doesn't use `baseUrl`, because it may be an address that only others can reach.
  const host = isOnlyLocal(options.host) ? "localhost" : hereAs(options.host!);
  const here = `${settings.https ? "https" : "http"}://${host}:${server.port}`;
  // The sandbox runs in this process, so its certificate needn't be trusted.
  const target = { base: here, adminToken: server.adminToken, fetch: settings.https ? server.fetch : undefined };
  const api = new ControlClient(target);
  return {
    url: server.url,
    lane: async (name = "default", { seed } = {}) => {
      if (!isName(name)) throw new Error(`${name} is no lane's name: use ${NAME_RULE}`);
      const lane = seed === undefined ? await server.lanes.ready(name) : await server.lanes.create(name, seed);
      return laneClient(name, lane.baseUrl, api.ofLane(name), server.fetch);
    },
    fetch: fetchOfSandbox(server.fetch),
    keys: { privateKey: demoPrivateKey(), publicKey: demoPublicKey() },
    notificationPublicKey: async () => (await api.call("GET /keys", {})).notificationPublicKey,
    stop: server.stop,
    [Symbol.asyncDispose]: server.stop,
  };
}

/** The host with which this machine can call a server that listens on all addresses, or on a given one. */
const hereAs = (host: string): string =>
  host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
