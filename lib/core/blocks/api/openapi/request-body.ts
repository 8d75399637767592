import type { Body } from '../../body';
import type { PartRow, Row } from '../../rows';
import { exampleOf } from './example-value';
import { asObject, asText, isObject, type JsonObject, own } from './json-node';
import { firstLine, type Operation } from './list-operations';
import { mergeSchema } from './merge-schema';
import { parameterText } from './parameter-pairs';
import type { OpenApiDocument } from './read-document';
import { resolve } from './resolve-reference';

export interface ExampleBody {
  body: Body;
  /** For a header row; null when the kind of body says it. */
  contentType: string | null;
  warnings: string[];
}

const MAX_ROWS = 150;
const JSON_TYPE = 'application/json';

/** An example of what an operation takes; null when it takes nothing. */
export function exampleBody(document: OpenApiDocument, operation: Operation): ExampleBody | null {
  const content = asObject(own(resolve(document, own(operation.node, 'requestBody')), 'content'));
  const type = chooseType(Object.keys(content));
  if (type === null) return null;
  const media = resolve(document, own(content, type));
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const value = exampleOf(document, media);
  if (isJsonType(name)) {
    const text =
      typeof value === 'string' && isJsonText(value) ? value : JSON.stringify(value ?? {}, null, 2);
    const said = name === JSON_TYPE || name.includes('*') ? null : type;
    return { body: { kind: 'json', value: text }, contentType: said, warnings: [] };
  }
  if (name === 'application/x-www-form-urlencoded' && isObject(value)) {
    return {
      body: { kind: 'form', rows: formRows(document, media, value).rows },
      contentType: null,
      warnings: [],
    };
  }
  if (name === 'multipart/form-data' && isObject(value)) {
    const { rows: plain, files } = formRows(document, media, value);
    const rows = plain.map((row) => typedPart(row, value[row.key], asObject(own(media, 'encoding'))));
    const warnings = files.map((file) => `The part "${file}" is a file; its row is off.`);
    return { body: { kind: 'multipart', rows }, contentType: null, warnings };
  }
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  return { body: { kind: 'raw', value: text, contentType: type }, contentType: null, warnings: [] };
}

/** A part has the type that the document gives it; an object is JSON unless it says otherwise (OpenAPI 3). */
function typedPart(row: Row, example: unknown, encoding: JsonObject): PartRow {
  const [first = ''] = asText(own(own(encoding, row.key), 'contentType')).split(',');
  const given = first.includes('*') ? '' : first.trim();
  const items = Array.isArray(example) ? example : [example];
  const contentType = given || (items.some(isObject) ? JSON_TYPE : '');
  return contentType === '' ? row : { ...row, contentType };
}

/** JSON before forms before text before anything else. */
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
): { rows: Row[]; files: string[] } {
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
  return { rows: rows.slice(0, MAX_ROWS), files };
}
