import { z } from 'zod';

/**
 * The JSON forms of OTLP as opentelemetry-proto 1.x publishes them: names in camel case, ids in hex, enums as
 * numbers, 64-bit numbers as decimal text. Anything else is refused.
 */
const Nanos = z.string().regex(/^\d{1,20}$/);
const TraceId = z.string().regex(/^(?!0{32})[0-9a-f]{32}$/);
const SpanId = z.string().regex(/^(?!0{16})[0-9a-f]{16}$/);

type Any = { [member: string]: unknown };
const AnyValue: z.ZodType<Any> = z.lazy(() =>
  z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d{1,19}$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ arrayValue: z.strictObject({ values: z.array(AnyValue) }) }),
  ]),
);
const KeyValues = z
  .array(z.strictObject({ key: z.string().min(1), value: AnyValue }))
  .refine((pairs) => new Set(pairs.map(({ key }) => key)).size === pairs.length, 'a key comes twice');

const Span = z
  .strictObject({
    traceId: TraceId,
    spanId: SpanId,
    parentSpanId: SpanId.optional(),
    name: z.string().min(1),
    kind: z.number().int().min(1).max(5),
    startTimeUnixNano: Nanos,
    endTimeUnixNano: Nanos,
    attributes: KeyValues,
    events: z.array(z.strictObject({ timeUnixNano: Nanos, name: z.string().min(1), attributes: KeyValues })),
    links: z.array(z.strictObject({ traceId: TraceId, spanId: SpanId, attributes: KeyValues })).optional(),
    status: z.strictObject({ message: z.string().optional(), code: z.number().int().max(2).optional() }),
    flags: z.number().int().min(0).max(255),
  })
  .refine((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), 'ends before it starts');

const NumberPoint = z.strictObject({
  startTimeUnixNano: Nanos.optional(),
  timeUnixNano: Nanos,
  asDouble: z.number(),
  attributes: KeyValues,
});
const HistogramPoint = z
  .strictObject({
    startTimeUnixNano: Nanos,
    timeUnixNano: Nanos,
    count: Nanos,
    sum: z.number(),
    bucketCounts: z.array(Nanos),
    explicitBounds: z.array(z.number()),
    attributes: KeyValues,
  })
  .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1);
const Metric = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  gauge: z.strictObject({ dataPoints: z.array(NumberPoint) }).optional(),
  sum: z
    .strictObject({
      dataPoints: z.array(NumberPoint),
      aggregationTemporality: z.literal(2),
      isMonotonic: z.boolean(),
    })
    .optional(),
  histogram: z
    .strictObject({ dataPoints: z.array(HistogramPoint), aggregationTemporality: z.literal(2) })
    .optional(),
});

const LogRecord = z.strictObject({
  timeUnixNano: Nanos,
  severityNumber: z.number().int().min(1).max(24),
  severityText: z.string(),
  body: AnyValue,
  attributes: KeyValues,
  traceId: TraceId.optional(),
  observedTimeUnixNano: Nanos,
});

const Scope = z.strictObject({ name: z.string(), version: z.string() });
const Resource = z.strictObject({ attributes: KeyValues });
const schemaUrl = z.url();

const Traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: Resource,
      scopeSpans: z.array(z.strictObject({ scope: Scope, spans: z.array(Span), schemaUrl })),
    }),
  ),
});
const Metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource: Resource,
      scopeMetrics: z.array(z.strictObject({ scope: Scope, metrics: z.array(Metric), schemaUrl })),
    }),
  ),
});
const Logs = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: Resource,
      scopeLogs: z.array(z.strictObject({ scope: Scope, logRecords: z.array(LogRecord), schemaUrl })),
    }),
  ),
});

export const OTLP_REQUESTS = { '/v1/traces': Traces, '/v1/metrics': Metrics, '/v1/logs': Logs } as const;
export type ReceivedSpan = z.infer<typeof Span>;
export type ReceivedMetric = z.infer<typeof Metric>;
export type ReceivedLog = z.infer<typeof LogRecord>;
