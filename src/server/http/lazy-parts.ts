import type { KeyObject } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Log } from "../../lane/ports/log.js";
import { isName } from "../../lane/ports/name.js";
import type { Notifier } from "../../lane/ports/notifier.js";
import { failureOf } from "../../lane/ports/store-errors.js";
import { lateLoad, NotLoaded } from "../../package/late-load.js";
import { type LanePath, pathOf, splitLane } from "../lanes/lane-path.js";
import type { Settings } from "../options/settings.js";
import type { PaymentApi } from "../payment-api/http/payment-api.js";
import { answerPost, answerRequest, type RequestTarget } from "../payment-api/http/request-adapter.js";
import { type RefusalBody, sendRefusal } from "./access.js";
import { cutInProcess, type InProcessFetch, inProcessFetch } from "./in-process.js";
import { responseOf } from "./late-response.js";
import type { AppOptions } from "./routes.js";

/** The routes, for calls by sockets and from inside this process. */
export interface LazyRoutes {
  readonly answer: (incoming: IncomingMessage, outgoing: ServerResponse, target: LanePath) => void;
  readonly fetch: InProcessFetch;
}

/** The routes take half of the start, so they are loaded for the first request, and those of the pages for the first page. */
export function lazyRoutes(options: AppOptions): LazyRoutes {
  const routes = () => import("./routes.js");
  const loadApp = lateLoad("the routes", async () => (await routes()).buildApp(options));
  const loadPages = lateLoad("the pages", async () => (await routes()).buildApp(options, await options.pages()));
  const notLoaded = (error: Error): RefusalBody => {
    options.onDefect(error);
    return { code: "not-loaded", message: error.message, fix: "send it again" };
  };
  const answer = async (request: Request, target: RequestTarget): Promise<Response> => {
    const load = isPagePath(target.path) ? loadPages : loadApp;
    try {
      return (await load()).fetch(request, target);
    } catch (error) {
      return Response.json(notLoaded(error as Error), { status: 503 });
    }
  };
  const targets = new WeakMap<object, LanePath>();
  const load = lateLoad("the routes", async () => {
    const [{ getRequestListener }] = await Promise.all([import("@hono/node-server"), loadApp()]);
    return getRequestListener((request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      return answer(request, { incoming, outgoing, ...targets.get(incoming)! });
    });
  });
  const { api } = options;
  /** A probe doesn't load the routes if nobody has used them yet, because that would take half of the start. */
  let hasFailed = false;
  return {
    answer: (incoming, outgoing, target) => {
      if (isProbe(incoming))
        return incoming.url === "/livez"
          ? answerLive(outgoing, options)
          : void answerReady(outgoing, options, hasFailed ? load : undefined);
      load().then(
        (listen) => {
          hasFailed = false;
          targets.set(incoming, target);
          void listen(incoming, outgoing);
        },
        (error: Error) => {
          hasFailed = true;
          sendRefusal(outgoing, 503, notLoaded(error));
        },
      );
    },
    fetch: inProcessFetch({
      answer: async (request) => {
        const target = splitLane(pathOf(request.url));
        if (!isOfEndpoint(api, target)) return answer(request, target);
        return answerRequest(api, request, target, (cut) => cutInProcess(request.signal, cut));
      },
      post: ({ path, headers, body }) => {
        const target = splitLane(path);
        if (!isOfEndpoint(api, target)) return undefined;
        return answerPost(api, { ...target, headers, body }).then((answered) =>
          answered.fault ? cutInProcess(undefined, { ...answered, fault: answered.fault }) : responseOf(answered),
        );
      },
      stopping: options.control.stopping,
    }),
  };
}

/** True for the path of a page. */
const isPagePath = (path: string): boolean => /^\/(?:checkout|card-entry|_sandbox\/ui)(?:\/|$)/.test(path);

/** True for a call that the payment API answers without the routes. */
export const isOfEndpoint = (api: PaymentApi, { lane, path }: LanePath): boolean => api.knows(path) && isName(lane);

function answerLive(outgoing: ServerResponse, { instance }: AppOptions): void {
  if (instance !== undefined) outgoing.setHeader("X-Sandbox-Instance", instance);
  outgoing.end("ok");
}

/** Programs that wait for the sandbox call these paths, often before any other. Probes are answered for any Host. */
export const isProbe = ({ method, url }: IncomingMessage): boolean =>
  method === "GET" && (url === "/livez" || url === "/readyz");

/** Ready if the storage accepts writes and the routes can be loaded. */
async function answerReady(
  outgoing: ServerResponse,
  { ping, control: { stopping } }: AppOptions,
  load: (() => Promise<unknown>) | undefined,
): Promise<void> {
  if (stopping?.aborted)
    return sendRefusal(outgoing, 503, {
      code: "stopping",
      message: "the sandbox is shutting down",
      fix: "call another node",
    });
  try {
    await Promise.all([ping(), load?.()]);
    outgoing.end("ok");
  } catch (error) {
    const { code, message, fix } =
      error instanceof NotLoaded
        ? { code: "not-loaded", message: error.message, fix: "check the package's files, and the limit of open files" }
        : failureOf(error);
    sendRefusal(outgoing, 503, { code, message, fix });
  }
}

export interface NotifierOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly privateKey: () => KeyObject;
  readonly ownUrl: () => string;
}

/**
 * undici and the key take 90 ms, so they are loaded with the first notification. Checking an address doesn't need
 * them.
 */
export function lazyNotifier({ settings, log, privateKey, ownUrl }: NotifierOptions): Notifier {
  let made: Notifier | undefined;
  const targets = { allow: settings.allowNotify, own: () => [ownUrl()] };
  const loadTargets = lateLoad("the look at addresses", async () => {
    const { Targets } = await import("../../lane/notify/targets.js");
    return new Targets(targets);
  });
  const load = lateLoad("the notifier", async () => {
    const { HttpNotifier } = await import("../../lane/notify/http-notifier.js");
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
