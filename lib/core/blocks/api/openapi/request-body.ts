import type { Body } from '../../body';
import type { PartRow, Row } from '../../rows';
import { exampleOf } from './example-value';
import { asObject, asText, isObject, type JsonObject, own } from './json-node';
import { firstLine, type Operation } from './list-operations';
import { alternativesOf, mergeSchema } from './merge-schema';
import type { OpenApiDocument } from './openapi-document';
import { parameterText } from './parameter-pairs';
import { resolve } from './resolve-reference';

export interface ExampleBody {
  body: Body;
  /** The value of a header row; null if the kind of body implies it. */
  contentType: string | null;
  warnings: string[];
}

const MAX_ROWS = 150;
const JSON_TYPE = 'application/json';

/** Returns an example of an operation's request body; null if it takes none. */
export function exampleBody(document: OpenApiDocument, operation: Operation): ExampleBody | null {
  const content = asObject(own(resolve(document, own(operation.node, 'requestBody')), 'content'));
  const type = chooseType(Object.keys(content));
  if (type === null) return null;
  const media = resolve(document, own(content, type));
  const body = bodyOfType(document, type, media);
  return {
    ...body,
    warnings: [...choiceWarnings(document, Object.keys(content), type, media), ...body.warnings],
  };
}

const MAX_OTHERS = 5;

/** Returns warnings of alternatives that the example does not show. */
function choiceWarnings(
  document: OpenApiDocument,
  types: readonly string[],
  chosen: string,
  media: JsonObject,
): string[] {
  const others = types.filter((type) => type !== chosen).slice(0, MAX_OTHERS);
  const { node } = mergeSchema(document, own(media, 'schema') ?? {}, { left: 100 });
  const forms = alternativesOf(node).length;
  return [
    ...(others.length === 0 ? [] : [`The body is ${chosen}; it may also be ${others.join(', ')}.`]),
    ...(forms > 1 ? [`The body may have ${forms} forms; its example is of the first.`] : []),
  ];
}

function bodyOfType(document: OpenApiDocument, type: string, media: JsonObject): ExampleBody {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const value = exampleOf(document, media);
  if (isJsonType(name)) {
    const text =
      typeof value === 'string' && isJsonText(value) ? value : JSON.stringify(value ?? {}, null, 2);
    const said = name === JSON_TYPE || name.includes('*') ? null : type;
    return { body: { kind: 'json', value: text }, contentType: said, warnings: [] };
  }
  if (name === 'application/x-www-form-urlencoded' && isObject(value)) {
    const { rows, warnings } = formRows(document, media, value);
    return { body: { kind: 'form', rows }, contentType: null, warnings };
  }
  if (name === 'multipart/form-data' && isObject(value)) {
    const { rows: plain, files, warnings: cut } = formRows(document, media, value);
    const rows = plain.map((row) => typedPart(row, value[row.key], asObject(own(media, 'encoding'))));
    const off = files.map((file) => `The part "${file}" is a file; its row is disabled.`);
    return { body: { kind: 'multipart', rows }, contentType: null, warnings: [...cut, ...off] };
  }
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  const isForeign = typeof value !== 'string' && value !== undefined;
  const warnings = isForeign ? [`The body’s example is written as JSON: write it as ${type}.`] : [];
  return { body: { kind: 'raw', value: text, contentType: type }, contentType: null, warnings };
}

/** Sets the part's type by the document; an object is JSON unless it says otherwise (OpenAPI 3). */
function typedPart(row: Row, example: unknown, encoding: JsonObject): PartRow {
  const [first = ''] = asText(own(own(encoding, row.key), 'contentType')).split(',');
  const given = first.includes('*') ? '' : first.trim();
  const items = Array.isArray(example) ? example : [example];
  const contentType = given || (items.some(isObject) ? JSON_TYPE : '');
  return contentType === '' ? row : { ...row, contentType };
}

/** Prefers JSON to forms, forms to text, and text to anything else. */
export function chooseType(types: readonly string[]): string | null {
  const tests = [
    /^application\/json\b/i,
    /[+/]json\b/i,
    /x-www-form-urlencoded/i,
    /multipart\/form-data/i,
    /^text\//i,
  ];
  for (const test of tests) {
    const found = types.find((type) => test.test(type));
    if (found !== undefined) return found;
  }
  return types[0] ?? null;
}

export function isJsonType(name: string): boolean {
  return (
    name === JSON_TYPE ||
    name === 'text/json' ||
    name.endsWith('+json') ||
    name === '*/*' ||
    name === 'application/*'
  );
}

function isJsonText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function formRows(
  document: OpenApiDocument,
  media: JsonObject,
  value: JsonObject,
): { rows: Row[]; files: string[]; warnings: string[] } {
  const { node } = mergeSchema(document, own(media, 'schema') ?? {}, { left: 500 });
  const properties = asObject(own(node, 'properties'));
  const required = new Set(Array.isArray(own(node, 'required')) ? (own(node, 'required') as unknown[]) : []);
  const files: string[] = [];
  const rows = Object.entries(value).flatMap(([key, field]): Row[] => {
    const schema = resolve(document, own(properties, key));
    const items = resolve(document, own(schema, 'items'));
    const isFile = [schema, items].some(
      (part) => own(part, 'format') === 'binary' || own(part, 'contentMediaType') !== undefined,
    );
    if (isFile) files.push(key);
    const description = firstLine(asText(own(schema, 'description')));
    const about = isFile
      ? { description: description || 'A file' }
      : description === ''
        ? {}
        : { description };
    const enabled = !isFile && (required.size === 0 || required.has(key));
    const values = Array.isArray(field) && !isFile ? field : [isFile ? '' : field];
    return values.map((item): Row => ({ key, value: parameterText(item), enabled, ...about }));
  });
  const warnings = rows.length > MAX_ROWS ? [`The form has too many fields: ${MAX_ROWS} are taken.`] : [];
  return { rows: rows.slice(0, MAX_ROWS), files, warnings };
}
