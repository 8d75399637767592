import type { Message } from './protobuf';

/**
 * The messages of opentelemetry-proto 1.x that are sent, by the field names of the JSON form. Field numbers never
 * change within a major version.
 */
const anyValue: Message = {};
const arrayValue: Message = { values: { number: 1, type: anyValue, repeated: true } };
Object.assign(anyValue, {
  stringValue: { number: 1, type: 'string' },
  boolValue: { number: 2, type: 'bool' },
  intValue: { number: 3, type: 'int64' },
  doubleValue: { number: 4, type: 'double' },
  arrayValue: { number: 5, type: arrayValue },
} satisfies Message);

const keyValue: Message = { key: { number: 1, type: 'string' }, value: { number: 2, type: anyValue } };
const attributes = (number: number) => ({ number, type: keyValue, repeated: true }) as const;
const time = (number: number) => ({ number, type: 'fixed64' }) as const;

const resource: Message = { attributes: attributes(1) };
const scope: Message = { name: { number: 1, type: 'string' }, version: { number: 2, type: 'string' } };

const span: Message = {
  traceId: { number: 1, type: 'hex' },
  spanId: { number: 2, type: 'hex' },
  parentSpanId: { number: 4, type: 'hex' },
  name: { number: 5, type: 'string' },
  kind: { number: 6, type: 'uint32' },
  startTimeUnixNano: time(7),
  endTimeUnixNano: time(8),
  attributes: attributes(9),
  events: {
    number: 11,
    type: { timeUnixNano: time(1), name: { number: 2, type: 'string' }, attributes: attributes(3) },
    repeated: true,
  },
  links: {
    number: 13,
    type: {
      traceId: { number: 1, type: 'hex' },
      spanId: { number: 2, type: 'hex' },
      attributes: attributes(4),
    },
    repeated: true,
  },
  status: {
    number: 15,
    type: { message: { number: 2, type: 'string' }, code: { number: 3, type: 'uint32' } },
  },
  flags: { number: 16, type: 'fixed32' },
};

const numberPoint: Message = {
  startTimeUnixNano: time(2),
  timeUnixNano: time(3),
  asDouble: { number: 4, type: 'double' },
  attributes: attributes(7),
};
const histogramPoint: Message = {
  startTimeUnixNano: time(2),
  timeUnixNano: time(3),
  count: { number: 4, type: 'fixed64' },
  sum: { number: 5, type: 'double' },
  bucketCounts: { number: 6, type: 'fixed64', repeated: true },
  explicitBounds: { number: 7, type: 'double', repeated: true },
  attributes: attributes(9),
};
const points = (type: Message) => ({ number: 1, type, repeated: true }) as const;
const temporality = { number: 2, type: 'uint32' } as const;
const metric: Message = {
  name: { number: 1, type: 'string' },
  description: { number: 2, type: 'string' },
  gauge: { number: 5, type: { dataPoints: points(numberPoint) } },
  sum: {
    number: 7,
    type: {
      dataPoints: points(numberPoint),
      aggregationTemporality: temporality,
      isMonotonic: { number: 3, type: 'bool' },
    },
  },
  histogram: {
    number: 9,
    type: { dataPoints: points(histogramPoint), aggregationTemporality: temporality },
  },
};

const logRecord: Message = {
  timeUnixNano: time(1),
  severityNumber: { number: 2, type: 'uint32' },
  severityText: { number: 3, type: 'string' },
  body: { number: 5, type: anyValue },
  attributes: attributes(6),
  traceId: { number: 9, type: 'hex' },
  observedTimeUnixNano: time(11),
};

/** A request of one signal: `resource…` → `scope…` → the items, as all three are built. */
function exportRequest(names: { resources: string; scopes: string; items: string }, item: Message): Message {
  const ofScope: Message = {
    scope: { number: 1, type: scope },
    [names.items]: { number: 2, type: item, repeated: true },
    schemaUrl: { number: 3, type: 'string' },
  };
  const ofResource: Message = {
    resource: { number: 1, type: resource },
    [names.scopes]: { number: 2, type: ofScope, repeated: true },
  };
  return { [names.resources]: { number: 1, type: ofResource, repeated: true } };
}

export const SIGNALS = {
  traces: { resources: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' },
  metrics: { resources: 'resourceMetrics', scopes: 'scopeMetrics', items: 'metrics' },
  logs: { resources: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' },
} as const;
export type Signal = keyof typeof SIGNALS;

export const REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: exportRequest(SIGNALS.traces, span),
  metrics: exportRequest(SIGNALS.metrics, metric),
  logs: exportRequest(SIGNALS.logs, logRecord),
};
