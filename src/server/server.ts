import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { publicForms } from "../core/signing/keys.js";
import { loadMagic } from "../lane/catalogue/magic.js";
import { catalogueNames, meantScenario, readCatalogue } from "../lane/catalogue/scenario-files.js";
import type { Lane } from "../lane/lane.js";
import type { LaneStorage } from "../lane/ports/lane-storage.js";
import type { Log } from "../lane/ports/log.js";
import { DEFAULT_LANE } from "../lane/ports/name.js";
import { isDefect, QuotaExceeded } from "../lane/ports/store-errors.js";
import { GivenRefused } from "../lane/scenarios/given.js";
import { CannotStart, InvalidInput } from "../package/errors.js";
import { packageRoot, packageText } from "../package/files.js";
import { NotLoaded } from "../package/late-load.js";
import { once } from "../package/once.js";
import { version } from "../package/version.js";
import { signAsDemo } from "./demo-signer.js";
import { accessOf, type RefusalBody } from "./http/access.js";
import { Drain, type Drained } from "./http/drain.js";
import type { InProcessFetch } from "./http/in-process.js";
import { isOfEndpoint, isProbe, type LazyRoutes, lazyNotifier, lazyRoutes } from "./http/lazy-parts.js";
import { closeServers, hostHere, listen, type ServerAnswer } from "./http/listen.js";
import type { AppOptions } from "./http/routes.js";
import { adminTokenOf, quotasOf, tokensOf } from "./http/tokens.js";
import { warnOfUnreadable } from "./http/unreadable.js";
import type { LaneHooks } from "./lanes/lane-opener.js";
import { basePathCutter, pathIn, splitLane } from "./lanes/lane-path.js";
import { Lanes } from "./lanes/lanes.js";
import type { Quotas } from "./lanes/quotas.js";
import type { Measured } from "./metrics.js";
import type { Settings } from "./options/settings.js";
import type { CallWatch, CallWatcher } from "./payment-api/http/answer-call.js";
import { countRequest } from "./payment-api/http/arrival.js";
import { CallCounts } from "./payment-api/http/call-counts.js";
import { answerNode } from "./payment-api/http/node-adapter.js";
import { PaymentApi } from "./payment-api/http/payment-api.js";
import { openStorage, storedNow } from "./storage.js";

export { CannotStart };

/** A running sandbox. */
export interface RunningServer {
  /** The base_url of the default lane, without a trailing slash. */
  readonly url: string;
  /** The same as this machine reaches it: `url` may be an address that only others can reach (`--base-url`). */
  readonly hereUrl: string;
  readonly port: number;
  /** The seed of the default lane. */
  readonly seed: number;
  /** The file of the certificate that clients must trust. Only over HTTPS with the sandbox's own CA. */
  readonly caFile: string | undefined;
  readonly lanes: Lanes;
  /** The bearer token that opens all lanes. Undefined if the control API needs no token. */
  readonly adminToken: string | undefined;
  /** Answers without a socket. The path decides, as in a call of `url`. */
  readonly fetch: InProcessFetch;
  /** Finishes pending answers and closes, within two seconds. */
  stop(): Promise<void>;
  /**
   * Reports "not ready" at once, answers pending requests for up to `graceMs` while it still listens, and then stops.
   */
  drain(graceMs: number): Promise<Drained>;
}

/** Hooks for reporting a server's events. */
export interface ServerHooks extends LaneHooks {
  /** A text of this sandbox's own, which `GET /livez` answers as X-Sandbox-Instance. */
  readonly instance?: string;
  /** Called for each answered call of the payment API. */
  readonly answered?: CallWatcher | undefined;
  /** Called for each connection that a rule cut, once its client has noticed or has given up. */
  readonly wasCut?: CallWatch["wasCut"];
  /** Answers agents at /_sandbox/mcp. Its `fetch` calls this server without a socket. */
  readonly mcp?: (
    request: Request,
    target: { readonly base: string; readonly fetch: InProcessFetch },
  ) => Promise<Response>;
  /** Called for each request below /_sandbox. */
  readonly controlled?: () => void;
  /** Called for each request whose Host, Origin or lane's name is refused. */
  readonly turnedAway?: (refusal: RefusalBody) => void;
  /** Called once at the start, with a function that reads the metrics. */
  readonly measured?: (read: () => Promise<Measured>) => void;
  /** Called before an answer is sent. The answer waits for the promise, if there is one. */
  readonly hold?: CallWatch["hold"];
}

