import type { HookRequest } from './hook-request';
import type { HookTrigger } from './hook-trigger';

const PREFLIGHT_KEPT_SECONDS = '600';
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, -]{1,2000}$/;
/** Names of our own response headers that a page may want to read. */
const EXPOSED = 'X-Request-Id, X-Execution-Id, Idempotent-Replayed, Location, Retry-After';

type Asked = Pick<HookRequest, 'headers'>;

/** Returns headers that let a page of an allowed origin read the response; for others, `Vary` at most. */
export function crossOriginHeaders({ origins }: HookTrigger, { headers }: Asked): Record<string, string> {
  const { origin } = headers;
  if (origins.length === 0) return {};
  if (origins.includes('*'))
    return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };
  // The response depends on the origin, so a cache in between must not give one page's response to another.
  if (origin === undefined || !origins.includes(origin.toLowerCase())) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  };
}

type Headers = Readonly<Record<string, string>>;

/** An answer's own headers, with those that let pages read it where it has none of that name. */
export function allowingHeaders(allowing: Headers, own: Headers): Record<string, string> {
  const vary = [own.vary, allowing.vary].filter((names) => names !== undefined).join(', ');
  return { ...allowing, ...own, ...(vary !== '' && { vary }) };
}

/** Returns the headers of the response to a preflight, which precedes a request that isn't simple. */
export function preflightHeaders(trigger: HookTrigger, request: Asked): Record<string, string> {
  const allowing = crossOriginHeaders(trigger, request);
  if (!('access-control-allow-origin' in allowing)) return allowing;
  const { 'access-control-expose-headers': _, ...headers } = allowing;
  const asked = request.headers['access-control-request-headers'];
  return {
    ...headers,
    'access-control-allow-methods': trigger.methods.join(', '),
    ...(asked !== undefined && HEADER_NAMES.test(asked) && { 'access-control-allow-headers': asked }),
    'access-control-max-age': PREFLIGHT_KEPT_SECONDS,
    vary: 'Origin, Access-Control-Request-Headers',
  };
}
