import { createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Log } from "../app/ports/log.js";
import type { Notifier } from "../app/ports/notifier.js";
import { GivenRefused } from "../app/scenarios/given.js";
import { catalogueNames, readCatalogue } from "../catalogue/catalogue.js";
import { loadMagic } from "../catalogue/magic.js";
import type { Settings } from "../config/settings.js";
import { CannotStart, InvalidInput } from "../package/errors.js";
import { packageText } from "../package/files.js";
import { version } from "../package/version.js";
import { hangUp } from "../runtime/hang-up.js";
import { systemClock } from "../runtime/system-clock.js";
import { publicForms } from "../signing/keys.js";
import { folderSnapshots, memorySnapshots } from "../store/snapshot-store.js";
import { SchemaMismatch } from "../store/sqlite/sqlite-store.js";
import { merchantListener } from "../wire/listener.js";
import { FolderLock } from "./data-folder.js";
import { splitLane } from "./lane-path.js";
import { DEFAULT_LANE, isLaneName, Lanes } from "./lanes.js";
import type { AppOptions } from "./routes.js";

export { CannotStart };

/** A sandbox that listens. */
export interface RunningServer {
  /** Without a trailing slash; the base_url of the default lane. */
  readonly url: string;
  readonly port: number;
  readonly lanes: Lanes;
  /** The bearer token of the control API, off loopback. */
  readonly adminToken: string | undefined;
  /** Answers what is under way, then closes; within two seconds. */
  stop(): Promise<void>;
}

const STOP_MS = 1500;

/** Starts a server; resolves when it answers. Throws CannotStart with one line that says why. */
export async function startServer(settings: Settings, log: Log): Promise<RunningServer> {
  const lock = settings.dataDir === undefined ? undefined : FolderLock.take(settings.dataDir, settings.seed);
  const seeded = lock ? { ...settings, seed: lock.seed } : settings;
  const adminToken =
    settings.host === undefined || isLoopback(settings.host)
      ? settings.adminToken
      : (settings.adminToken ?? randomBytes(24).toString("base64url"));
  let url = "";
  const privateKey = () =>
    createPrivateKey(settings.notificationKey ?? packageText("fixtures/keys/notification.private.pem"));
  const notifier = lazyNotifier(seeded, log, privateKey, () => url);
  const onDefect = (defect: unknown): void => log.warn(`defect: ${(defect as Error)?.stack ?? String(defect)}`);
  let lanes: Lanes | undefined;
  let servers: readonly Server[] = [];
  const stopping = new AbortController();
  try {
    lanes = await Lanes.open({
      settings: seeded,
      log,
      clock: systemClock,
      notifier,
      baseUrl: () => url,
      magic: settings.magic ? loadMagic : undefined,
    });
    const ready = lanes;
    const wire = { signature: settings.signature, hasDebugHeaders: settings.debugHeaders, hangUp, onDefect };
    const routes = lazyRoutes({
      lanes: ready,
      guards: { allowedHosts: settings.allowedHosts, bearerToken: adminToken },
      wire,
      control: {
        version,
        startedAt: Date.now(),
        now: () => Date.now(),
        snapshots: settings.dataDir === undefined ? memorySnapshots() : folderSnapshots(settings.dataDir),
        stopping: stopping.signal,
        notificationKey: () => publicForms(createPublicKey(privateKey())),
        lanes: {
          names: () => ready.names(),
          seed: async (name) => (await (await ready.ready(name)).store.views.lane()).seed,
          url: (name) => ready.baseUrlOf(name),
          create: (name, seed) => ready.create(name, seed),
          drop: (name) => ready.drop(name),
          restore: (name, bytes) => ready.restore(name, bytes),
          isName: isLaneName,
        },
        catalogue: { names: catalogueNames, read: readCatalogue },
      },
      pages: async (options) =>
        (await import("../pages/mount.js")).hostedPages({ ...options, hasTestPanel: settings.testPanel, onDefect }),
    });
    const direct = merchantListener({
      ...wire,
      split: (whole) => {
        const { lane, path } = splitLane(whole);
        return { lane: ready.get(lane), path };
      },
    });
    servers = await listen(settings, (incoming, outgoing) => {
      if (!direct(incoming, outgoing)) routes(incoming, outgoing);
    });
    const port = (servers[0]!.address() as AddressInfo).port;
    url = settings.baseUrl?.replace(/\/+$/, "") ?? `http://localhost:${port}`;
    await ready.ready(DEFAULT_LANE);
    const stop = once(async () => {
      stopping.abort();
      await closeServers(servers);
      await ready.close();
      await notifier.close();
      lock?.release();
    });
    return { url, port, lanes: ready, adminToken, stop };
  } catch (error) {
    for (const server of servers) server.close();
    await lanes?.close();
    lock?.release();
    throw unusable(error, settings.dataDir);
  }
}

