import { rootCertificates } from "node:tls";
import type { Agent } from "undici";
import { lateLoad } from "../package/late-load.js";
import { checkedLookup, type Resolve } from "./resolve.js";

interface ConnectionOptions {
  readonly resolve: Resolve;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** Loads the HTTP client. */
  readonly load?: () => Promise<Pick<typeof import("undici"), "Agent">>;
}

/** How long an idle connection is kept: shorter than shops' servers keep it, so that none is closed as it is used again. */
const IDLE_MS = 1000;

/** Kept-alive connections: one set to places near by, one to the public hosts that were allowed. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #agents: Agent[] = [];
  readonly #nearby: () => Promise<Agent>;
  readonly #public: () => Promise<Agent>;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { ca } = options;
    const what = "the HTTP client";
    this.#nearby = lateLoad(what, () => this.#open({ rejectUnauthorized: false }, false));
    this.#public = lateLoad(what, () => this.#open(ca === undefined ? {} : { ca: [...rootCertificates, ca] }, true));
  }

  agent(isPublic: boolean): Promise<Agent> {
    return isPublic ? this.#public() : this.#nearby();
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
  }

  async #open(tls: { rejectUnauthorized?: boolean; ca?: string[] }, mayBePublic: boolean): Promise<Agent> {
    const { resolve, timeoutMs, load = loadClient } = this.#options;
    const { Agent } = await load();
    const agent = new Agent({
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // The attempt as a whole has its own limit.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { ...tls, timeout: timeoutMs, lookup: checkedLookup(resolve, mayBePublic) },
    });
    this.#agents.push(agent);
    return agent;
  }
}

/** Imported when the first notification leaves: it takes 80 ms that the start has not. */
async function loadClient(): Promise<Pick<typeof import("undici"), "Agent">> {
  const undici = await import("undici");
  // A bundle splits CommonJS off with a default export alone.
  return undici.Agent ? undici : (undici as unknown as { default: typeof undici }).default;
}
