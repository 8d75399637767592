import type { ValueShape } from '../../value-shape';
import { asArray, asObject, asText, type JsonObject, own } from './json-node';
import { firstLine } from './list-operations';
import { alternativesOf, type Budget, mergeSchema, typeOf } from './merge-schema';
import type { OpenApiDocument } from './openapi-document';
import { resolve } from './resolve-reference';

const MAX_SCHEMAS = 5_000;
const MAX_DEPTH = 8;

const TYPES: Readonly<Record<string, ValueShape['type']>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
};

interface Walk {
  document: OpenApiDocument;
  budget: Budget;
  open: ReadonlySet<string>;
  depth: number;
}

/** Returns the shape of a received value from its schema; cycles end in a bare type. */
export function shapeOfSchema(document: OpenApiDocument, schema: unknown): ValueShape {
  return shape(schema, { document, budget: { left: MAX_SCHEMAS }, open: new Set(), depth: 0 });
}

function shape(schema: unknown, walk: Walk): ValueShape {
  if (walk.budget.left <= 0) return { type: 'any' };
  const { node, references } = mergeSchema(walk.document, schema, walk.budget);
  const { type: name, nullable } = typeOf(node);
  const type = (Object.hasOwn(TYPES, name) ? TYPES[name] : undefined) ?? 'any';
  const description = firstLine(asText(own(node, 'description')));
  const about = { ...(description === '' ? {} : { description }), ...(nullable ? { nullable } : {}) };
  if (walk.depth > MAX_DEPTH || references.some((reference) => walk.open.has(reference)))
    return { type, ...about };
  const inner: Walk = { ...walk, open: new Set([...walk.open, ...references]), depth: walk.depth + 1 };
  if (type === 'array') return { type, ...about, items: shape(own(node, 'items') ?? {}, inner) };
  const alternatives = alternativesOf(node);
  if (alternatives.length === 0) {
    return type === 'object' ? { type, ...about, fields: fieldsOf(node, inner) } : { type, ...about };
  }
  const merged = mergeAlternatives(alternatives, inner);
  if (type === 'object' || merged.type === 'object') {
    const fields = mergeFields([...fieldsOf(node, inner), ...(merged.fields ?? [])]);
    return { ...merged, ...about, type: 'object', fields };
  }
  return { ...merged, ...about, ...(type === 'any' ? {} : { type }) };
}

function fieldsOf(node: JsonObject, walk: Walk): NonNullable<ValueShape['fields']> {
  const required = new Set(asArray(own(node, 'required')));
  const fields: Array<NonNullable<ValueShape['fields']>[number]> = [];
  for (const [name, schema] of Object.entries(asObject(own(node, 'properties')))) {
    if (walk.budget.left <= 0) break;
    if (resolve(walk.document, schema).writeOnly === true) continue;
    fields.push({ name, shape: shape(schema, walk), ...(required.has(name) ? {} : { optional: true }) });
  }
  return fields;
}

/** Returns one type if all agree; fields of objects are combined, none of them certain. */
function mergeAlternatives(alternatives: readonly unknown[], walk: Walk): ValueShape {
  const shapes: ValueShape[] = [];
  let nullable = false;
  for (const alternative of alternatives) {
    if (walk.budget.left <= 0) break;
    if (own(alternative, 'type') === 'null') nullable = true;
    else shapes.push(shape(alternative, walk));
  }
  nullable ||= shapes.some((option) => option.nullable);
  const mayBeNull = nullable ? { nullable } : {};
  const [first, ...others] = shapes;
  if (first === undefined || others.some(({ type }) => type !== first.type))
    return { type: 'any', ...mayBeNull };
  if (others.length === 0) return { ...first, ...mayBeNull };
  if (first.type !== 'object')
    return { type: first.type, ...(first.items ? { items: first.items } : {}), ...mayBeNull };
  const fields = shapes.flatMap((option) =>
    (option.fields ?? []).map((field) => ({ ...field, optional: true })),
  );
  return { type: 'object', fields: mergeFields(fields), ...mayBeNull };
}

/** Keeps the first description of each name. */
function mergeFields(fields: NonNullable<ValueShape['fields']>): NonNullable<ValueShape['fields']> {
  const byName = new Map<string, (typeof fields)[number]>();
  for (const field of fields) if (!byName.has(field.name)) byName.set(field.name, field);
  return [...byName.values()];
}
