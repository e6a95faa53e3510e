import type { StorageMeasures } from "../app/ports/storage-measures.js";
import { BOUNDS_MS, type CallCounts } from "./call-counts.js";

/** What the metrics tell of. */
export interface Measured {
  readonly version: string;
  readonly store: string;
  readonly uptimeMs: number;
  readonly lanes: number;
  readonly counts: CallCounts;
  readonly measures: StorageMeasures;
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [value: number, labels?: Labels, suffix?: string];

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Prometheus text, version 0.0.4. */
export const metricsText = (measured: Measured): string => `${metricsOf(measured).map(textOf).join("\n")}\n`;

function metricsOf({ version, store, uptimeMs, lanes, counts, measures }: Measured): readonly Metric[] {
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("info", "The sandbox's version, and where its lanes are kept.", [[1, { version, store }]]),
    gauge("uptime_seconds", "Since this process started.", [[uptimeMs / 1000]]),
    gauge("process_resident_memory_bytes", "Resident memory of this process.", [[rss]]),
    counter("process_cpu_seconds_total", "CPU that this process took.", [[(user + system) / 1e6]]),
    gauge("lanes", "Lanes that are there.", [[lanes]]),
    ...callMetrics(counts),
    gauge("notifications_due", "Notifications that wait for their time or for a process.", [[measures.due]]),
    gauge("notifications_in_flight", "Notifications that are on their way.", [[measures.inFlight]]),
    gauge("notifications_oldest_due_seconds", "For how long the oldest notification is due, by its lane's clock.", [
      [measures.oldestDueMs / 1000],
    ]),
    ...poolMetrics(measures),
  ];
}

function callMetrics({ byOperation }: CallCounts): readonly Metric[] {
  const all = [...byOperation].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    counter("calls_total", "Calls of the payment API that this process answered.", [
      ...all.map(([operation, { calls }]): Sample => [calls, { operation }]),
    ]),
    counter("refusals_total", "Those that were not answered 0000, by the code of the answer.", [
      ...all.flatMap(([operation, { refusals }]) =>
        [...refusals].map(([code, count]): Sample => [count, { operation, code }]),
      ),
    ]),
    counter("failures_total", "Those that were answered 5xx without a code: the store was away, or a defect.", [
      ...all.map(([operation, { failed }]): Sample => [failed, { operation }]),
    ]),
    {
      name: "call_duration_seconds",
      type: "histogram",
      help: "From when a call was read until its answer was ready.",
      samples: all.flatMap(([operation, { within, tookMs }]) => histogram(operation, within, tookMs)),
    },
  ];
}

function histogram(operation: string, within: readonly number[], tookMs: number): readonly Sample[] {
  let sum = 0;
  const upTo = within.map((count) => (sum += count));
  return [
    ...BOUNDS_MS.map((bound, n): Sample => [upTo[n]!, { operation, le: String(bound / 1000) }, "_bucket"]),
    [sum, { operation, le: "+Inf" }, "_bucket"],
    [tookMs / 1000, { operation }, "_sum"],
    [sum, { operation }, "_count"],
  ];
}

const poolMetrics = ({ pool }: StorageMeasures): readonly Metric[] =>
  pool
    ? [
        gauge("pool_max", "Connections to the database that this process may have.", [[pool.max]]),
        gauge("pool_connections", "Connections that it has.", [
          [pool.idle, { state: "idle" }],
          [pool.size - pool.idle, { state: "busy" }],
        ]),
        gauge("pool_waiting", "Callers that wait for a connection.", [[pool.waiting]]),
      ]
    : [];

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  type: "gauge",
  help,
  samples,
});
const counter = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  type: "counter",
  help,
  samples,
});

function textOf({ name, type, help, samples }: Metric): string {
  const full = `payment_sandbox_${name}`;
  const lines = samples.map(([value, labels, suffix = ""]) => `${full}${suffix}${labelsText(labels)} ${value}`);
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines].join("\n");
}

function labelsText(labels: Labels | undefined): string {
  if (!labels) return "";
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
