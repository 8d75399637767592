import type { PayloadOptions } from './schema';

/** The payload options as the bits of one number, which stored bodies and deliveries carry. */
export function toPayloadFlags(options: PayloadOptions): number {
  return (
    Number(options.includeFinalOutput) +
    2 * Number(options.includeTraceSpans) +
    4 * Number(options.includeRateLimits) +
    8 * Number(options.includeUsageData) +
    16 * Number(options.includeTags)
  );
}

/** The same in SQL, of a subscription's row. */
export const PAYLOAD_FLAGS = (alias: string): string =>
  `(${alias}.include_final_output::integer + 2 * ${alias}.include_trace_spans::integer
    + 4 * ${alias}.include_rate_limits::integer + 8 * ${alias}.include_usage_data::integer
    + 16 * ${alias}.include_tags::integer)::smallint`;

export function toPayloadOptions(flags: number): PayloadOptions {
  return {
    includeFinalOutput: (flags & 1) !== 0,
    includeTraceSpans: (flags & 2) !== 0,
    includeRateLimits: (flags & 4) !== 0,
    includeUsageData: (flags & 8) !== 0,
    includeTags: (flags & 16) !== 0,
  };
}

/** Returns true if the payload contains rate limits or usage, which must be read before it is composed. */
export const wantsLimits = (flags: number): boolean => (flags & 12) !== 0;
