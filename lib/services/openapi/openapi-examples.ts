import { exampleOfSchema } from '../../core/blocks/api/openapi/example-value';
import { openApi3 } from '../../core/blocks/api/openapi/openapi-document';
import { ERROR_STATUS } from '../../platform/errors';
import { titleOf } from '../../platform/http/problem';
import { EXAMPLE_VALUES } from './openapi-example-values';
import type { JsonSchema } from './openapi-schemas';

interface Described {
  parameters: Array<{ name: string; required: boolean; schema: JsonSchema; example?: unknown }>;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/**
 * Adds examples to the fields, required parameters, bodies and responses of a document, made from those of
 * their fields.
 */
export function addExamples(document: { paths: object; webhooks: object; components: object }): void {
  addToFields(document);
  const read = openApi3({ ...document });
  const made = (schema: JsonSchema) => withoutError(exampleOfSchema(read, schema));
  const operations = [document.paths, document.webhooks].flatMap((paths) =>
    Object.values(paths).flatMap((methods: object) => Object.values(methods) as Described[]),
  );
  for (const { parameters, requestBody, responses } of operations) {
    for (const parameter of parameters)
      if (parameter.required)
        parameter.example = byName(parameter.name, parameter.schema) ?? made(parameter.schema);
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    for (const media of contents.flatMap((content) => Object.entries(content ?? {})))
      if (media[0] === 'application/json') media[1].example = made(media[1].schema);
    for (const [status, { content }] of Object.entries(responses)) {
      const problem = content?.['application/problem+json'];
      if (problem !== undefined) problem.example = problemExample(Number(status));
    }
  }
}

function addToFields(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties } = value as { properties?: Record<string, JsonSchema> };
  if (typeof properties === 'object')
    for (const [name, schema] of Object.entries(properties)) {
      const example = byName(name, schema);
      if (example !== undefined) schema.examples = [example];
    }
  for (const [key, inner] of Object.entries(value)) if (key !== 'examples') addToFields(inner);
}

const WRITTEN = ['$ref', 'examples', 'const', 'default', 'enum'];

/** Returns undefined if the schema itself restricts the value, or no value of that name has its type. */
function byName(name: string, schema: JsonSchema): unknown {
  if (!Object.hasOwn(EXAMPLE_VALUES, name) || WRITTEN.some((key) => key in schema)) return undefined;
  return EXAMPLE_VALUES[name]!.find((value) => fits(value, schema));
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

const REFUSED = { param: 'limit', code: 'param_invalid', message: 'Give a whole number of at least 1.' };
const DETAILS: Readonly<Record<number, string>> = {
  400: `${REFUSED.param}: ${REFUSED.message}`,
  401: 'Send a valid API key in the x-api-key header.',
  403: 'This API key lacks the scope logs:read.',
  429: 'The plan allows 10 calls of the logs and webhooks API per minute. Call again in 42 s.',
  503: 'The database is not available at the moment. Try again.',
};

function problemExample(status: number): JsonSchema {
  const [code] = Object.entries(ERROR_STATUS).find(([, known]) => known === status)!;
  const detail = DETAILS[status] ?? `${titleOf(status)}.`;
  return {
    type: `/docs#error-${code}`,
    title: titleOf(status),
    status,
    detail,
    code,
    requestId: EXAMPLE_VALUES.requestId![0],
    errors: status === 400 ? [REFUSED] : [],
    error: detail,
  };
}
