import type { DatabaseUse, StorageMeasures } from "../lane/ports/storage-measures.js";
import { BOUNDS_MS, type CallCounts } from "./payment-api/http/call-counts.js";

/** The data from which the metrics are made. */
export interface Measured {
  readonly version: string;
  readonly store: string;
  readonly uptimeMs: number;
  readonly counts: CallCounts;
  /** Undefined if the store can't be read now. */
  readonly stored: { readonly lanes: number; readonly measures: StorageMeasures } | undefined;
  readonly database: DatabaseUse | undefined;
  /** How many calls each quota refused. Undefined if no team has a quota. */
  readonly quotaRefusals: ReadonlyMap<string, number> | undefined;
}

type Labels = Readonly<Record<string, string>>;
export type Sample = readonly [value: number, labels?: Labels, suffix?: string];

export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The metrics in the text format of Prometheus, version 0.0.4. */
export const metricsText = (measured: Measured): string => `${metricsOf(measured).map(metricLines).join("\n")}\n`;

export function metricsOf({
  version,
  store,
  uptimeMs,
  counts,
  stored,
  database,
  quotaRefusals,
}: Measured): readonly Metric[] {
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("info", "The sandbox's version, and where its lanes are kept.", [[1, { version, store }]]),
    gauge("uptime_seconds", "Since this process started.", [[uptimeMs / 1000]]),
    gauge("process_resident_memory_bytes", "Resident memory of this process.", [[rss]]),
    counter("process_cpu_seconds_total", "CPU that this process took.", [[(user + system) / 1e6]]),
    ...callMetrics(counts),
    ...(quotaRefusals
      ? [counter("quota_refusals_total", "Calls and new lanes that quotas refused.", by("quota", quotaRefusals))]
      : []),
    gauge("store_up", "1 if the store answered this request.", [[stored ? 1 : 0]]),
    ...(stored ? storedMetrics(stored) : []),
    ...(database ? databaseMetrics(database) : []),
  ];
}

const storedMetrics = ({ lanes, measures }: NonNullable<Measured["stored"]>): readonly Metric[] => [
  gauge("lanes", "Lanes that are there.", [[lanes]]),
  gauge("notifications_due", "Notifications that wait for their time or for a process.", [[measures.due]]),
  gauge("notifications_in_flight", "Notifications that are on their way.", [[measures.inFlight]]),
  gauge("notifications_oldest_due_seconds", "For how long the oldest notification is due, by its lane's clock.", [
    [measures.oldestDueMs / 1000],
  ]),
];

function callMetrics({ byOperation, again }: CallCounts): readonly Metric[] {
  const all = [...byOperation].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    counter(
      "calls_total",
      "Calls of the payment API that this process answered.",
      all.map(([operation, { calls }]) => [calls, { operation }]),
    ),
    counter(
      "refusals_total",
      "Those that were not answered 0000, by the code of the answer.",
      all.flatMap(([operation, { refusals }]) =>
        [...refusals].map(([code, count]): Sample => [count, { operation, code }]),
      ),
    ),
    counter(
      "failures_total",
      "Those that were answered 5xx without a code: the store was away, or a defect.",
      all.map(([operation, { failed }]) => [failed, { operation }]),
    ),
    counter("call_retries_total", "Calls that started again, because the lane was reset.", [
      [again, { reason: "reset" }],
    ]),
    histogram(
      "call_duration_seconds",
      "From when a call was read until its answer was ready.",
      all.flatMap(([operation, { within, tookMs }]) => durations(operation, within, tookMs)),
    ),
  ];
}

function durations(operation: string, within: readonly number[], tookMs: number): readonly Sample[] {
  let sum = 0;
  const upTo = within.map((count) => (sum += count));
  return [
    ...BOUNDS_MS.map((bound, n): Sample => [upTo[n]!, { operation, le: String(bound / 1000) }, "_bucket"]),
    [sum, { operation, le: "+Inf" }, "_bucket"],
    [tookMs / 1000, { operation }, "_sum"],
    [sum, { operation }, "_count"],
  ];
}

const databaseMetrics = ({ pool, waits, ...use }: DatabaseUse): readonly Metric[] => [
  gauge("pool_max", "Connections to the database that this process may have.", [[pool.max]]),
  gauge("pool_connections", "Connections that it has.", [
    [pool.idle, { state: "idle" }],
    [pool.size - pool.idle, { state: "busy" }],
  ]),
  gauge("pool_waiting", "Callers that wait for a connection.", [[pool.waiting]]),
  counter("database_errors_total", "Transactions and connections that failed.", by("reason", use.errors)),
  counter("database_retries_total", "Transactions tried again, or looked up after a cut.", by("reason", use.retries)),
  counter(
    "database_waits_total",
    "Waits for a lane's lock or a free connection.",
    [...waits].map(([what, { count }]) => [count, { for: what }]),
  ),
  counter(
    "database_wait_seconds_total",
    "How long they took.",
    [...waits].map(([what, { ms }]) => [ms / 1000, { for: what }]),
  ),
  counter("upkeep_looks_total", "Looks for due work that no living process does.", [[use.looks]]),
  counter("upkeep_due_lanes_total", "Lanes where a look found due work.", [[use.dueLanes]]),
  counter("upkeep_errors_total", "Background work that failed.", by("task", use.upkeepErrors)),
];

const by = (label: string, counts: ReadonlyMap<string, number>): readonly Sample[] =>
  [...counts].map(([key, count]) => [count, { [label]: key }]);

const metric =
  (type: Metric["type"]) =>
  (name: string, help: string, samples: readonly Sample[]): Metric => ({ name, type, help, samples });
const gauge = metric("gauge");
const counter = metric("counter");
const histogram = metric("histogram");

function metricLines({ name, type, help, samples }: Metric): string {
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
