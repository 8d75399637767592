import { asArray, asObject, asText, type JsonObject, own } from './json-node';
import type { Operation } from './list-operations';
import type { OpenApiDocument } from './openapi-document';
import { resolve } from './resolve-reference';
import { upgradeForm, upgradeParameter } from './upgrade-parameter';

const MAX_PARAMETERS = 2_000;
const JSON_TYPE = 'application/json';

/** Copies a Swagger 2 document, with its security definitions also where OpenAPI 3 has them. */
export function withSecuritySchemes(root: JsonObject): JsonObject {
  const securitySchemes: Record<string, unknown> = Object.create(null);
  for (const [name, scheme] of Object.entries(asObject(own(root, 'securityDefinitions'))))
    securitySchemes[name] =
      own(scheme, 'type') === 'basic' ? { ...asObject(scheme), type: 'http', scheme: 'basic' } : scheme;
  return { ...root, components: { ...asObject(own(root, 'components')), securitySchemes } };
}

/**
 * Converts an operation of Swagger 2 to OpenAPI 3. Schemas stay where references lead to them;
 * differences in them (`type: file`) are handled with the parameters.
 */
export function upgradeOperation(
  document: OpenApiDocument,
  operation: Operation,
  documentUrl?: string,
): { operation: Operation; notes: string[] } {
  const notes: string[] = [];
  const { parameters, requestBody } = upgradeParameters(document, operation, notes);
  const server = serverOf(document, operation, documentUrl);
  notes.push(...server.notes);
  const node: JsonObject = {
    ...operation.node,
    parameters,
    ...(requestBody === null ? {} : { requestBody }),
    responses: upgradeResponses(document, operation.node),
    servers: [{ url: server.url }],
  };
  return { operation: { ...operation, node, pathItem: {} }, notes };
}

function upgradeParameters(
  document: OpenApiDocument,
  { node, pathItem }: Operation,
  notes: string[],
): { parameters: JsonObject[]; requestBody: JsonObject | null } {
  const all = [...asArray(own(pathItem, 'parameters')), ...asArray(own(node, 'parameters'))];
  const found = new Map<string, JsonObject>();
  for (const reference of all.slice(0, MAX_PARAMETERS)) {
    const parameter = resolve(document, reference);
    const place = asText(own(parameter, 'in'));
    // There is only one body, whatever its name.
    if (place !== '')
      found.set(place === 'body' ? place : `${place} ${String(own(parameter, 'name'))}`, parameter);
  }
  const parameters: JsonObject[] = [];
  const form: JsonObject[] = [];
  let body: JsonObject | null = null;
  for (const parameter of found.values()) {
    const place = own(parameter, 'in');
    if (place === 'body') body = parameter;
    else if (place === 'formData') form.push(parameter);
    else parameters.push(upgradeParameter(parameter, notes));
  }
  const consumes = typesOf(own(node, 'consumes') ?? own(document.root, 'consumes'));
  if (body !== null) return { parameters, requestBody: upgradeBody(body, consumes) };
  return { parameters, requestBody: form.length === 0 ? null : upgradeForm(form, consumes, notes) };
}

function upgradeBody(parameter: JsonObject, consumes: readonly string[]): JsonObject {
  const examples = asObject(own(parameter, 'x-examples'));
  const types = consumes.length === 0 ? [JSON_TYPE] : consumes;
  const media = (type: string) => {
    const example = own(parameter, 'x-example') ?? own(examples, type);
    return { schema: own(parameter, 'schema') ?? {}, ...(example === undefined ? {} : { example }) };
  };
  return { content: Object.fromEntries(types.map((type) => [type, media(type)])) };
}

function upgradeResponses(document: OpenApiDocument, node: JsonObject): JsonObject {
  const produces = typesOf(own(node, 'produces') ?? own(document.root, 'produces'));
  const types = produces.length === 0 ? [JSON_TYPE] : produces;
  const responses: Record<string, unknown> = Object.create(null);
  for (const [code, reference] of Object.entries(asObject(own(node, 'responses')))) {
    const schema = own(resolve(document, reference), 'schema');
    responses[code] =
      schema === undefined ? {} : { content: Object.fromEntries(types.map((type) => [type, { schema }])) };
  }
  return responses;
}

const typesOf = (value: unknown): string[] =>
  asArray(value).filter((type): type is string => typeof type === 'string' && type.trim() !== '');

/** Returns the URL of `host`, `basePath` and `schemes`; the document's address fills in missing parts. */
function serverOf(
  { root }: OpenApiDocument,
  { node }: Operation,
  documentUrl: string | undefined,
): { url: string; notes: string[] } {
  const written = asText(own(root, 'host')).trim();
  const [host = ''] = written.replace(/^[a-z]+:\/\//i, '').split('/', 1);
  const basePath = asText(own(root, 'basePath')).trim();
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  const schemes = typesOf(own(node, 'schemes') ?? own(root, 'schemes')).map((scheme) => scheme.toLowerCase());
  const scheme = ['https', 'http'].find((known) => schemes.includes(known));
  const others = schemes.filter((given) => given !== 'http' && given !== 'https');
  const notes = others.map((given) => `The block can’t call it by ${given.slice(0, 20)}.`);
  if (host === '') return { url: path || '/', notes };
  if (scheme !== undefined) return { url: `${scheme}://${host}${path}`, notes };
  if (documentUrl !== undefined) return { url: `//${host}${path}`, notes };
  return { url: `https://${host}${path}`, notes: [...notes, 'The document names no scheme: https is used.'] };
}
