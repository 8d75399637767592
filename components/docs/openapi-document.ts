import { z } from 'zod';

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

const Schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const Content = z
  .record(z.string(), z.object({ schema: Schema.optional(), example: z.unknown().optional() }))
  .optional();

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: Schema.optional(),
});
export type Parameter = z.infer<typeof Parameter>;

const Answer = z.object({
  description: z.string().default(''),
  content: Content,
  /** Streams that the client can request with `Accept`, by media type. */
  'x-streams': z.record(z.string(), z.object({ description: z.string() })).optional(),
});
type Answer = z.infer<typeof Answer>;

export const ApiOperation = z.object({
  operationId: z.string(),
  summary: z.string().default(''),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), Answer),
});
export type ApiOperation = z.infer<typeof ApiOperation>;

export const OpenApiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default('') }),
  paths: z.record(z.string(), z.record(z.string(), ApiOperation)),
  webhooks: z.record(z.string(), z.object({ post: ApiOperation })).default({}),
  components: z.object({ schemas: z.record(z.string(), Schema).default({}) }).default({ schemas: {} }),
});
export type OpenApiDocument = z.infer<typeof OpenApiDocument>;

export interface PlacedOperation extends ApiOperation {
  method: string;
  path: string;
}

/** Groups operations by their first tag, both in the document's order. */
export function operationsByTag(document: OpenApiDocument): Array<[string, PlacedOperation[]]> {
  const groups = new Map<string, PlacedOperation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'Other';
      groups.set(tag, [...(groups.get(tag) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  }
  return [...groups];
}

/** Returns the JSON schema of a request or response body; undefined if it has none. */
export function jsonSchemaOf(content: z.infer<typeof Content>): JsonSchema | undefined {
  const [, json] = Object.entries(content ?? {}).find(([type]) => /[/+]json$/.test(type)) ?? [];
  return json?.schema;
}

/** Returns the document's own example of a JSON body; undefined if it has none. */
export function jsonExampleOf(content: z.infer<typeof Content>): unknown {
  const [, json] = Object.entries(content ?? {}).find(([type]) => /[/+]json$/.test(type)) ?? [];
  return json?.example;
}

/** Returns a response's media types besides JSON, with their descriptions. */
export function otherMediaOf(answer: Answer): Array<{ type: string; description: string }> {
  const bytes = Object.entries(answer.content ?? {})
    .filter(([type]) => !/[/+]json$/.test(type))
    .map(([type, { schema }]) => ({ type, description: schema?.description ?? '' }));
  const streams = Object.entries(answer['x-streams'] ?? {}).map(([type, { description }]) => ({
    type,
    description,
  }));
  return [...bytes, ...streams];
}
