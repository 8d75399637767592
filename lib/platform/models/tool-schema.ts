import { isJsonObject } from '../text/exact-number';
import type { JsonSchema } from './contract';

/** Deeper parts stay as they are. */
const MAX_DEPTH = 100;

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/**
 * Returns the schema of an object with the members that providers require and JSON Schema doesn't: the `properties`
 * of objects and the `items` of arrays, at any depth. What it allows stays the same.
 */
export const completeSchema = (schema: JsonSchema): JsonSchema => {
  const isObject = [schema.type].flat().includes('object');
  return complete(isObject ? schema : { ...schema, type: 'object' }, 0);
};

function complete(schema: JsonSchema, depth: number): JsonSchema {
  if (depth >= MAX_DEPTH) return schema;
  const inner = (value: unknown): unknown => (isJsonObject(value) ? complete(value, depth + 1) : value);
  const result: Record<string, unknown> = { ...schema };
  for (const name of ONE) if (isJsonObject(schema[name])) result[name] = inner(schema[name]);
  for (const name of LISTS) if (Array.isArray(schema[name])) result[name] = schema[name].map(inner);
  for (const name of NAMED) {
    const parts = schema[name];
    if (isJsonObject(parts))
      result[name] = Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, inner(value)]));
  }
  const types = [schema.type].flat();
  if (types.includes('object') && !isJsonObject(schema.properties)) result.properties = {};
  if (types.includes('array') && !isJsonObject(schema.items)) result.items = itemsOf(schema.items, inner);
  return result;
}

/** Returns one schema for a list of them (before draft 2020-12), or for the absence of one. */
function itemsOf(items: unknown, inner: (value: unknown) => unknown): JsonSchema {
  return Array.isArray(items) && items.length > 0 ? { anyOf: items.map(inner) } : {};
}
