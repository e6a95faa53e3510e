import { performance } from "node:perf_hooks";
import { notAllowed } from "../ports/notifier.js";
import { bareHost, isAllowed, isControlPath, type TargetKind, targetKindOf } from "./guard.js";
import { type Resolve, remembering, resolveByMachine } from "./resolve.js";

export interface NotifyTargetOptions {
  /** Public hosts that may be called. `all` allows every host. */
  readonly allow?: readonly string[] | undefined;
  /** The sandbox's own origins that are known so far. Its control API is never notified. */
  readonly own?: (() => readonly string[]) | undefined;
  readonly resolve?: Resolve | undefined;
}

/** Decides which addresses may be called. Resolves names, but sends nothing. */
export class Targets {
  readonly #options: NotifyTargetOptions;
  readonly #resolve: Resolve;

  constructor(options: NotifyTargetOptions) {
    this.#options = options;
    this.#resolve = remembering(options.resolve ?? resolveByMachine, () => performance.now());
  }

  async look(url: URL): Promise<TargetKind> {
    const host = bareHost(url.hostname);
    const target = targetKindOf(host, await this.#resolve(host));
    if (target.kind === "refused") return target;
    if (isControlPath(url.pathname) && this.#isOwn(url, target))
      return { kind: "refused", why: "it is the sandbox's own control API" };
    if (target.kind === "public" && !isAllowed(host, this.#options.allow ?? []))
      return { kind: "held", why: notAllowed(host) };
    return target;
  }

  /** Any loopback or private address with the sandbox's port counts as its own, because a machine has many names. */
  #isOwn(url: URL, target: TargetKind): boolean {
    return (this.#options.own?.() ?? []).some((origin) => {
      const own = new URL(origin);
      return own.host === url.host || (target.kind === "private" && portOf(own) === portOf(url));
    });
  }
}

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");
