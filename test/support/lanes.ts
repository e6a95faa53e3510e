import { silentLog } from "../../src/lane/ports/log.js";
import type { Notifier } from "../../src/lane/ports/notifier.js";
import type { LanesOptions } from "../../src/server/lanes/lane-opener.js";
import { Lanes } from "../../src/server/lanes/lanes.js";
import { defaultSettings, type Settings } from "../../src/server/options/settings.js";
import { openStorage } from "../../src/server/storage.js";
import { testStore } from "./postgres.js";
import { testFolder } from "./sandbox.js";
import type { StoreKind } from "./store-kinds.js";

const nobody: Notifier = {
  deliver: async () => ({ verdict: "acknowledged", request: "{}", status: 200, body: "OK", durationMs: 0, why: null }),
  close: async () => {},
};

/** Lanes without a server around them, on the store that STORE names, unless the test itself says where they are. */
export async function testLanes(
  over: Partial<Settings> = {},
  options: Partial<LanesOptions> = {},
): Promise<Lanes & AsyncDisposable> {
  const isChosen = over.dataDir === undefined && over.store === undefined;
  switch (isChosen ? (process.env.STORE as StoreKind) : undefined) {
    case "sqlite-file": {
      const folder = testFolder();
      return disposed(await openLanes({ ...over, dataDir: folder.path }, options), () => folder[Symbol.dispose]());
    }
    case "postgres":
      return disposed(await openLanes({ ...over, store: await testStore() }, options));
    case "two-nodes": {
      const here = { ...over, store: await testStore() };
      return disposed(eitherOf(await openLanes(here, options), await openLanes(here, options)));
    }
    default:
      return disposed(await openLanes(over, options));
  }
}

const disposed = (lanes: Lanes, gone = () => {}): Lanes & AsyncDisposable =>
  Object.assign(lanes, { [Symbol.asyncDispose]: () => lanes.close().finally(gone) });

/** Two nodes: a lane is asked for in one that is drawn. */
const eitherOf = (a: Lanes, b: Lanes): Lanes =>
  new Proxy(a, {
    get: (_, name) => {
      if (name === "close") return () => Promise.all([a.close(), b.close()]).then(() => {});
      const node = name === "ready" && Math.random() < 0.5 ? b : a;
      const value: unknown = Reflect.get(node, name, node);
      return typeof value === "function" ? value.bind(node) : value;
    },
  });

async function openLanes(over: Partial<Settings>, options: Partial<LanesOptions>): Promise<Lanes> {
  const settings = { ...defaultSettings, ...over };
  return Lanes.open({
    settings,
    storage: await openStorage(settings, silentLog),
    log: silentLog,
    notifier: nobody,
    baseUrl: () => "http://localhost:4655",
    magic: undefined,
    ...options,
  });
}
