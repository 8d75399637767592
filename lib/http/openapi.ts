import type { z } from 'zod';
import { ERROR_STATUS } from '../errors';
import type { Endpoint } from './endpoint';
import { createSchemaCollector, type JsonSchema, type SchemaCollector } from './openapi-schemas';
import type { Operation } from './operation';

const DOCUMENTED = '/api/v1/';
const API_VERSION = '1.0.0';

const INTRODUCTION = `Workflows, their executions and their logs.

Send an API key in \`x-api-key\` (Settings → API keys). A key has scopes and the workspaces it was made for, and never more than
its owner may. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` names each bad value.

Paths that take GET answer HEAD, all answer OPTIONS; another method gets 405 with \`Allow\`, a URL and headers of more than 64 KiB 431.`;

/** OpenAPI 3.1, drawn from the operations under \`/api/v1\`. `serverUrl`: where the paths start. */
export function openApiDocument(
  operations: readonly Operation[],
  serverUrl: string,
  /** What is sent to subscribers. */
  webhooks?: (collector: SchemaCollector) => Record<string, unknown>,
) {
  const collector = createSchemaCollector();
  const endpoints = operations
    .map(({ endpoint }) => endpoint)
    .filter(({ path }) => path.startsWith(DOCUMENTED));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationObject(endpoint, collector);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace API', version: API_VERSION, description: INTRODUCTION },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: webhooks === undefined ? {} : webhooks(collector),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '`millrace_live_…`' },
      },
      headers: HEADERS,
      schemas: { Problem: PROBLEM, ...collector.components() },
    },
  };
}

const isOpen = (auth: Endpoint['auth']): boolean => auth === 'public' || auth === 'nobody';

function operationObject(endpoint: Endpoint, collector: SchemaCollector) {
  const { id, summary, description, tag, auth, scope, body } = endpoint;
  const scopes = scope === undefined ? [] : [scope].flat().map((name) => `\`${name}\``);
  const needs = scopes.length === 0 ? undefined : `Needs the scope ${scopes.join(' or ')}.`;
  return {
    operationId: id,
    summary,
    description: [description, needs].filter((text) => text !== undefined).join('\n\n'),
    tags: [tag],
    security: isOpen(auth) ? [] : [{ apiKey: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path', collector),
      ...parameters(endpoint.query, 'query', collector),
      ...parameters(endpoint.headers, 'header', collector),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(endpoint, collector) } }),
    responses: responses(endpoint, collector),
  };
}

function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query' | 'header',
  collector: SchemaCollector,
) {
  const shape = (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  return Object.entries(shape).map(([name, field]) => {
    const { description, ...all } = collector.schemaOf(field, 'input');
    const { pattern, ...untyped } = all; // the text's, where the value is no text
    const rest: JsonSchema = all.type === 'string' ? all : untyped;
    const isList = rest.type === 'array';
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      ...(isList ? { style: 'form', explode: false } : {}),
      schema: rest,
    };
  });
}

function responses(endpoint: Endpoint, collector: SchemaCollector): Record<string, unknown> {
  const { response, media = {}, otherResponses = {}, status = response === undefined ? 204 : 200 } = endpoint;
  const headers = headersOf(endpoint);
  const answer = (description: string, schema?: z.ZodType) => ({
    description,
    headers,
    ...(schema === undefined ? {} : { content: jsonContent(collector.schemaOf(schema, 'output')) }),
  });
  const problems = problemStatuses(endpoint).map((code) => [
    code,
    problem(code, problemHeaders(endpoint, code)),
  ]);
  const others = Object.entries(otherResponses).map(([code, { description, schema }]) => [
    code,
    answer(description, schema),
  ]);
  return Object.fromEntries([
    [
      status,
      withMedia(answer(status === 204 ? 'Done; no content.' : 'Success.', response), media, collector),
    ],
    ...(endpoint.live === undefined ? [] : [[304, { description: NOT_MODIFIED, headers }]]),
    ...others,
    ...problems,
  ]);
}

