import { randomUUID } from "node:crypto";
import { diag } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Log } from "../../../lane/ports/log.js";
import { version } from "../../../package/version.js";
import type { Measured } from "../../../server/metrics.js";
import type { ServerHooks } from "../../../server/server.js";
import type { ActivityListener } from "../server/live-log.js";
import { metricProducer } from "./metric-data.js";
import { OwnIds, Spans } from "./spans.js";

/** How often metrics are sent, in milliseconds. */
const METRICS_EVERY_MS = 60_000;
/** How long an export may take, in milliseconds. */
const EXPORT_MS = 10_000;
/** How long the last export may take, in milliseconds. */
const LAST_EXPORT_MS = 1000;

interface Exporting {
  readonly endpoint: string;
  /** The signals to export. */
  readonly signals: { readonly traces: boolean; readonly metrics: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
}

/** Sends spans and metrics over OTLP/HTTP while a server runs. */
export type Telemetry = ReturnType<typeof telemetryTo>;

/** Sends everything to a single collector. Endpoints and headers for single signals are ignored. */
export function telemetryTo({ endpoint, signals, env, log }: Exporting) {
  logFirstFailure(endpoint, log);
  const to = (signal: string) => ({ url: urlOf(endpoint, signal), timeoutMillis: EXPORT_MS });
  const own = { "service.name": "payment-sandbox", "service.version": version, "service.instance.id": randomUUID() };
  const resource = resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
  const idGenerator = new OwnIds();
  const tracers = new TracerProvider({
    resource,
    idGenerator,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(to("traces")) })],
  });
  let measured: (() => Promise<Measured>) | undefined;
  const exportIntervalMillis = everyMs(env.OTEL_METRIC_EXPORT_INTERVAL);
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(to("metrics")),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(EXPORT_MS, exportIntervalMillis),
    metricProducers: [metricProducer(async () => measured?.(), resource)],
  });
  const meters = new MeterProvider({ resource, readers: signals.metrics ? [reader] : [] });
  const spans = new Spans(tracers.getTracer("payment-sandbox", version), idGenerator);
  const hooks: ServerHooks = {
    // Without exported spans, a notification carries the caller's span as its parent.
    ...(signals.traces && { notifierOf: (lane, notifier) => spans.notifierOf(lane, notifier) }),
    measured: (read) => {
      measured = read;
    },
  };
  const listener: ActivityListener = (activity) => {
    if (activity.kind === "call") spans.answered(activity);
  };
  return {
    hooks,
    listener: signals.traces ? listener : undefined,
    /** Sends what is left. Gives up after a second. */
    stop: async () => {
      const last = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      await Promise.race([last, new Promise((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref())]);
      diag.disable();
    },
  };
}

function urlOf(endpoint: string, signal: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/${signal}`;
  return url.href;
}

/** An invalid interval counts as absent, as OpenTelemetry requires. */
const everyMs = (text: string | undefined): number =>
  /^\d{1,9}$/.test(text ?? "") && Number(text) > 0 ? Number(text) : METRICS_EVERY_MS;

/** Logs only the first failure, because a collector may be down for long. Removes the password from the address. */
function logFirstFailure(endpoint: string, log: Log): void {
  let isTold = false;
  const tell = (message: string): void => {
    if (!isTold)
      log.warn(`telemetry cannot be sent to ${new URL(endpoint).host} (logged once): ${message.slice(0, 300)}`);
    isTold = true;
  };
  const ignore = (): void => {};
  diag.setLogger({ error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore });
}
