import { asArray, asObject, asText, isObject, type JsonObject, own } from './json-node';
import { alternativesOf, type Budget, mergeSchema, typeOf } from './merge-schema';
import type { OpenApiDocument } from './openapi-document';
import { resolve } from './resolve-reference';

const MAX_SCHEMAS = 2_000;
const MAX_DEPTH = 12;
/** Below this depth, only required members are filled in. */
const OPTIONAL_DEPTH = 3;
const MAX_TEXT = 100;
const MAX_ITEMS = 3;
const MAX_EXAMPLE_NODES = 20_000;
const MAX_EXAMPLE_DEPTH = 60;
const CHARACTERS_PER_NODE = 20;

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2025-01-01T12:00:00Z',
  date: '2025-01-01',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  uri: 'https://example.com',
  url: 'https://example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'ZXhhbXBsZQ==',
  binary: '',
  password: '',
};

interface Walk {
  document: OpenApiDocument;
  budget: Budget;
  /** References that are being followed, to detect cycles. */
  open: ReadonlySet<string>;
  depth: number;
}

const LEFT_OUT = Symbol('left out');

/**
 * Returns the example of a media type or parameter: a written one, or one made from its schema;
 * undefined without either.
 */
export function exampleOf(document: OpenApiDocument, holder: JsonObject): unknown {
  const written = own(holder, 'example');
  if (written !== undefined) return bounded(written);
  for (const example of Object.values(asObject(own(holder, 'examples')))) {
    const value = own(resolve(document, example), 'value');
    if (value !== undefined) return bounded(value);
  }
  const schema = own(holder, 'schema');
  return schema === undefined ? undefined : exampleOfSchema(document, schema);
}

/** Returns a value that fits a schema, as a request would send it, without cycles and read-only fields. */
export function exampleOfSchema(document: OpenApiDocument, schema: unknown): unknown {
  const walk: Walk = { document, budget: { left: MAX_SCHEMAS }, open: new Set(), depth: 0 };
  const value = build(schema, walk);
  return value === LEFT_OUT ? undefined : value;
}

/** Returns the value that the schema's author wrote down; undefined if there is none. */
export function writtenExample(node: JsonObject): unknown {
  const candidates = [
    own(node, 'example'),
    asArray(own(node, 'examples'))[0],
    own(node, 'const'),
    own(node, 'default'),
    asArray(own(node, 'enum')).find((value) => value !== null),
  ];
  return candidates.find((value) => value !== undefined);
}

function build(schema: unknown, walk: Walk): unknown {
  if (walk.budget.left <= 0 || walk.depth > MAX_DEPTH) return LEFT_OUT;
  const { node, references } = mergeSchema(walk.document, schema, walk.budget);
  if (references.some((reference) => walk.open.has(reference))) return LEFT_OUT;
  const written = writtenExample(node);
  if (written !== undefined) return bounded(written);
  const inner: Walk = { ...walk, open: new Set([...walk.open, ...references]), depth: walk.depth + 1 };
  const { type } = typeOf(node);
  const [alternative] = alternativesOf(node).filter((option) => own(option, 'type') !== 'null');
  if (type === 'object') {
    const fields = buildObject(node, inner);
    const more = alternative === undefined ? {} : build(alternative, inner);
    return isObject(more) ? Object.assign(Object.create(null), more, fields) : fields;
  }
  if (type === 'array') return buildArray(node, inner);
  if (alternative !== undefined && type === '') return build(alternative, inner);
  return scalar(type, node);
}

function buildObject(node: JsonObject, walk: Walk): Record<string, unknown> {
  const required = new Set(asArray(own(node, 'required')));
  const value: Record<string, unknown> = Object.create(null);
  for (const [name, schema] of Object.entries(asObject(own(node, 'properties')))) {
    if (walk.budget.left <= 0) break;
    if (!required.has(name) && walk.depth > OPTIONAL_DEPTH) continue;
    const { readOnly, deprecated } = resolve(walk.document, schema);
    if (readOnly === true || (deprecated === true && !required.has(name))) continue;
    const field = build(schema, walk);
    if (field !== LEFT_OUT) value[name] = field;
  }
  return value;
}

function buildArray(node: JsonObject, walk: Walk): unknown[] {
  const item = build(own(node, 'items') ?? {}, walk);
  if (item === LEFT_OUT || item === null) return [];
  const least = own(node, 'minItems');
  const count = typeof least === 'number' ? Math.min(Math.max(least, 1), MAX_ITEMS) : 1;
  return Array.from({ length: count }, () => item);
}

function scalar(type: string, node: JsonObject): unknown {
  if (type === 'string') return textFor(node);
  if (type === 'integer' || type === 'number') return numberFor(node, type === 'integer');
  if (type === 'boolean') return true;
  return type === 'null' ? null : {};
}

function textFor(node: JsonObject): string {
  const format = asText(own(node, 'format'));
  const preset = Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format] : undefined;
  if (preset !== undefined) return preset;
  const [least, most] = [Number(own(node, 'minLength') ?? 0), Number(own(node, 'maxLength') ?? MAX_TEXT)];
  return 'string'.padEnd(Math.min(least, MAX_TEXT) || 0, 'g').slice(0, Math.max(most, 0) || MAX_TEXT);
}

function numberFor(node: JsonObject, isInteger: boolean): number {
  const number = (key: string) => {
    const value = own(node, key);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const step = number('multipleOf') ?? (isInteger ? 1 : 0.1);
  const above = number('exclusiveMinimum');
  const below = number('exclusiveMaximum');
  const least = number('minimum') ?? (above === null ? null : above + step);
  const most = number('maximum') ?? (below === null ? null : below - step);
  let value = number('multipleOf') ?? 1;
  if (least !== null && value < least) value = least;
  if (most !== null && value > most) value = most;
  return isInteger ? Math.trunc(value) : value;
}

/**
 * Returns a bounded copy, so that the document can't be changed through it. Aliases of YAML can hold a
 * value in itself, or a million times.
 */
function bounded(value: unknown): unknown {
  const budget = { left: MAX_EXAMPLE_NODES };
  const copied = copy(value, budget, 0);
  return budget.left > 0 ? copied : {};
}

function copy(value: unknown, budget: Budget, depth: number): unknown {
  budget.left -= typeof value === 'string' ? 1 + value.length / CHARACTERS_PER_NODE : 1;
  if (depth > MAX_EXAMPLE_DEPTH) budget.left = 0;
  if (typeof value !== 'object' || value === null || budget.left <= 0) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (budget.left <= 0) break;
      items.push(copy(item, budget, depth + 1));
    }
    return items;
  }
  const fields: Record<string, unknown> = Object.create(null);
  for (const [key, field] of Object.entries(value)) {
    if (budget.left <= 0) break;
    fields[key] = copy(field, budget, depth + 1);
  }
  return fields;
}