function problemStatuses({ method, auth, params, query, body, problems = [] }: Endpoint): number[] {
  const takesInput = params !== undefined || query !== undefined || body !== undefined;
  const found = [
    ...(takesInput ? [400] : []),
    ...(isOpen(auth) ? [] : [401, 403]),
    ...(params === undefined ? [] : [404]),
    ...(method === 'PUT' ? [409] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...(isOpen(auth) ? [] : [429]),
    ...problems.map((code) => ERROR_STATUS[code]),
  ];
  return [...found, 500];
}

function problem(status: number, headers: JsonSchema) {
  const codes = Object.entries(ERROR_STATUS).filter(([, known]) => known === status);
  return {
    description: `Codes: ${codes.map(([code]) => `\`${code}\``).join(', ')}.`,
    headers: {
      ...headers,
      ...(status === 429 ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
    },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const NOT_MODIFIED = 'What `If-None-Match` names is still so.';

/** Media types that JSON Schema does not describe. */
function withMedia(
  answer: { content?: JsonSchema },
  media: NonNullable<Endpoint['media']>,
  collector: SchemaCollector,
) {
  const others = Object.entries(media).map(([type, held]) => {
    if (typeof held === 'string') return [type, { schema: { type: 'string', description: held } }];
    // OpenAPI 3.2 calls this `itemSchema`; 3.1 has no name for it.
    const items = { 'x-item-schema': collector.schemaOf(held.items, 'output') };
    return [type, { schema: { type: 'string', description: held.description }, ...items }];
  });
  return others.length === 0
    ? answer
    : { ...answer, content: { ...answer.content, ...Object.fromEntries(others) } };
}

function bodyContent({ body, exampleBody }: Endpoint, collector: SchemaCollector): JsonSchema {
  const content = collector.schemaOf(body!, 'input');
  const example = exampleBody === undefined ? {} : { example: exampleBody };
  return { 'application/json': { schema: content, ...example } };
}

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

function headersOf({ rateLimit, live, answerHeaders = [] }: Endpoint): JsonSchema {
  const limited = rateLimit === undefined ? [] : RATE_LIMIT_HEADERS;
  return named(['X-Request-Id', ...(live === undefined ? [] : ['ETag']), ...limited, ...answerHeaders]);
}

/** Nobody's calls are not counted; a refusal for their number always says which window is full. */
function problemHeaders({ rateLimit }: Endpoint, status: number): JsonSchema {
  const isCounted = rateLimit !== undefined && status !== 401;
  const limited = isCounted || status === 429 ? RATE_LIMIT_HEADERS : [];
  return named(['X-Request-Id', ...limited]);
}

function named(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

const text = { type: 'string' };
const header = (description: string, schema: JsonSchema) => ({ description, schema });

const HEADERS = {
  'X-Request-Id': header('Names this request in the server’s log.', { type: 'string' }),
  ETag: header('Weak: it stands for all that is said but `limits`. Send it as `If-None-Match`.', text),
  'X-RateLimit-Limit': header('Calls of the logs and webhooks API in a window.', { type: 'integer' }),
  'X-RateLimit-Remaining': header('Calls left in the current window.', { type: 'integer' }),
  'X-RateLimit-Reset': header('When the window ends.', { type: 'string', format: 'date-time' }),
  'RateLimit-Policy': header('The window: its quota `q` and its length `w` in seconds.', {
    type: 'string',
    examples: ['"logs";q=10;w=60'],
  }),
  RateLimit: header('What is left of it: `r` calls, for `t` seconds.', {
    type: 'string',
    examples: ['"logs";r=9;t=42'],
  }),
  'Idempotent-Replayed': header('`true`: another call with this `Idempotency-Key` ran it.', text),
  'Retry-After': header('Whole seconds to wait.', { type: 'integer', minimum: 1 }),
};

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors', 'error'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    requestId: text,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['param', 'code', 'message'],
        properties: { param: text, code: text, message: text },
      },
    },
    error: { type: 'string', description: 'The same as `detail`, for simple clients.' },
  },
};