export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || /^127\./.test(host);

/** What is wrong with the data folder or a scenario's state is the user's to mend; the rest is ours. */
function unusable(error: unknown, dataDir: string | undefined): unknown {
  if (error instanceof SchemaMismatch) return new CannotStart(error.message);
  if (error instanceof GivenRefused) return new InvalidInput(`a scenario cannot be put in: ${error.message}`);
  const { code, message } = error as { code?: unknown; message?: string };
  const isFromSqlite = typeof code === "string" && code.startsWith("SQLITE_");
  return isFromSqlite && dataDir !== undefined
    ? new CannotStart(`the data folder ${dataDir} cannot be used: ${message}`)
    : error;
}

type Answering = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The routes and what is below them cost half of the start: they are loaded when something is asked of them. */
function lazyRoutes(options: AppOptions): Answering {
  let made: Promise<Answering> | undefined;
  const make = async (): Promise<Answering> => {
    const [{ getRequestListener }, { buildApp }] = await Promise.all([
      import("@hono/node-server"),
      import("./routes.js"),
    ]);
    const app = buildApp(options);
    return getRequestListener((request, env) => app.fetch(request, env as never)) as Answering;
  };
  return (incoming, outgoing) => {
    if (isHealthCheck(incoming)) return void outgoing.end("ok");
    made ??= make();
    made.then(
      (answer) => answer(incoming, outgoing),
      (defect) => {
        options.wire.onDefect(defect);
        outgoing.destroy();
      },
    );
  };
}

/** Whoever waits for the sandbox asks these, often before anything else. */
const isHealthCheck = ({ method, url }: IncomingMessage): boolean =>
  method === "GET" && (url === "/readyz" || url === "/livez");

/** Listens on the host, or on both loopback addresses with one port. */
async function listen(settings: Settings, answer: Answering): Promise<readonly Server[]> {
  const make = () => createServer({ keepAliveTimeout: 65_000 }, answer);
  if (settings.host !== undefined && settings.host !== "localhost")
    return [await listenOn(make(), settings.host, settings.port)];
  for (let tries = 0; ; tries++) {
    const four = await listenOn(make(), "127.0.0.1", settings.port);
    const port = (four.address() as AddressInfo).port;
    try {
      return [four, await listenOn(make(), "::1", port)];
    } catch (error) {
      const code = (error as CannotStart & { cause?: { code?: string } }).cause?.code;
      // A machine without IPv6 has one address less.
      if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return [four];
      four.close();
      if (settings.port !== 0 || tries === 20) throw error;
    }
  }
}

function listenOn(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new CannotStart(whyNot(cause, host, port), { cause })),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve(server);
    });
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `port ${port} on ${host} is taken: end what listens there, or start with --port <n> (0 takes a free one)`;
  if (code === "EACCES") return `port ${port} on ${host} may not be used by this user: take one above 1023`;
  return `cannot listen on ${host}:${port}: ${message}`;
}

/** Lets answers that are under way finish; what still hangs after a while is cut. */
async function closeServers(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())));
  for (const server of servers) server.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, STOP_MS);
  await Promise.all(closed);
  clearTimeout(timer);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** undici and the key cost 90 ms: they are loaded when the first notification leaves. */
function lazyNotifier(
  settings: Settings,
  log: Log,
  privateKey: () => import("node:crypto").KeyObject,
  ownUrl: () => string,
): Notifier {
  let made: Promise<Notifier> | undefined;
  const make = async () => {
    const { HttpNotifier } = await import("../notify/http-notifier.js");
    return new HttpNotifier({
      key: privateKey(),
      timeoutMs: settings.notifyTimeout * 1000,
      allow: settings.allowNotify,
      ca: settings.notifyCa,
      own: () => [ownUrl()],
      log,
    });
  };
  return {
    deliver: async (entry) => {
      made ??= make();
      return (await made).deliver(entry);
    },
    close: async () => (await made)?.close(),
  };
}
