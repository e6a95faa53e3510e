import type { Log, LogFacts } from "../ports/log.js";
import type { Notifier } from "../ports/notifier.js";
import { isHttp } from "./notification.js";

/** So many addresses of a lane are remembered. */
const KNOWN_MAX = 1000;
/** Where an address begins: what follows differs from order to order. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Looks at the addresses that shops want to be notified at, before anything is sent there. */
export class GivenAddresses {
  readonly #known = new Set<string>();
  readonly #log: Log;
  readonly #notifier: Notifier;

  constructor(log: Log, notifier: Notifier) {
    this.#log = log;
    this.#notifier = notifier;
  }

  /** To be called when one is given: says once where nothing can be sent to such an address, some time after. Never throws. */
  given(url: string, who: string, facts: LogFacts): void {
    // The way to the control API is the one path that matters.
    const key = url.includes("_sandbox") ? url : (ORIGIN.exec(url)?.[0] ?? url);
    if (this.#known.has(key)) return;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.add(key);
    void this.#look(url, who, facts);
  }

  async #look(url: string, who: string, facts: LogFacts): Promise<void> {
    // A look that failed says nothing: the attempt to notify tells why it did.
    const why = isHttp(url) ? await this.#notifier.objection?.(url).catch(() => undefined) : "no HTTP address";
    if (why !== undefined)
      this.#log.warn(`${who} can notify nobody at ${url}: ${why} (said once for such an address)`, facts);
  }
}
