/**
 * The parts of OpenTelemetry's protocol (OTLP 1.x) that are sent, in its JSON form: ids in hex, 64-bit numbers as
 * text. `messages.ts` has the same for the binary form.
 */

type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } };

interface KeyValue {
  key: string;
  value: AnyValue;
}

export const SPAN_KIND = { internal: 1, server: 2, client: 3 } as const;
export const STATUS_ERROR = 2;
export const CUMULATIVE = 2;

export interface OtlpSpan {
  /** 32 and 16 hex digits. */
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  events: OtlpEvent[];
  links?: Array<{ traceId: string; spanId: string; attributes: KeyValue[] }>;
  status: { message?: string; code?: number };
  flags: number;
}

export interface OtlpEvent {
  timeUnixNano: string;
  name: string;
  attributes: KeyValue[];
}

export interface OtlpLogRecord {
  timeUnixNano: string;
  severityNumber: number;
  severityText: string;
  body: AnyValue;
  attributes: KeyValue[];
  traceId?: string;
  observedTimeUnixNano: string;
}

interface NumberPoint {
  startTimeUnixNano?: string;
  timeUnixNano: string;
  asDouble: number;
  attributes: KeyValue[];
}

export interface HistogramPoint {
  startTimeUnixNano: string;
  timeUnixNano: string;
  count: string;
  sum: number;
  bucketCounts: string[];
  explicitBounds: number[];
  attributes: KeyValue[];
}

export interface OtlpMetric {
  name: string;
  description: string;
  gauge?: { dataPoints: NumberPoint[] };
  sum?: { dataPoints: NumberPoint[]; aggregationTemporality: number; isMonotonic: boolean };
  histogram?: { dataPoints: HistogramPoint[]; aggregationTemporality: number };
}

/** A number that is a double although it may be whole, so that its type is always the same. */
interface Double {
  double: number;
}
type Attribute = string | number | boolean | readonly string[] | Double | null | undefined;
/** Attributes by name; null and undefined leave one out. Whole numbers are integers. */
export type Attributes = Readonly<Record<string, Attribute>>;

const MAX_TEXT = 2_000;
const MAX_LIST = 32;

export function keyValues(attributes: Attributes): KeyValue[] {
  const made: KeyValue[] = [];
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) made.push({ key, value: anyValue(value) });
  return made;
}

/** Texts are cut after 2,000 characters, lists after 32 entries. */
function anyValue(value: NonNullable<Attribute>): AnyValue {
  if (typeof value === 'string') return { stringValue: value.slice(0, MAX_TEXT) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if ('double' in value) return { doubleValue: value.double };
  return { arrayValue: { values: value.slice(0, MAX_LIST).map((one) => anyValue(one)) } };
}

/**
 * Milliseconds since 1970 as nanoseconds in decimal digits.
 * @param laterMs added exactly: a double that holds a time has no room for microseconds
 */
export function nanosOf(ms: number, laterMs = 0): string {
  return String(BigInt(Math.floor(ms)) * 1_000_000n + BigInt(Math.round(laterMs * 1e6)));
}
