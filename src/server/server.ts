import { createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Lane } from "../app/lane.js";
import type { LaneStorage } from "../app/ports/lane-storage.js";
import type { Log } from "../app/ports/log.js";
import { isDefect } from "../app/ports/store-errors.js";
import { GivenRefused } from "../app/scenarios/given.js";
import { catalogueNames, readCatalogue } from "../catalogue/catalogue.js";
import { loadMagic } from "../catalogue/magic.js";
import type { Settings } from "../config/settings.js";
import { ALL_LANES } from "../control/admin-token.js";
import { CannotStart, InvalidInput } from "../package/errors.js";
import { packageText } from "../package/files.js";
import { NotLoaded } from "../package/late-load.js";
import { version } from "../package/version.js";
import { hangUp } from "../runtime/hang-up.js";
import { systemClock } from "../runtime/system-clock.js";
import { publicForms } from "../signing/keys.js";
import { merchantListener } from "../wire/listener.js";
import type { CallWatcher } from "../wire/pipeline.js";
import { accessOf } from "./access.js";
import { CallCounts } from "./call-counts.js";
import { CallWatch } from "./call-watch.js";
import { signAsDemo } from "./demo-signer.js";
import type { InProcessFetch } from "./in-process.js";
import { DEFAULT_LANE, splitLane } from "./lane-path.js";
import { isLaneName, type LaneHooks, Lanes } from "./lanes.js";
import { lateNotifier, lateRoutes } from "./late-parts.js";
import { type Answering, closeServers, listen } from "./listen.js";
import { openStorage } from "./storage.js";

export { CannotStart };

/** A sandbox that listens. */
export interface RunningServer {
  /** Without a trailing slash; the base_url of the default lane. */
  readonly url: string;
  readonly port: number;
  /** Over HTTPS with the own CA: the file of the certificate that clients must trust. */
  readonly caFile: string | undefined;
  readonly lanes: Lanes;
  /** The bearer token of the control API, off loopback. */
  readonly adminToken: string | undefined;
  /** Answers without a socket: the path decides, as in a call of `url`. */
  readonly fetch: InProcessFetch;
  /** Answers what is under way, then closes; within two seconds. */
  stop(): Promise<void>;
}

/** The stories that ship with the package. */
const catalogue = { names: catalogueNames, read: readCatalogue } as const;

/** For who tells what happens in a server. */
export interface ServerHooks extends LaneHooks {
  /** Called for each call of the payment API that was answered. */
  readonly answered?: CallWatcher["tell"];
  /** Called for each whose connection was cut by a rule, once its client knows or has given up. */
  readonly wasCut?: CallWatcher["wasCut"];
}

