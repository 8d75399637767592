import type { WebhookIncludes } from './schema';

/** The include flags as the bits that stored bodies and deliveries carry. */
export function bitsOf(includes: WebhookIncludes): number {
  return (
    Number(includes.includeFinalOutput) +
    2 * Number(includes.includeTraceSpans) +
    4 * Number(includes.includeRateLimits) +
    8 * Number(includes.includeUsageData)
  );
}

/** The same in SQL, of a subscription's row. */
export const INCLUDES = (alias: string): string =>
  `(${alias}.include_final_output::integer + 2 * ${alias}.include_trace_spans::integer
    + 4 * ${alias}.include_rate_limits::integer + 8 * ${alias}.include_usage_data::integer)::smallint`;

export function includesOf(bits: number): WebhookIncludes {
  return {
    includeFinalOutput: (bits & 1) !== 0,
    includeTraceSpans: (bits & 2) !== 0,
    includeRateLimits: (bits & 4) !== 0,
    includeUsageData: (bits & 8) !== 0,
  };
}

/**
 * Whether the payload has what the plan holder may still do: then limits must be read before it is composed.
 */
export const wantsLimits = (bits: number): boolean => (bits & 12) !== 0;