/** Starts a server. Resolves once it answers. Throws CannotStart with a reason in one line. */
export async function startServer(settings: Settings, log: Log, hooks?: ServerHooks): Promise<RunningServer> {
  const storage = await openStorage(settings, log);
  let url = "";
  const privateKey = () =>
    createPrivateKey(settings.notificationKey ?? packageText("fixtures/keys/notification.private.pem"));
  const notifier = lazyNotifier({ settings, log, privateKey, ownUrl: () => url });
  const magic = settings.magic ? loadMagic : undefined;
  let lanes: Lanes | undefined;
  let servers: readonly Server[] = [];
  try {
    lanes = await Lanes.open({ settings, log, notifier, baseUrl: () => url, storage, hooks, magic });
    const parts = { settings, log, hooks, storage, lanes, privateKey, stopping: new AbortController() };
    const adminToken = adminTokenOf(settings);
    const tokens = await tokensOf(settings, adminToken, log);
    const quotas = quotasOf(settings, tokens, lanes, log);
    const wire = wireOf(parts, quotas);
    const api = new PaymentApi(wire, lanes);
    const routes = routesOf(parts, { api, wire }, tokens);
    const drain = new Drain(parts.stopping.signal);
    const secure = settings.https
      ? await (await import("./tls/server-certificate.js")).serverCertificate(settings)
      : undefined;
    servers = await listen(settings, answerCalls(parts, wire, api, routes, drain), { secure });
    const port = (servers[0]!.address() as AddressInfo).port;
    const hereUrl = `${secure ? "https" : "http"}://${hostHere(settings.host)}:${port}`;
    url = settings.baseUrl?.replace(/\/+$/, "") ?? hereUrl;
    warnOfUnreadable(servers, hereUrl, log);
    const { seed } = await (await lanes.ready(DEFAULT_LANE)).store.views.lane();
    lanes.quotas = quotas;
    const stop = once(async () => {
      parts.stopping.abort();
      await closeServers(servers);
      await parts.lanes.close();
      await notifier.close();
    });
    const drainAndStop = async (graceMs: number): Promise<Drained> => {
      parts.stopping.abort();
      const drained = await drain.ended(graceMs);
      await stop();
      return drained();
    };
    const { fetch } = routes;
    return { url, hereUrl, port, seed, caFile: secure?.caFile, lanes, adminToken, fetch, stop, drain: drainAndStop };
  } catch (error) {
    await closeServers(servers);
    await (lanes ?? storage).close();
    throw unusable(error, storage);
  }
}

/** The parts of a server that is being started. */
interface Parts {
  readonly settings: Settings;
  readonly log: Log;
  readonly hooks: ServerHooks | undefined;
  readonly storage: LaneStorage;
  readonly lanes: Lanes;
  /** The key that signs notifications. */
  readonly privateKey: () => KeyObject;
  readonly stopping: AbortController;
}

type Wire = ReturnType<typeof wireOf>;

/** How payment calls are answered. */
function wireOf({ settings, log, hooks, lanes }: Parts, quotas: Quotas | undefined) {
  const watchers = new Set<CallWatcher>(hooks?.answered && [hooks.answered]);
  return {
    watchers,
    quotas,
    signature: settings.signature,
    hasDebugHeaders: settings.debugHeaders,
    onDefect: (error: unknown): void => {
      // A refusal by a quota is logged by the quota, once a minute.
      if (!hasLeft(error) && !(error instanceof QuotaExceeded)) log.warn(lineOf(error));
    },
    watch: { watchers, wasCut: hooks?.wasCut, hold: hooks?.hold },
    counts: new CallCounts(),
    successor: (lane: Lane) => lanes.successor(lane),
  };
}

/** Answers payment calls itself, and everything else by the routes. */
function answerCalls(
  { settings, hooks }: Parts,
  wire: Wire,
  api: PaymentApi,
  routes: LazyRoutes,
  drain: Drain,
): ServerAnswer {
  const letsIn = accessOf(settings, hooks?.turnedAway);
  const withoutBase = basePathCutter(settings.baseUrl);
  return (incoming, outgoing) => {
    incoming.url = withoutBase(incoming.url!);
    countRequest(incoming);
    drain.begins(outgoing);
    // Kubernetes and load balancers probe with host names that nobody has allowed. The answers reveal nothing about
    // lanes.
    if (!isProbe(incoming) && !letsIn(incoming, outgoing)) return;
    const target = splitLane(pathIn(incoming.url!));
    if (!isOfEndpoint(api, target)) return routes.answer(incoming, outgoing, target);
    answerNode(api, incoming, outgoing, target).catch(wire.onDefect);
  };
}

