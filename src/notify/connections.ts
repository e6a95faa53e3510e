import { rootCertificates } from "node:tls";
import type { Agent } from "undici";
import { checkedLookup, type Resolve } from "./resolve.js";

interface ConnectionOptions {
  readonly resolve: Resolve;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

/** How long an idle connection is kept: shorter than shops' servers keep it, so that none is closed as it is used again. */
const IDLE_MS = 1000;

/** Kept-alive connections: one set to places near by, one to the public hosts that were allowed. */
export class Connections {
  readonly #options: ConnectionOptions;
  #nearby: Promise<Agent> | undefined;
  #public: Promise<Agent> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  agent(isPublic: boolean): Promise<Agent> {
    const { ca } = this.#options;
    if (isPublic) this.#public ??= this.#open(ca === undefined ? {} : { ca: [...rootCertificates, ca] }, true);
    else this.#nearby ??= this.#open({ rejectUnauthorized: false }, false);
    return (isPublic ? this.#public : this.#nearby) as Promise<Agent>;
  }

  async close(): Promise<void> {
    const open = await Promise.all([this.#nearby, this.#public]);
    await Promise.all(open.map((agent) => agent?.destroy()));
  }

  async #open(tls: { rejectUnauthorized?: boolean; ca?: string[] }, mayBePublic: boolean): Promise<Agent> {
    // Imported when the first notification leaves: it takes 80 ms that the start has not.
    const undici = await import("undici");
    // A bundle splits CommonJS off with a default export alone.
    const Agent = undici.Agent ?? (undici as unknown as { default: typeof undici }).default.Agent;
    const { resolve, timeoutMs } = this.#options;
    return new Agent({
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // The attempt as a whole has its own limit.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { ...tls, timeout: timeoutMs, lookup: checkedLookup(resolve, mayBePublic) },
    });
  }
}