/** Starts a server; resolves when it answers. Throws CannotStart with one line that says why. */
export async function startServer(settings: Settings, log: Log, hooks?: ServerHooks): Promise<RunningServer> {
  const storage = await openStorage(settings);
  const adminToken = adminTokenOf(settings);
  let url = "";
  const privateKey = () =>
    createPrivateKey(settings.notificationKey ?? packageText("fixtures/keys/notification.private.pem"));
  const notifier = lateNotifier({ settings, log, privateKey, ownUrl: () => url });
  const onDefect = (error: unknown): void => {
    if (!hasLeft(error)) log.warn(lineOf(error));
  };
  let lanes: Lanes | undefined;
  let servers: readonly Server[] = [];
  const stopping = new AbortController();
  const calls = new CallWatch(hooks?.wasCut);
  const counts = new CallCounts();
  if (hooks?.answered) calls.watch(hooks.answered);
  try {
    lanes = await Lanes.open({
      settings,
      log,
      clock: systemClock,
      notifier,
      baseUrl: () => url,
      storage,
      hooks,
      magic: settings.magic ? loadMagic : undefined,
    });
    const ready = lanes;
    const startedAt = Date.now();
    const wire = {
      signature: settings.signature,
      hasDebugHeaders: settings.debugHeaders,
      hangUp,
      onDefect,
      watcher: calls,
      counter: counts,
      successor: (lane: Lane) => ready.successor(lane),
    };
    const routes = lateRoutes({
      lanes: ready,
      tokens: [
        ...(adminToken === undefined ? [] : [{ name: "admin", token: adminToken, lanes: ALL_LANES }]),
        ...settings.adminTokens,
      ],
      ping: () => storage.ping(),
      wire,
      control: {
        version,
        startedAt,
        now: () => Date.now(),
        snapshots: storage.snapshots,
        store: { kind: storage.kind, ping: () => storage.ping() },
        stopping: stopping.signal,
        watchCalls: (watcher) =>
          calls.watch(({ name }, { reply, ms }) => watcher({ lane: name, id: reply.requestId, ms: Math.round(ms) })),
        notificationKey: () => publicForms(createPublicKey(privateKey())),
        lanes: {
          names: () => ready.allNames(),
          seed: (name) => ready.seedOf(name),
          url: (name) => ready.baseUrlOf(name),
          add: (name, how) => ready.add(name, how),
          create: (name, seed) => ready.create(name, seed),
          drop: (name) => ready.drop(name),
          restore: (name, bytes) => ready.restore(name, bytes),
          isName: isLaneName,
        },
        sign: signAsDemo,
        catalogue,
      },
      measured: async () => ({
        version,
        store: storage.kind,
        uptimeMs: Date.now() - startedAt,
        lanes: (await ready.allNames()).length,
        counts,
        measures: await storage.measure(),
      }),
      pages: async (options) =>
        (await import("../pages/mount.js")).hostedPages({
          ...options,
          hasTestPanel: settings.testPanel,
          sealingKey: storage.sealingKey,
          onDefect,
          context: {
            lanes: { names: () => ready.allNames(), ifOpen: (name) => ready.ifOpen(name) },
            snapshots: storage.snapshots,
            catalogue,
            sign: signAsDemo,
          },
        }),
    });
    const direct = merchantListener({
      ...wire,
      split: (whole) => {
        const { lane, path } = splitLane(whole);
        return { lane: ready.get(lane), path };
      },
    });
    const letsIn = accessOf(settings);
    const answer: Answering = (incoming, outgoing) => {
      if (letsIn(incoming, outgoing) && !direct(incoming, outgoing)) routes.answer(incoming, outgoing);
    };
    const secure = settings.https
      ? await (await import("../tls/server-certificate.js")).serverCertificate(settings)
      : undefined;
    servers = await listen(settings, answer, { stopping: stopping.signal, secure });
    const port = (servers[0]!.address() as AddressInfo).port;
    url = settings.baseUrl?.replace(/\/+$/, "") ?? `${secure ? "https" : "http"}://localhost:${port}`;
    await ready.ready(DEFAULT_LANE);
    const stop = once(async () => {
      stopping.abort();
      await closeServers(servers);
      await ready.close();
      await notifier.close();
    });
    return { url, port, caFile: secure?.caFile, lanes: ready, adminToken, fetch: routes.fetch, stop };
  } catch (error) {
    for (const server of servers) server.close();
    await (lanes ?? storage).close();
    throw unusable(error, storage);
  }
}

/** The token that opens all lanes. Where others are asked for one, there is one, if need be made up. */
function adminTokenOf({ host, adminToken, adminTokens }: Settings): string | undefined {
  const ofAll = adminToken ?? adminTokens.find(({ lanes }) => lanes === ALL_LANES)?.token;
  const isOpen = adminTokens.length === 0 && (host === undefined || isLoopback(host));
  return ofAll ?? (isOpen ? undefined : randomBytes(24).toString("base64url"));
}

export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127\./.test(host);

/** The client went in the middle of its body: nobody waits for an answer. Node throws no class of its own for it. */
const hasLeft = (error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" && message === "aborted";
};

/** A defect with its stack; what the disk or a reset refused is one sentence. */
const lineOf = (error: unknown): string =>
  isDefect(error) && !(error instanceof NotLoaded)
    ? `defect: ${(error as Error)?.stack ?? String(error)}`
    : `not answered: ${(error as Error).message}`;

/** What is wrong with the storage or a scenario's state is the user's to mend; the rest is ours. */
function unusable(error: unknown, storage: LaneStorage): unknown {
  if (error instanceof GivenRefused) return new InvalidInput(`a scenario cannot be put in: ${error.message}`);
  const why = storage.whyUnusable(error);
  return why === undefined ? error : new CannotStart(why);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