/** The control API, the pages, and all calls that are not plain payment calls. */
function routesOf(
  parts: Parts,
  { api, wire }: { readonly api: PaymentApi; readonly wire: Wire },
  tokens: AppOptions["tokens"],
): LazyRoutes {
  const { settings, log, hooks, storage, lanes } = parts;
  const startedAt = Date.now();
  const measured = async (): Promise<Measured> => ({
    version,
    store: storage.kind,
    uptimeMs: Date.now() - startedAt,
    counts: wire.counts,
    stored: await storedNow(lanes, storage),
    database: storage.shared?.databaseUse(),
    quotaRefusals: wire.quotas?.refused,
  });
  hooks?.measured?.(measured);
  const routes: LazyRoutes = lazyRoutes({
    lanes,
    tokens,
    auditLog: tokens && log,
    controlled: hooks?.controlled,
    turnedAway: hooks?.turnedAway,
    ping: () => storage.ping(),
    instance: hooks?.instance,
    api,
    onDefect: wire.onDefect,
    control: controlOf(parts, wire, startedAt),
    measured,
    mcp: hooks?.mcp && ((request, base) => hooks.mcp!(request, { base, fetch: routes.fetch })),
    pages: async () =>
      (await import("./pages/mount.js")).hostedPages({
        hasTestPanel: settings.testPanel,
        sealingKey: storage.shared?.sealingKey,
        onDefect: wire.onDefect,
      }),
  });
  return routes;
}

/** What calls of the control API can use. */
function controlOf({ storage, lanes, privateKey, stopping }: Parts, wire: Wire, startedAt: number) {
  return {
    version,
    startedAt,
    now: () => Date.now(),
    snapshots: storage.snapshots,
    store: { kind: storage.kind, ping: () => storage.ping() },
    stopping: stopping.signal,
    watchCalls: (watcher) => {
      const told: CallWatcher = ({ name }, { reply, ms }) =>
        watcher({ lane: name, id: reply.requestId, ms: Math.round(ms) });
      wire.watchers.add(told);
      return () => wire.watchers.delete(told);
    },
    notificationKey: () => publicForms(createPublicKey(privateKey())),
    lanes: {
      names: () => lanes.allNames(),
      ifOpen: (name) => lanes.ifOpen(name),
      seed: (name) => lanes.seedOf(name),
      usage: () => lanes.usage(),
      url: (name) => lanes.baseUrlOf(name),
      add: (name, how) => lanes.add(name, how),
      create: (name, seed) => lanes.create(name, seed),
      drop: (name) => lanes.drop(name),
      restore: (name, bytes) => lanes.restore(name, bytes),
    },
    sign: signAsDemo,
    catalogue: { names: catalogueNames, meant: meantScenario, read: readCatalogue },
  } satisfies AppOptions["control"];
}

/**
 * True if the client disconnected before its body was complete, so nobody waits for an answer. Node has no class for
 * this error.
 */
const hasLeft = (error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" && message === "aborted";
};

/** The log line for an error: a defect with its stack, a failure of the disk or a reset as one sentence. */
const lineOf = (error: unknown): string =>
  isDefect(error) && !(error instanceof NotLoaded)
    ? `defect: ${(error as Error)?.stack ?? String(error)}`
    : `not answered: ${(error as Error).message}`;

/** If the storage or a scenario's state is at fault, the user can fix it. Anything else is a defect. */
function unusable(error: unknown, storage: LaneStorage): unknown {
  if (error instanceof GivenRefused) return new InvalidInput(`a scenario cannot be applied: ${error.message}`);
  if (isOfPackage(error)) return new CannotStart(`cannot read a file of the package: ${error.message}: reinstall it`);
  const why = storage.whyUnusable(error);
  return why === undefined ? error : new CannotStart(why);
}

/** True if a file of the package is missing or unreadable. */
const isOfPackage = (error: unknown): error is NodeJS.ErrnoException => {
  const { path, syscall } = error as NodeJS.ErrnoException;
  return syscall === "open" && path !== undefined && path.startsWith(packageRoot);
};
