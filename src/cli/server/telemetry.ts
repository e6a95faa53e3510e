import type { Log } from "../../app/ports/log.js";
import { InvalidInput } from "../../package/errors.js";
import type { ServerHooks } from "../../server/server.js";
import type { Telemetry } from "../otlp/exporter.js";

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set. Without it, OpenTelemetry isn't loaded. */
export async function telemetryOf(env: NodeJS.ProcessEnv, log: Log): Promise<Telemetry | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED === "true") return undefined;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new InvalidInput(
      "OTEL_EXPORTER_OTLP_ENDPOINT: expected an address of a collector, such as http://localhost:4318",
    );
  return (await import("../otlp/exporter.js")).telemetryTo(endpoint, env, log);
}

/** Notifies both of each call and lane. */
export const bothHooks = (a: ServerHooks = {}, b: ServerHooks = {}): ServerHooks => ({
  ...a,
  ...b,
  ...((a.answered ?? b.answered) && {
    answered: (...told) => {
      a.answered?.(...told);
      b.answered?.(...told);
    },
    opened: (lane) => {
      a.opened?.(lane);
      b.opened?.(lane);
    },
  }),
});
