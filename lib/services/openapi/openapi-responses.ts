import type { z } from 'zod';
import { ERROR_STATUS } from '../../platform/errors';
import type { Endpoint } from '../../platform/http/endpoint';
import { namedHeaders, RATE_LIMIT_HEADERS } from './openapi-headers';
import type { JsonSchema, SchemaCollector } from './openapi-schemas';

/**
 * Returns every response of an endpoint, by status: successes first, then a problem for each possible
 * error.
 */
export function responseObjects(endpoint: Endpoint, collector: SchemaCollector): Record<string, unknown> {
  const { response, otherResponses = {}, status = response === undefined ? 204 : 200 } = endpoint;
  const headers = headersOf(endpoint);
  const answer = (description: string, schema?: z.ZodType) => ({
    description,
    headers,
    ...(schema === undefined ? {} : { content: jsonContent(collector.schemaOf(schema, 'output')) }),
  });
  const others = Object.entries(otherResponses).map(([code, { description, schema }]) => [
    code,
    { ...answer(description, schema), ...(code === PARTIAL ? bytesContent(endpoint) : {}) },
  ]);
  const words = status === 204 && endpoint.bytes === undefined ? 'Done; no content.' : 'Success.';
  // Few readers of documents know `x-streams`.
  const formats = Object.entries(endpoint.streams ?? {}).map(([type, { description }]) =>
    description.includes(type) ? description : `As \`${type}\`: ${description}`,
  );
  const success = answer([words, ...formats].join(' '), response);
  return Object.fromEntries([
    [status, { ...success, ...bytesContent(endpoint), ...streamsOf(endpoint, collector) }],
    ...(endpoint.live === undefined ? [] : [[304, { description: NOT_MODIFIED, headers }]]),
    ...others,
    ...problemStatuses(endpoint).map((code) => [code, problem(endpoint, code, collector)]),
  ]);
}

/** A part of the endpoint's bytes. */
const PARTIAL = '206';

export const isOpen = (auth: Endpoint['auth']): boolean => auth === 'public' || auth === 'nobody';

export const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const NOT_MODIFIED = 'Unchanged since the entity tag in `If-None-Match`.';

function bytesContent({ bytes }: Endpoint) {
  if (bytes === undefined) return {};
  return { content: { '*/*': { schema: { type: 'string', format: 'binary', description: bytes } } } };
}

const EVENTS = 'text/event-stream';
const ACCESS_ENDED =
  'When the caller’s access ends meanwhile (the key is revoked, the member removed), the last event is ' +
  'named `access-ended`; its `data` has the `code` and `message` that the same request would get now.';

/** Returns `x-streams`: shaped like `content`, with OpenAPI 3.2's `itemSchema`. */
function streamsOf({ streams, auth }: Endpoint, collector: SchemaCollector) {
  if (streams === undefined) return {};
  const described = Object.entries(streams).map(([type, { description, item }]) => [
    type,
    {
      description: type === EVENTS && !isOpen(auth) ? `${description} ${ACCESS_ENDED}` : description,
      itemSchema: collector.schemaOf(item, 'output'),
    },
  ]);
  return { 'x-streams': Object.fromEntries(described) };
}

function problemStatuses({ method, auth, params, body, rateLimit, problems = [] }: Endpoint): number[] {
  return [
    400, // a parameter or a body that it doesn't take
    ...(isOpen(auth) ? [] : [401, 403]),
    ...(params === undefined ? [] : [404]),
    ...(method === 'PUT' ? [409] : []),
    // A body that arrives too slowly, is too large, packed or no JSON, or exceeds the room for bodies.
    ...(body === undefined ? [] : [408, 413, 415, 429]),
    ...(rateLimit === undefined ? [] : [429]),
    ...problems.map((code) => ERROR_STATUS[code]),
    500,
    ...(auth === 'nobody' ? [] : [503]),
  ];
}

const SAYS_WHEN = new Set([429, 503]);

const PROBLEM = { $ref: '#/components/schemas/Problem' };

function problem(endpoint: Endpoint, status: number, collector: SchemaCollector) {
  const members = endpoint.problemMembers?.[status];
  const schema =
    members === undefined ? PROBLEM : { allOf: [PROBLEM, collector.schemaOf(members, 'output')] };
  const codes = Object.entries(ERROR_STATUS).filter(([, known]) => known === status);
  return {
    description: `Codes: ${codes.map(([code]) => `\`${code}\``).join(', ')}.`,
    headers: namedHeaders([
      'X-Request-Id',
      ...(SAYS_WHEN.has(status) ? ['Retry-After'] : []),
      ...(isCounted(endpoint, status) ? RATE_LIMIT_HEADERS : []),
    ]),
    content: { 'application/problem+json': { schema } },
  };
}

/**
 * True if the calls are counted by the plan; unauthenticated ones are not. Executions are counted by their verbs,
 * which report it on refusal. Other limits, such as that of comments a minute, only say when to try again.
 */
function isCounted({ rateLimit, problems = [] }: Endpoint, status: number): boolean {
  if (rateLimit !== undefined) return ![401, 408, 503].includes(status);
  return status === 429 && problems.includes('rate_limited') && problems.includes('usage_exceeded');
}

function headersOf({ rateLimit, live, answerHeaders = [] }: Endpoint): JsonSchema {
  const limited = rateLimit === undefined ? [] : RATE_LIMIT_HEADERS;
  return namedHeaders([
    'X-Request-Id',
    ...(live === undefined ? [] : ['ETag']),
    ...limited,
    ...answerHeaders,
  ]);
}
