import type { Row } from '../../rows';
import { exampleOf, writtenExample } from './example-value';
import { asArray, asObject, asText, type JsonObject, own } from './json-node';
import { firstLine, type Operation } from './list-operations';
import { mergeSchema, typeOf } from './merge-schema';
import type { OpenApiDocument } from './openapi-document';
import { parameterText, queryPairs, simpleText } from './parameter-pairs';
import { resolve } from './resolve-reference';

/** The parameters of an operation as rows; optional ones are off. */
export interface ParameterRows {
  /** By the name in the path's template. */
  path: Map<string, Row>;
  query: Row[];
  headers: Row[];
  warnings: string[];
}

const MAX_ROWS = 150;
const MAX_READ = 2_000;

export function readParameters(document: OpenApiDocument, operation: Operation): ParameterRows {
  const rows: ParameterRows = { path: new Map(), query: [], headers: [], warnings: [] };
  const cookies: Array<{ text: string; required: boolean }> = [];
  const parameters = parametersOf(document, operation);
  for (const parameter of parameters.slice(0, 2 * MAX_ROWS)) {
    const name = asText(own(parameter, 'name'));
    const place = own(parameter, 'in');
    const isRequired = own(parameter, 'required') === true || place === 'path';
    const value = parameterExample(document, parameter);
    const style = asText(own(parameter, 'style'));
    const description = firstLine(asText(own(parameter, 'description')));
    const row = (key: string, text: string): Row => ({
      key,
      value: text,
      enabled: isRequired,
      ...(description === '' ? {} : { description }),
    });
    const explode = own(parameter, 'explode');
    if (place === 'path') rows.path.set(name, row(name, simpleText(value, explode === true)));
    else if (place === 'query') {
      const isExploded = explode === undefined ? style === '' || style === 'form' : explode === true;
      for (const [key, text] of queryPairs(name, value, style, isExploded)) rows.query.push(row(key, text));
    } else if (place === 'header') {
      // The body sets its type itself.
      if (name.toLowerCase() !== 'content-type')
        rows.headers.push(row(name, simpleText(value, explode === true)));
    } else if (place === 'cookie')
      cookies.push({ text: `${name}=${parameterText(value)}`, required: isRequired });
    else
      rows.warnings.push(`The parameter "${name.slice(0, 60)}" is left out: it has no place in a request.`);
  }
  if (cookies.length > 0) {
    const sent = cookies.filter(({ required }) => required);
    const value = (sent.length > 0 ? sent : cookies).map(({ text }) => text).join('; ');
    rows.headers.push({ key: 'Cookie', value, enabled: sent.length > 0 });
  }
  const query = rows.query.slice(0, MAX_ROWS);
  const headers = rows.headers.slice(0, MAX_ROWS);
  const isCut = query.length < rows.query.length || headers.length < rows.headers.length;
  if (isCut || parameters.length > 2 * MAX_ROWS)
    rows.warnings.push(`It has too many parameters: ${MAX_ROWS} of a kind are taken.`);
  return { ...rows, query, headers };
}

/** Returns the parameters of the path, replaced by the operation's of the same name and place. */
export function parametersOf(document: OpenApiDocument, { node, pathItem }: Operation): JsonObject[] {
  const found = new Map<string, JsonObject>();
  const all = [...asArray(own(pathItem, 'parameters')), ...asArray(own(node, 'parameters'))];
  for (const reference of all.slice(0, MAX_READ)) {
    const parameter = resolve(document, reference);
    const name = asText(own(parameter, 'name'));
    if (name !== '') found.set(`${asText(own(parameter, 'in'))} ${name}`, parameter);
  }
  return [...found.values()];
}

/** Returns an example; empty for plain text without one, because `string` would be sent by mistake. */
function parameterExample(document: OpenApiDocument, parameter: JsonObject): unknown {
  const [media] = Object.values(asObject(own(parameter, 'content')));
  if (media !== undefined) return JSON.stringify(exampleOf(document, resolve(document, media)) ?? null);
  const hasExample = own(parameter, 'example') !== undefined || own(parameter, 'examples') !== undefined;
  if (!hasExample) {
    const { node } = mergeSchema(document, own(parameter, 'schema') ?? {}, { left: 100 });
    const isPlainText = typeOf(node).type === 'string' && own(node, 'format') === undefined;
    if (isPlainText && writtenExample(node) === undefined) return '';
  }
  return exampleOf(document, parameter);
}
