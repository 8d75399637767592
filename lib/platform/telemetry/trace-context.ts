import { createHash } from 'node:crypto';

/** The place in a trace where something belongs: W3C Trace Context. */
export interface TraceContext {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits: the span above. */
  spanId: string;
  /** True if the one above is recorded. */
  isSampled: boolean;
}

/** Version, trace id, parent id, flags; a later version may add to its end. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Parses a `traceparent` header; null for one in a wrong format. */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  const [, traceId, spanId, flags] = header?.match(TRACEPARENT) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** The id of a trace that begins with an execution: the execution's own, without dashes. */
export const traceIdOf = (executionId: string): string => executionId.replaceAll('-', '');

/** The id of an execution's own span: the random end of its id. */
export const rootSpanIdOf = (executionId: string): string => executionId.replaceAll('-', '').slice(16);

/** The id of a span in an execution's log, the same in every process that computes it. */
export const spanIdOf = (executionId: string, logSpanId: string): string =>
  createHash('sha256').update(`${executionId} ${logSpanId}`).digest('hex').slice(0, 16);
