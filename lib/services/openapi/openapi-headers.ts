import type { JsonSchema } from './openapi-schemas';

/** Returns references to described headers, for a response. */
export function namedHeaders(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

const text = { type: 'string' };
const header = (description: string, schema: JsonSchema) => ({ description, schema });

export const HEADERS = {
  'X-Request-Id': header('Identifies this request in the server’s log.', { type: 'string' }),
  ETag: header('Weak: covers everything in the body except `limits`. Send it as `If-None-Match`.', text),
  'X-RateLimit-Limit': header(
    'Calls of the logs and webhooks API allowed per window; on a refused execution, the executions allowed.',
    { type: 'integer' },
  ),
  'X-RateLimit-Remaining': header('How many are left in the current window.', { type: 'integer' }),
  'X-RateLimit-Reset': header('When the window ends.', { type: 'string', format: 'date-time' }),
  'RateLimit-Policy': header('The window: its quota `q` and its length `w` in seconds.', {
    type: 'string',
    examples: ['"logs";q=10;w=60'],
  }),
  RateLimit: header('What is left: `r` calls, for `t` seconds.', {
    type: 'string',
    examples: ['"logs";r=9;t=42'],
  }),
  'Idempotent-Replayed': header('`true`: another call with this `Idempotency-Key` ran it.', text),
  'Retry-After': header('Whole seconds to wait.', { type: 'integer', minimum: 1 }),
};
