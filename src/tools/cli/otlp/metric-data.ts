import { type HrTime, ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import { type Measured, type Metric, metricsOf, type Sample } from "../../../server/metrics.js";

/** The metrics of GET /metrics, with the same names. */
export const metricProducer = (read: () => Promise<Measured | undefined>, resource: Resource): MetricProducer => ({
  collect: async () => {
    const measured = await read();
    const now = Date.now();
    const since = { startTime: hrTime(now - (measured?.uptimeMs ?? 0)), endTime: hrTime(now) };
    const metrics = measured ? metricsOf(measured).map((metric) => dataOf(metric, since)) : [];
    return {
      resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "payment-sandbox" }, metrics }] },
      errors: [],
    };
  },
});

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

type Since = Pick<DataPoint<number>, "startTime" | "endTime">;

function dataOf(metric: Metric, since: Since): MetricData {
  const { name, help, type, samples } = metric;
  const common = {
    descriptor: {
      name: `payment_sandbox_${name}`,
      description: help,
      unit: unitOf(name),
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === "histogram")
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(samples, since) };
  const dataPoints = samples.map(([value, labels = {}]) => ({ ...since, attributes: { ...labels }, value }));
  return type === "gauge"
    ? { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
    : { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

const unitOf = (name: string): string => (/_seconds/.test(name) ? "s" : /_bytes/.test(name) ? "By" : "1");

/** Prometheus counts all values up to a bound, while OTLP counts the values between two bounds. */
function histogramPoints(samples: readonly Sample[], since: Since) {
  const byOperation = Map.groupBy(samples, ([, labels]) => labels?.operation ?? "");
  return [...byOperation].map(([operation, own]) => {
    const valuesOf = (suffix: string) => own.filter((sample) => sample[2] === suffix);
    const buckets = valuesOf("_bucket");
    const upTo = buckets.map(([count]) => count);
    return {
      ...since,
      attributes: { operation },
      value: {
        buckets: {
          boundaries: buckets.slice(0, -1).map(([, labels]) => Number(labels?.le)),
          counts: upTo.map((count, i) => count - (upTo[i - 1] ?? 0)),
        },
        sum: valuesOf("_sum")[0]![0],
        count: valuesOf("_count")[0]![0],
      },
    };
  });
}
