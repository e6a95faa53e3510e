import type { KeyObject } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Agent } from "undici";
import { defaultPolicy, type Policy } from "../../core/facts/assumptions.js";
import { forgedTexts } from "../../core/scenario/effects/forgeries.js";
import { attemptCure } from "../ports/attempt-failures.js";
import type { Log } from "../ports/log.js";
import { type Delivery, type Notifier, nothingSent } from "../ports/notifier.js";
import type { OutboxEntry } from "../ports/outbox.js";
import { firstOf, TIMED_OUT, whyNot, whyUnended } from "./answer.js";
import { Connections } from "./connections.js";
import { networkFailureOf } from "./failure.js";
import type { TargetKind } from "./guard.js";
import { payloadOf } from "./payload.js";
import { resolveByMachine } from "./resolve.js";
import { Signer } from "./signer.js";
import { type NotifyTargetOptions, Targets } from "./targets.js";

export interface HttpNotifierOptions extends NotifyTargetOptions {
  /** The service's private key. */
  readonly key: KeyObject;
  readonly log: Log;
  /** The time limit for one attempt, in milliseconds of real time. */
  readonly timeoutMs?: number | undefined;
  /** PEM of a CA to trust in addition to the usual ones. */
  readonly ca?: string | undefined;
}

/** The target of a request, and the answer that acknowledges it. */
interface Addressed {
  readonly url: URL;
  readonly agent: Agent;
  readonly policy: Pick<Policy, "acknowledgement">;
  /** If aborted, the attempt ends as if it had timed out. */
  readonly givingUp: AbortSignal | undefined;
  readonly traceparent: string | undefined;
}

const TIMEOUT_MS = 15_000;

/** Sends notifications over HTTP. All lanes share one notifier, so that they share kept-alive connections. */
export class HttpNotifier implements Notifier {
  readonly #options: HttpNotifierOptions;
  readonly #timeoutMs: number;
  readonly #targets: Targets;
  readonly #connections: Connections;
  readonly #signer: Signer;
  #saidUnverified = false;

  constructor(options: HttpNotifierOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#targets = new Targets(options);
    this.#signer = new Signer(options.key);
    this.#connections = new Connections({
      resolve: options.resolve ?? resolveByMachine,
      ca: options.ca,
      timeoutMs: this.#timeoutMs,
    });
  }

  async deliver(
    entry: OutboxEntry,
    policy: Pick<Policy, "acknowledgement"> = defaultPolicy,
    givingUp?: AbortSignal,
  ): Promise<Delivery> {
    const url = new URL(entry.url);
    const target = await this.#targets.look(url);
    if ("why" in target) return { ...nothingSent, verdict: target.kind, why: target.why };
    this.#sayUnverified(url, target);
    // Loads the code first, because loading must not count towards the first attempt's time limit.
    const agent = await this.#connections.agent(target.kind === "public");
    const { traceparent, forge } = entry.effects;
    const payload = await payloadOf(entry, this.#signer);
    const delivery = await this.#post({ url, agent, policy, givingUp, traceparent }, payload);
    if (forge === undefined || delivery.status === null || delivery.why === null) return delivery;
    const why = `forged on purpose (${forgedTexts[forge]}), and refused: right`;
    return { ...delivery, why, advice: undefined };
  }

  async visit(address: string): Promise<number | null> {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    const target = await this.#targets.look(url);
    if ("why" in target) return null;
    try {
      const agent = await this.#connections.agent(target.kind === "public");
      const signal = AbortSignal.timeout(this.#timeoutMs);
      return (await shopAnswer(agent, url, { method: "GET", headers: { accept: "text/html" }, signal })).status;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  #sayUnverified(url: URL, target: TargetKind): void {
    if (this.#saidUnverified || url.protocol !== "https:" || target.kind !== "private") return;
    this.#saidUnverified = true;
    this.#options.log.info("certificates of loopback and private targets are not verified (logged once)");
  }

  async #post({ url, agent, policy, givingUp, traceparent }: Addressed, request: string): Promise<Delivery> {
    const started = performance.now();
    const abort = new AbortController();
    const giveUp = () => abort.abort(timedOut());
    const timer = setTimeout(giveUp, this.#timeoutMs);
    if (givingUp?.aborted) giveUp();
    givingUp?.addEventListener("abort", giveUp);
    const took = (): number => Math.round(performance.now() - started);
    try {
      const headers = { "content-type": "application/json", ...(traceparent !== undefined && { traceparent }) };
      const options = { method: "POST", headers, body: request, signal: abort.signal } as const;
      const { status, ...part } = await shopAnswer(agent, url, options);
      const { text, whole } = part;
      const why =
        part.brokenBy === undefined
          ? whyNot(status, text, whole, text === "OK" ? "trimmed" : policy.acknowledgement)
          : whyUnended(status, part, this.#timeoutMs);
      return {
        verdict: why === null ? "acknowledged" : "failed",
        request,
        status,
        body: text,
        durationMs: took(),
        why,
        advice: why === null ? undefined : attemptCure({ status, why, body: text }),
        isGivenUp: givingUp?.aborted,
      };
    } catch (error) {
      const failure = networkFailureOf(error, url, this.#timeoutMs);
      return {
        ...nothingSent,
        verdict: "failed",
        request,
        durationMs: took(),
        isGivenUp: givingUp?.aborted,
        ...failure,
      };
    } finally {
      clearTimeout(timer);
      givingUp?.removeEventListener("abort", giveUp);
    }
  }
}

const timedOut = (): Error => Object.assign(new Error("the attempt took too long"), { code: TIMED_OUT });

interface RequestOptions {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends a request. Returns the status and the start of the answer. */
async function shopAnswer(agent: Agent, url: URL, { headers, ...options }: RequestOptions) {
  const { statusCode: status, body } = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    headers: { ...headers, "user-agent": "payment-sandbox", ...authorization(url) },
    ...options,
  });
  return { status, ...(await firstOf(body)) };
}

/** A user and password in the address are for the shop's server (basic authentication). */
function authorization({ username, password }: URL): { authorization?: string } {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}
