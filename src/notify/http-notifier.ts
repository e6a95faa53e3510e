import type { KeyObject } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Log } from "../app/ports/log.js";
import type { Delivery, Notifier } from "../app/ports/notifier.js";
import type { OutboxEntry } from "../app/ports/outbox.js";
import { defaultPolicy, type Policy } from "../facts/assumptions.js";
import { firstOf, whyNot } from "./answer.js";
import { Connections } from "./connections.js";
import { failureOf } from "./failure.js";
import { bareHost, isAllowed, isControlPath, judge, type Target } from "./guard.js";
import { payloadOf } from "./payload.js";
import { type Resolve, remembering, resolveByMachine } from "./resolve.js";

export interface HttpNotifierOptions {
  /** The service's own private key. */
  readonly key: KeyObject;
  readonly log: Log;
  /** Real time for one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Public hosts that may be called; `all` for every one. */
  readonly allow?: readonly string[] | undefined;
  /** PEM of a CA to trust besides the usual ones. */
  readonly ca?: string | undefined;
  /** Where the sandbox itself listens: origins, as far as known by now. Its control API is never notified. */
  readonly own?: (() => readonly string[]) | undefined;
  readonly resolve?: Resolve | undefined;
}

/** Where a request goes, and which answer acknowledges it. */
interface Addressed {
  readonly url: URL;
  readonly target: Target;
  readonly policy: Pick<Policy, "acknowledgement">;
}

const TIMEOUT_MS = 15_000;

/** Sends notifications over HTTP: one for all lanes, so that connections are kept alive and shared. */
export class HttpNotifier implements Notifier {
  readonly #options: HttpNotifierOptions;
  readonly #timeoutMs: number;
  readonly #resolve: Resolve;
  readonly #connections: Connections;
  #saidUnverified = false;

  constructor(options: HttpNotifierOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const resolve = options.resolve ?? resolveByMachine;
    this.#resolve = remembering(resolve, () => performance.now());
    this.#connections = new Connections({ resolve, ca: options.ca, timeoutMs: this.#timeoutMs });
  }

  async deliver(entry: OutboxEntry, policy: Pick<Policy, "acknowledgement"> = defaultPolicy): Promise<Delivery> {
    const url = new URL(entry.url);
    const target = await this.#judge(url);
    if (target.kind === "refused") return unsent("refused", target.why);
    if (target.kind === "public" && !isAllowed(bareHost(url.hostname), this.#options.allow ?? []))
      return unsent("held", `public host, allow with --allow-notify ${bareHost(url.hostname)}`);
    this.#sayUnverified(url, target);
    return this.#post({ url, target, policy }, await payloadOf(entry, this.#options.key));
  }

  async visit(address: string): Promise<number | null> {
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol)) return null;
    const target = await this.#judge(url);
    if (target.kind === "refused") return null;
    if (target.kind === "public" && !isAllowed(bareHost(url.hostname), this.#options.allow ?? [])) return null;
    try {
      const agent = await this.#connections.agent(target.kind === "public");
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const { origin, pathname, search } = url;
      const headers = { "user-agent": "payment-sandbox", accept: "text/html", ...authorization(url) };
      const { statusCode, body } = await agent.request({
        origin,
        path: pathname + search,
        method: "GET",
        headers,
        signal,
      });
      await firstOf(body);
      return statusCode;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  async #judge(url: URL): Promise<Target> {
    const host = bareHost(url.hostname);
    const target = judge(host, await this.#resolve(host));
    if (isControlPath(url.pathname) && this.#isOwn(url, target))
      return { kind: "refused", why: "it is the sandbox's own control API" };
    return target;
  }

  /** Any address near by with the sandbox's port counts: it may go by many names. */
  #isOwn(url: URL, target: Target): boolean {
    return (this.#options.own?.() ?? []).some((origin) => {
      const own = new URL(origin);
      return own.host === url.host || (target.kind === "private" && portOf(own) === portOf(url));
    });
  }

  #sayUnverified(url: URL, target: Target): void {
    if (this.#saidUnverified || url.protocol !== "https:" || target.kind !== "private") return;
    this.#saidUnverified = true;
    this.#options.log.info("certificates of loopback and private targets are not verified (said once)");
  }

  async #post({ url, target, policy }: Addressed, request: string): Promise<Delivery> {
    const started = performance.now();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(timedOut()), this.#timeoutMs);
    const took = (): number => Math.round(performance.now() - started);
    try {
      const agent = await this.#connections.agent(target.kind === "public");
      const { statusCode: status, body } = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "payment-sandbox", ...authorization(url) },
        body: request,
        signal: abort.signal,
      });
      const { text, whole } = await firstOf(body);
      const why = whyNot(status, text, whole, text === "OK" ? "trimmed" : policy.acknowledgement);
      return {
        verdict: why === null ? "acknowledged" : "failed",
        request,
        status,
        body: text,
        durationMs: took(),
        why,
      };
    } catch (error) {
      return {
        verdict: "failed",
        request,
        status: null,
        body: "",
        durationMs: took(),
        ...failureOf(error, url, this.#timeoutMs),
      };
    } finally {
      clearTimeout(timer);
    }
  }
}

const timedOut = (): Error => Object.assign(new Error("the attempt took too long"), { code: "ETIMEDOUT" });

const unsent = (verdict: "refused" | "held", why: string): Delivery => ({
  verdict,
  request: "",
  status: null,
  body: "",
  durationMs: 0,
  why,
});

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/** A user and password in the address are meant for the shop's door. */
function authorization({ username, password }: URL): { authorization?: string } {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}
