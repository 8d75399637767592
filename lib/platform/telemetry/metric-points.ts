import type { Registry } from 'prom-client';
import { CUMULATIVE, type HistogramPoint, keyValues, nanosOf, type OtlpMetric } from './otlp';

/** A metric as prom-client gives it. */
type Series = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type Labels = Readonly<Record<string, string | number>>;
interface Value {
  value: number;
  labels: Labels;
  /** Of a histogram: which of its series it is. */
  metricName?: string;
}

/** Converts the series of a registry. Names and labels stay those of `/metrics`; summaries are left out. */
export function metricPoints(series: readonly Series[], startedMs: number, nowMs: number): OtlpMetric[] {
  const [startTimeUnixNano, timeUnixNano] = [nanosOf(startedMs), nanosOf(nowMs)];
  return series.flatMap((metric): OtlpMetric[] => {
    const { name, help: description, values } = metric as Series & { values: Value[] };
    // prom-client's types call it an enum, its values are these words.
    const type = String(metric.type);
    if (values.length === 0) return [];
    if (type === 'histogram') {
      const dataPoints = histogramPoints(values, { startTimeUnixNano, timeUnixNano });
      return [{ name, description, histogram: { dataPoints, aggregationTemporality: CUMULATIVE } }];
    }
    const points = values.map(({ value, labels }) => ({
      timeUnixNano,
      asDouble: value,
      attributes: keyValues(labels),
    }));
    if (type === 'gauge') return [{ name, description, gauge: { dataPoints: points } }];
    if (type !== 'counter') return [];
    const dataPoints = points.map((point) => ({ startTimeUnixNano, ...point }));
    return [
      { name, description, sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } },
    ];
  });
}

type Times = Pick<HistogramPoint, 'startTimeUnixNano' | 'timeUnixNano'>;

/** Prometheus counts everything up to a bound, OTLP what lies between two. */
function histogramPoints(values: readonly Value[], times: Times): HistogramPoint[] {
  const byLabels = new Map<string, { labels: Labels; buckets: Array<[number, number]>; sum: number }>();
  for (const { value, labels: given, metricName = '' } of values) {
    const { le, ...labels } = given;
    const key = JSON.stringify(labels);
    const one = byLabels.get(key) ?? { labels, buckets: [], sum: 0 };
    byLabels.set(key, one);
    if (metricName.endsWith('_sum')) one.sum = value;
    else if (le !== undefined)
      one.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
  }
  return [...byLabels.values()].map(({ labels, buckets, sum }) => {
    buckets.sort(([one], [other]) => one - other);
    return {
      ...times,
      count: String(buckets.at(-1)?.[1] ?? 0),
      sum,
      bucketCounts: buckets.map(([, upTo], index) => String(upTo - (buckets[index - 1]?.[1] ?? 0))),
      explicitBounds: buckets.map(([bound]) => bound).filter(Number.isFinite),
      attributes: keyValues(labels),
    };
  });
}
