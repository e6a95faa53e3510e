import { silentLog } from "./app/log.js";
import { defaultSettings } from "./config.js";
import { type RunningServer, startServer } from "./server.js";

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly seed?: number;
}

export interface SandboxLane {
  readonly name: string;
  /** The base_url for the code under test. */
  readonly url: string;
}

export interface Sandbox extends AsyncDisposable {
  readonly url: string;
  lane(name: string): Promise<SandboxLane>;
  stop(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const server: RunningServer = await startServer({ ...defaultSettings, port: 0, ...options }, silentLog);
  return {
    url: server.url,
    lane: async (name) => {
      const lane = await server.lanes.ready(name);
      return { name, url: lane.baseUrl };
    },
    stop: server.stop,
    [Symbol.asyncDispose]: server.stop,
  };
}
