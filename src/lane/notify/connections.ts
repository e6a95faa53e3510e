import { rootCertificates } from "node:tls";
import type { Agent } from "undici";
import { lateLoad } from "../../package/late-load.js";
import { checkedLookup, type Resolve } from "./resolve.js";

interface ConnectionOptions {
  readonly resolve: Resolve;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** Loads the HTTP client. */
  readonly load?: () => Promise<Pick<typeof import("undici"), "Agent">>;
}

/**
 * How long to keep an idle connection. Shorter than in shops' servers, so that a server never closes a connection
 * that is about to be reused.
 */
const IDLE_MS = 1000;

/** Pools of kept-alive connections: one for this machine and private networks, one for allowed public hosts. */
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
      // No limit here, because the whole attempt has one.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { ...tls, timeout: timeoutMs, lookup: checkedLookup(resolve, mayBePublic) },
    });
    this.#agents.push(agent);
    return agent;
  }
}

/** Imported with the first notification, because it takes 80 ms, too long for the start. */
async function loadClient(): Promise<Pick<typeof import("undici"), "Agent">> {
  const undici = await import("undici");
  // In a bundle, a CommonJS module may have only a default export.
  return undici.Agent ? undici : (undici as unknown as { default: typeof undici }).default;
}
