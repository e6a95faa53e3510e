import type { Log, LogFacts } from "../ports/log.js";
import type { Notifier } from "../ports/notifier.js";
import { isHttp } from "./notification.js";

/** How many addresses are remembered per lane. */
const KNOWN_MAX = 1000;
/** The origin of an address. The rest often differs from order to order. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Checks the notification addresses that shops give, before anything is sent there. */
export class GivenAddresses {
  readonly #known = new Set<string>();
  readonly #log: Log;
  readonly #notifier: Notifier;

  constructor(log: Log, notifier: Notifier) {
    this.#log = log;
    this.#notifier = notifier;
  }

  /** Call this for each given address. It soon logs once if nothing can be sent there. Never throws. */
  given(url: string, who: string, facts: LogFacts): void {
    // Only the path shows that an address belongs to the control API, so the key then includes it.
    const key = url.includes("_sandbox") ? url : (ORIGIN.exec(url)?.[0] ?? url);
    if (this.#known.has(key)) return;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.add(key);
    void this.#look(url, who, facts);
  }

  async #look(url: string, who: string, facts: LogFacts): Promise<void> {
    // A failed lookup is ignored here: the notification's attempt will report the reason.
    const why = isHttp(url) ? await this.#notifier.objection?.(url).catch(() => undefined) : "not an HTTP address";
    if (why !== undefined)
      this.#log.warn(`${who} cannot be notified at ${url}: ${why} (logged once per address)`, facts);
  }
}
