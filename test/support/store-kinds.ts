import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../../src/lane/ports/log.js";
import type { Settings } from "../../src/server/options/settings.js";
import { type RunningServer, startServer } from "../../src/server/server.js";
import { balancer } from "./balancer.js";
import { testStore } from "./postgres.js";

/** Where the lanes of a test are kept. STORE=<kind> npm run test:system chooses for test/server/payment-api and test/engine; CI runs test/lane/store/matrix. */
export type StoreKind = "sqlite-memory" | "sqlite-file" | "postgres" | "two-nodes";

interface Started {
  readonly server: RunningServer;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A server on the store that was chosen, unless the test itself says where its lanes are. */
export async function startChosen(settings: Settings, log: Log): Promise<Started> {
  const kind = settings.dataDir ?? settings.store ?? process.env.STORE ?? "sqlite-memory";
  switch (kind as StoreKind) {
    case "sqlite-file":
      return inFolder(settings, log);
    case "postgres":
      return alone({ ...settings, store: await testStore() }, log);
    case "two-nodes":
      return twoNodes({ ...settings, store: await testStore() }, log);
    default:
      return alone(settings, log);
  }
}

async function alone(settings: Settings, log: Log): Promise<Started> {
  const server = await startServer(settings, log);
  return { server, url: server.url, stop: () => server.stop() };
}

async function inFolder(settings: Settings, log: Log): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-test-"));
  const { server, url, stop } = await alone({ ...settings, dataDir: folder }, log);
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { server, url, stop: end };
}

/** Two nodes behind a load balancer that draws one for each request. */
async function twoNodes(settings: Settings, log: Log): Promise<Started> {
  const lb = await balancer([]);
  const nodes = [
    await startServer({ ...settings, baseUrl: lb.url }, log),
    await startServer({ ...settings, baseUrl: lb.url }, log),
  ] as const;
  lb.set(nodes.map(({ port }) => `http://127.0.0.1:${port}`));
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await lb[Symbol.asyncDispose]();
  };
  return { server: nodes[0], url: lb.url, stop };
}
