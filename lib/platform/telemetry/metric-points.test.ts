import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricPoints } from './metric-points';

test('series of Prometheus become points of OTLP', async () => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'a_total', help: 'A.', labelNames: ['kind'], registers }).inc({ kind: 'x' }, 3);
  new Gauge({ name: 'b', help: 'B.', registers }).set(2.5);
  const histogram = new Histogram({
    name: 'c_seconds',
    help: 'C.',
    buckets: [0.1, 1],
    labelNames: ['r'],
    registers,
  });
  for (const seconds of [0.05, 0.5, 0.5, 7]) histogram.observe({ r: '/' }, seconds);
  const [counter, gauge, durations] = metricPoints(await registry.getMetricsAsJSON(), 1_000, 2_000);
  expect(counter).toEqual({
    name: 'a_total',
    description: 'A.',
    sum: {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [
        {
          startTimeUnixNano: '1000000000',
          timeUnixNano: '2000000000',
          asDouble: 3,
          attributes: [{ key: 'kind', value: { stringValue: 'x' } }],
        },
      ],
    },
  });
  expect(gauge?.gauge?.dataPoints).toEqual([{ timeUnixNano: '2000000000', asDouble: 2.5, attributes: [] }]);
  expect(durations?.histogram?.dataPoints).toEqual([
    {
      startTimeUnixNano: '1000000000',
      timeUnixNano: '2000000000',
      count: '4',
      sum: 8.05,
      bucketCounts: ['1', '2', '1'],
      explicitBounds: [0.1, 1],
      attributes: [{ key: 'r', value: { stringValue: '/' } }],
    },
  ]);
});
