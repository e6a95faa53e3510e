import { demoPrivateKey, demoPublicKey } from "../package/demo-keys.js";
import { requireNode } from "../package/node.js";
import { ControlClient } from "./control-client.js";
import { fetchOfSandbox } from "./in-process.js";
import { laneClient } from "./lane-client.js";
import type { Sandbox, SandboxOptions } from "./types.js";

/** Starts a sandbox inside this process; resolves when it answers. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireNode();
  // Loaded here, so that importing the package costs nothing until a sandbox is wanted.
  const [{ startServer, isLoopback }, { isLaneName }, { logOf, settingsOf }] = await Promise.all([
    import("../server/server.js"),
    import("../server/lanes.js"),
    import("./settings-of.js"),
  ]);
  const settings = await settingsOf(options);
  const server = await startServer(settings, logOf(options));
  // `baseUrl` may be an address that only others can reach.
  const host = options.host === undefined || isLoopback(options.host) ? "localhost" : hereAs(options.host);
  const here = `${settings.https ? "https" : "http"}://${host}:${server.port}`;
  // This process need not trust the certificate of its own sandbox.
  const target = { base: here, adminToken: server.adminToken, fetch: settings.https ? server.fetch : undefined };
  const api = new ControlClient(target);
  return {
    url: server.url,
    lane: async (name = "default", { seed } = {}) => {
      if (!isLaneName(name)) throw new Error(`${name} is no lane's name: letters, digits, '.', '_' and '-', up to 64`);
      const lane = seed === undefined ? await server.lanes.ready(name) : await server.lanes.create(name, seed);
      return laneClient(
        name,
        lane.baseUrl,
        new ControlClient({ ...target, base: `${here}/lane/${name}` }),
        server.fetch,
      );
    },
    fetch: fetchOfSandbox(server.fetch),
    keys: { privateKey: demoPrivateKey(), publicKey: demoPublicKey() },
    notificationPublicKey: async () => (await api.call("GET /keys", {})).notificationPublicKey,
    stop: server.stop,
    [Symbol.asyncDispose]: server.stop,
  };
}

/** How a server that listens everywhere, or on one address, is called from its own machine. */
const hereAs = (host: string): string =>
  host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
