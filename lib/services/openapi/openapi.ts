import type { z } from 'zod';
import { ERROR_STATUS } from '../../platform/errors';
import type { Endpoint } from '../../platform/http/endpoint';
import type { Operation } from '../../platform/http/operation';
import { withTypedBlocks } from './openapi-blocks';
import { addExamples } from './openapi-examples';
import { HEADERS } from './openapi-headers';
import { isOpen, jsonContent, responseObjects } from './openapi-responses';
import { createSchemaCollector, type JsonSchema, type SchemaCollector } from './openapi-schemas';

const DOCUMENTED = '/api/v1/';
const API_VERSION = '1.0.0';

const INTRODUCTION = `Workflows, their executions and their logs.

Send an API key in \`x-api-key\` (Settings → API keys). A key has scopes and the workspaces it was made for, and never more than
its owner may. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`errors\` names each bad value.

Paths that take GET answer HEAD, all answer OPTIONS; another method gets 405 with \`Allow\`, a URL and headers of more than 64 KiB 431.`;

/** A request that the product sends to others, for documents: one POST. */
export interface SentEvent {
  /** The operationId; unique. */
  id: string;
  /** The event's type, as subscribers know it. */
  type: string;
  summary: string;
  description: string;
  tag: string;
  headers: z.ZodType;
  body: z.ZodType;
  /** The effects of the receiver's responses, by status or range of statuses (`2XX`). */
  answers: Record<string, string>;
}

/**
 * Returns an OpenAPI 3.1 document of the operations under `/api/v1`. `serverUrl`: the base of the paths.
 * `events`: its `webhooks`.
 */
export function openApiDocument(
  operations: readonly Operation[],
  serverUrl: string,
  events: readonly SentEvent[] = [],
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
  const webhooks = Object.fromEntries(
    events.map((event) => [event.type, { post: eventObject(event, collector) }]),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 'Millrace API', version: API_VERSION, description: INTRODUCTION },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '`millrace_live_…`' },
      },
      headers: HEADERS,
      schemas: { Problem: PROBLEM(), ...withTypedBlocks(collector.components()) },
    },
  };
  addExamples(document);
  return document;
}

function eventObject(event: SentEvent, collector: SchemaCollector) {
  const { id, summary, description, tag, headers, body, answers } = event;
  const responses = Object.entries(answers).map(([status, words]) => [status, { description: words }]);
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: [],
    parameters: parameters(headers, 'header', collector),
    requestBody: { required: true, content: jsonContent(collector.schemaOf(body, 'output')) },
    responses: Object.fromEntries(responses),
  };
}

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
      : {
          requestBody: {
            // The server takes no body as an empty object.
            required: !body.safeParse({}).success,
            content: jsonContent(collector.schemaOf(body, 'input')),
          },
        }),
    responses: responseObjects(endpoint, collector),
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
    const { pattern, ...untyped } = all; // it describes the text form, not the value
    const rest: JsonSchema = all.type === 'string' ? all : untyped;
    const isList = rest.type === 'array';
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...described(isPageLimit(name, shape) ? `${description ?? 'Rows per page.'} ${SHORTER}` : description),
      ...(isList ? { style: 'form', explode: false } : {}),
      schema: rest,
    };
  });
}

const SHORTER = 'A page may be shorter; only a `nextCursor` of null ends the list.';

const isPageLimit = (name: string, shape: object): boolean => name === 'limit' && 'cursor' in shape;

const described = (description: unknown) => (description === undefined ? {} : { description });

/** Created for each document, because examples are added to it. */
const PROBLEM = (): JsonSchema => ({
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors', 'error'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['param', 'code', 'message'],
        properties: {
          param: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          docs: { type: 'string', description: 'The path of the guide about it, if there is one.' },
        },
      },
    },
    error: { type: 'string', description: 'The same as `detail`, for simple clients.' },
  },
});
