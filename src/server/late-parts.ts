import type { KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../app/ports/log.js";
import type { Notifier } from "../app/ports/notifier.js";
import { failureOf } from "../app/ports/store-errors.js";
import type { Settings } from "../config/settings.js";
import { lateLoad } from "../package/late-load.js";
import { type InProcessFetch, inProcessFetch } from "./in-process.js";
import type { Answering } from "./listen.js";
import { type Refusal, refuse } from "./refuse.js";
import type { AppOptions } from "./routes.js";

/** The routes, for calls by a socket and for calls from inside this process. */
export interface LateRoutes {
  readonly answer: Answering;
  readonly fetch: InProcessFetch;
}

/** The routes and what is below them cost half of the start: they are loaded when something is asked of them. */
export function lateRoutes(options: AppOptions): LateRoutes {
  const loadApp = lateLoad("the routes", async () => (await import("./routes.js")).buildApp(options));
  const load = lateLoad("the routes", async (): Promise<Answering> => {
    const [{ getRequestListener }, app] = await Promise.all([import("@hono/node-server"), loadApp()]);
    return getRequestListener((request, env) => app.fetch(request, env as never)) as Answering;
  });
  const notLoaded = (error: Error): Refusal => {
    options.wire.onDefect(error);
    return { code: "not-loaded", message: error.message, fix: "send it again" };
  };
  return {
    answer: (incoming, outgoing) => {
      if (isAsked(incoming, "/livez")) return void outgoing.end("ok");
      if (isAsked(incoming, "/readyz")) return void answerReady(outgoing, options);
      load().then(
        (answer) => answer(incoming, outgoing),
        (error: Error) => refuse(outgoing, 503, notLoaded(error)),
      );
    },
    fetch: inProcessFetch({
      load: loadApp,
      notLoaded: (error) => Response.json(notLoaded(error), { status: 503 }),
      stopping: options.control.stopping,
    }),
  };
}

/** A program that waits for the sandbox asks these, often before anything else. */
const isAsked = ({ method, url }: IncomingMessage, path: string): boolean => method === "GET" && url === path;

/** Ready while the storage is. */
async function answerReady(outgoing: ServerResponse, { ping }: AppOptions): Promise<void> {
  try {
    await ping();
    outgoing.end("ok");
  } catch (error) {
    const { code, message, fix } = failureOf(error);
    refuse(outgoing, 503, { code, message, fix });
  }
}

export interface NotifierOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly privateKey: () => KeyObject;
  readonly ownUrl: () => string;
}

/** undici and the key cost 90 ms: they are loaded when the first notification leaves. An address is looked at without them. */
export function lateNotifier({ settings, log, privateKey, ownUrl }: NotifierOptions): Notifier {
  let made: Notifier | undefined;
  const targets = { allow: settings.allowNotify, own: () => [ownUrl()] };
  const loadTargets = lateLoad("the look at addresses", async () => {
    const { Targets } = await import("../notify/targets.js");
    return new Targets(targets);
  });
  const load = lateLoad("the notifier", async () => {
    const { HttpNotifier } = await import("../notify/http-notifier.js");
    made = new HttpNotifier({
      key: privateKey(),
      timeoutMs: settings.notifyTimeout * 1000,
      ca: settings.notifyCa,
      log,
      ...targets,
    });
    return made;
  });
  return {
    deliver: async (...args) => (await load()).deliver(...args),
    objection: async (url) => {
      const found = await (await loadTargets()).look(new URL(url));
      return "why" in found ? found.why : undefined;
    },
    visit: async (url) => (await (await load()).visit?.(url)) ?? null,
    close: async () => made?.close(),
  };
}
