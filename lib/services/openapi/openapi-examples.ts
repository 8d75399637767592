import { exampleOfSchema } from '../../core/blocks/api/openapi/example-value';
import { openApi3 } from '../../core/blocks/api/openapi/openapi-document';
import { ERROR_STATUS } from '../../platform/errors';
import { titleOf } from '../../platform/http/problem';
import { isJsonObject } from '../../platform/text/exact-number';
import { VALUES_OF_KIND } from './openapi-example-kinds';
import { EXAMPLE_VALUES } from './openapi-example-values';
import type { JsonSchema } from './openapi-schemas';

interface Described {
  description: string;
  tags: readonly string[];
  parameters: Array<{ name: string; in: string; required: boolean; schema: JsonSchema; example?: unknown }>;
  requestBody?: { content: Content };
  responses: Record<string, { headers?: object; content?: Content }>;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/**
 * Adds examples to the fields, required parameters, bodies and responses of a document, made from those of
 * their fields.
 */
export function addExamples(document: {
  paths: object;
  webhooks: object;
  components: { schemas: Record<string, JsonSchema> };
}): void {
  const operations = [document.paths, document.webhooks].flatMap((paths) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values<Described>(methods).map((operation) => [path, operation] as const),
    ),
  );
  for (const [, operation] of operations) addToFields(operation, operation.tags[0]!);
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) addToFields(schema, name.replace(/Input$/, ''));
  const read = openApi3({ ...document });
  const made = (schema: JsonSchema) => withoutError(exampleOfSchema(read, schema));
  for (const [path, operation] of operations) {
    const { parameters, requestBody, responses } = operation;
    for (const parameter of parameters)
      if (parameter.required)
        parameter.example =
          byName(parameter.name, parameter.schema, kindIn(path, parameter.name)) ?? made(parameter.schema);
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    for (const media of contents.flatMap((content) => Object.entries(content ?? {})))
      if (media[0] === 'application/json') media[1].example = made(media[1].schema);
    for (const [status, { content }] of Object.entries(responses)) {
      const problem = content?.['application/problem+json'];
      if (problem !== undefined)
        problem.example = {
          ...(made(problem.schema) as object),
          ...problemExample(Number(status), operation),
        };
    }
  }
}

/** Returns the segment before a parameter of a path: `folders` in `/api/v1/folders/{id}`. */
function kindIn(path: string, parameter: string): string {
  const segments = path.split('/');
  return segments[segments.indexOf(`{${parameter}}`) - 1] ?? '';
}

function addToFields(value: unknown, kind: string): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties } = value as { properties?: Record<string, JsonSchema> };
  if (typeof properties === 'object')
    for (const [name, schema] of Object.entries(properties)) {
      const example = byName(name, schema, kind);
      if (example !== undefined) schema.examples = [example];
    }
  for (const [key, inner] of Object.entries(value)) if (key !== 'examples') addToFields(inner, kind);
}

const WRITTEN = ['$ref', 'examples', 'const', 'default', 'enum'];

/** Returns undefined if the schema itself restricts the value, or no value of that name has its type. */
function byName(name: string, schema: JsonSchema, kind: string): unknown {
  if (WRITTEN.some((key) => key in schema)) return undefined;
  const own = VALUES_OF_KIND[kind];
  const values = [own, EXAMPLE_VALUES].flatMap((of) => (of && Object.hasOwn(of, name) ? of[name]! : []));
  return values.find((value) => fits(value, schema));
}

function fits(value: unknown, schema: JsonSchema): boolean {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((alternative) => fits(value, alternative));
  const { type, pattern, properties, $ref } = schema;
  const types = type === undefined ? ['object'] : [type].flat();
  if (typeof value === 'string')
    return types.includes('string') && new RegExp(String(pattern ?? ''), 'u').test(value);
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  if (Array.isArray(value)) return types.includes('array');
  if (value === null) return types.includes('null');
  if (typeof value === 'boolean') return types.includes('boolean');
  return types.includes('object') && properties === undefined && $ref === undefined;
}

/** Removes the errors from an example that succeeded. */
function withoutError(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutError);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, withoutError(inner)] as const);
  const succeeded = (value as { status?: unknown }).status === 'success';
  return Object.fromEntries(
    members.filter(([key, inner]) => !(succeeded && key === 'error' && inner !== null)),
  );
}

const DETAILS: Readonly<Record<number, string>> = {
  401: 'Send a valid API key in the x-api-key header.',
  409: 'It has been changed since; it is at version 3 now.',
  429: 'The server is receiving too many large requests at the moment. Send it again in a few seconds.',
  500: 'Something went wrong on the server. The request id leads to the cause in the server’s log.',
  503: 'The database is not available at the moment. Try again.',
};

function problemExample(status: number, operation: Described): JsonSchema {
  const known = Object.entries(ERROR_STATUS).filter(([, each]) => each === status);
  // The last of 500 is the one that every operation has.
  const [code] = (status === 500 ? known.at(-1) : known[0])!;
  const errors = status === 400 ? [refusedValue(operation)] : [];
  const detail = detailOf(status, operation) ?? errors.map(({ param, message }) => `${param}: ${message}`)[0];
  return {
    type: `/docs#error-${code}`,
    title: titleOf(status),
    status,
    detail: detail ?? `${titleOf(status)}.`,
    code,
    requestId: EXAMPLE_VALUES.requestId![0],
    errors,
    error: detail ?? `${titleOf(status)}.`,
  };
}

function detailOf(status: number, { description, responses, tags }: Described): string | undefined {
  const scope = /scope `([\w:]+)`/.exec(description)?.[1];
  if (status === 403 && scope !== undefined) return `This API key lacks the scope ${scope}.`;
  if (status !== 429 || !('X-RateLimit-Limit' in (responses[429]?.headers ?? {}))) return DETAILS[status];
  return tags[0] === 'Logs' || tags[0] === 'Webhooks'
    ? 'The plan allows 10 calls of the logs and webhooks API per minute. Call again in 42 s.'
    : 'The plan allows 25 synchronous executions per minute. Try again in 42 s.';
}

/** Returns a mistake that can be made with this operation: a parameter or field of its own, or none at all. */
function refusedValue({ parameters, requestBody }: Described) {
  const query = parameters.find((parameter) => parameter.in === 'query')?.name;
  const sent = requestBody?.content['application/json']?.example;
  const field = query ?? (isJsonObject(sent) ? Object.keys(sent)[0] : undefined);
  const param = field ?? 'page';
  if (field === query && query !== undefined)
    return { param, code: 'param_repeated', message: `Give “${param}” once.` };
  return field === undefined
    ? { param, code: 'param_unknown', message: `“${param}” is not a parameter here.` }
    : { param, code: 'param_invalid', message: 'It has the wrong type.' };
}
