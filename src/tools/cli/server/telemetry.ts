import type { Log } from "../../../lane/ports/log.js";
import { InvalidInput } from "../../../package/errors.js";
import type { Telemetry } from "../otlp/exporter.js";

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set. Without it, OpenTelemetry isn't loaded. */
export async function telemetryOf(env: NodeJS.ProcessEnv, log: Log): Promise<Telemetry | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const signals = {
    traces: !is(env.OTEL_TRACES_EXPORTER, "none"),
    metrics: !is(env.OTEL_METRICS_EXPORTER, "none"),
  };
  const isOff = is(env.OTEL_SDK_DISABLED, "true") || !(signals.traces || signals.metrics);
  if (!endpoint || isOff) return undefined;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new InvalidInput(
      "OTEL_EXPORTER_OTLP_ENDPOINT: expected an address of a collector, such as http://localhost:4318",
    );
  return (await import("../otlp/exporter.js")).telemetryTo({ endpoint, signals, env, log });
}

/** OpenTelemetry ignores the case of such values. */
const is = (text: string | undefined, value: string): boolean => text?.trim().toLowerCase() === value;
