import { silentLog } from "../../src/app/ports/log.js";
import type { Notifier } from "../../src/app/ports/notifier.js";
import { defaultSettings } from "../../src/config/defaults.js";
import type { Settings } from "../../src/config/settings.js";
import { systemClock } from "../../src/runtime/system-clock.js";
import { Lanes, type LanesOptions } from "../../src/server/lanes.js";
import { openStorage } from "../../src/server/storage.js";

const nobody: Notifier = {
  deliver: async () => ({ verdict: "acknowledged", request: "{}", status: 200, body: "OK", durationMs: 0, why: null }),
  close: async () => {},
};

/** Lanes without a server around them. */
export async function testLanes(
  over: Partial<Settings> = {},
  options: Partial<LanesOptions> = {},
): Promise<Lanes & AsyncDisposable> {
  const settings = { ...defaultSettings, ...over };
  const lanes = await Lanes.open({
    settings,
    storage: await openStorage(settings),
    log: silentLog,
    clock: systemClock,
    notifier: nobody,
    baseUrl: () => "http://localhost:4655",
    magic: undefined,
    ...options,
  });
  return Object.assign(lanes, { [Symbol.asyncDispose]: () => lanes.close() });
}
