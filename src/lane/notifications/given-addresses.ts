import { setTimeout as pause } from "node:timers/promises";
import type { Log, LogFacts } from "../ports/log.js";
import type { Notifier } from "../ports/notifier.js";
import { isHttp, MOST_PORT, notHttp } from "./notification.js";

/** How many addresses are remembered per lane. */
const KNOWN_MAX = 1000;
/** The origin of an address. The rest often differs from order to order. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
/** Nothing stands in the way of these, so nobody waits for the look at them. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/i;
/** A call waits for the look at an address at most this long, in milliseconds of real time. */
const LOOK_MS = 500;

interface Known {
  /** Why nothing can be sent there, once that is known. */
  why?: string | undefined;
  isLogged?: true;
  readonly looked: Promise<void>;
}

/** Checks the notification addresses that shops give, before anything is sent there. */
export class GivenAddresses {
  readonly #known = new Map<string, Known>();
  readonly #log: Log;
  readonly #notifier: Notifier;

  constructor(log: Log, notifier: Notifier) {
    this.#log = log;
    this.#notifier = notifier;
  }

  /** True unless `look` should come before `objection`. */
  isKnown(url: string): boolean {
    return isNear(url) || this.#known.has(keyOf(url));
  }

  /** Why nothing can be sent there. Undefined if nothing stands in the way, or if that took too long to find out. */
  objection(url: string): string | undefined {
    return this.#known.get(keyOf(url))?.why;
  }

  /** Looks at an address, which may resolve its host. Never throws. */
  async look(url: string): Promise<void> {
    await Promise.race([this.#of(url).looked, pause(LOOK_MS, undefined, { ref: false })]);
  }

  /** Call this for each given address. It soon logs once if nothing can be sent there. Never throws. */
  given(url: string, who: string, facts: LogFacts): void {
    if (!isNear(url)) void this.#tell(this.#of(url), { url, who, facts });
  }

  async #tell(known: Known, { url, who, facts }: { url: string; who: string; facts: LogFacts }): Promise<void> {
    await known.looked;
    if (known.why === undefined || known.isLogged) return;
    known.isLogged = true;
    this.#log.warn(`${who} cannot be notified at ${url}: ${known.why} (logged once per address)`, facts);
  }

  #of(url: string): Known {
    const key = keyOf(url);
    let known = this.#known.get(key);
    if (!known) {
      if (this.#known.size >= KNOWN_MAX) this.#known.clear();
      known = this.#looking(url);
      this.#known.set(key, known);
    }
    return known;
  }

  #looking(url: string): Known {
    const known: Known = {
      looked: this.#objectionTo(url).then((why) => {
        known.why = why;
      }),
    };
    return known;
  }

  async #objectionTo(url: string): Promise<string | undefined> {
    if (!isHttp(url)) return notHttp(url);
    // A failed look is ignored here: the notification's attempt will report the reason.
    return this.#notifier.objection?.(url).catch(() => undefined);
  }
}

/** Most calls give such an address, so it is not parsed: only its port could be wrong. */
function isNear(url: string): boolean {
  const [origin, port] = LOOPBACK.exec(keyOf(url)) ?? [];
  return origin !== undefined && Number(port ?? 0) <= MOST_PORT;
}

/** Only the path shows that an address belongs to the control API, so the key then includes it. */
const keyOf = (url: string): string => (url.includes("_sandbox") ? url : (ORIGIN.exec(url)?.[0] ?? url));

/** An address as warnings quote it: the same for all addresses of an origin, and whole if its text is the fault. */
export function shownAddress(url: string): string {
  const key = keyOf(url);
  const isWhole = isBroken(url) || url.length <= key.length + 1;
  return JSON.stringify(isWhole ? url : `${key}/...`);
}

const isBroken = (url: string): boolean => /^https?:/i.test(url) && !isHttp(url);
