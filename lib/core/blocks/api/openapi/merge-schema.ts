import { asArray, asObject, asText, isObject, type JsonObject, own } from './json-node';
import type { OpenApiDocument } from './openapi-document';
import { referenceOf, resolve } from './resolve-reference';

/** The number of schemas that may still be read; it ends cycles and exponential growth. */
export interface Budget {
  left: number;
}

/** A schema with its reference followed and its `allOf` merged. */
export interface MergedSchema {
  node: JsonObject;
  /** Every reference followed on the way to it. */
  references: string[];
}

const MAX_ALL_OF_DEPTH = 20;
/** Large schemas cost more, because the same one may be referenced again and again. */
const KEYS_PER_STEP = 20;

export function mergeSchema(
  document: OpenApiDocument,
  schema: unknown,
  budget: Budget,
  depth = 0,
): MergedSchema {
  const reference = referenceOf(schema);
  const references = reference === null ? [] : [reference];
  const resolved = resolve(document, schema);
  budget.left -= 1 + sizeOf(resolved) / KEYS_PER_STEP;
  const { allOf, ...node } = resolved;
  if (allOf === undefined || depth > MAX_ALL_OF_DEPTH) return { node, references };
  const layers: JsonObject[] = [];
  for (const part of asArray(allOf)) {
    if (budget.left <= 0) break;
    const inner = mergeSchema(document, part, budget, depth + 1);
    layers.push(inner.node);
    references.push(...inner.references);
  }
  return { node: mergeLayers([...layers, node]), references };
}

function sizeOf(node: JsonObject): number {
  return Object.keys(node).length + Object.keys(asObject(own(node, 'properties'))).length;
}

/** Merges schemas: the last one wins, but properties and required names add up. One pass: they may be many. */
function mergeLayers(layers: readonly JsonObject[]): JsonObject {
  const properties = layers.map((layer) => own(layer, 'properties')).filter(isObject);
  const required = layers.flatMap((layer) => asArray(own(layer, 'required')));
  return {
    ...Object.fromEntries(layers.flatMap(Object.entries)),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties.flatMap(Object.entries)) } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

/** Returns the type that a schema names or implies, and whether null is allowed. */
export function typeOf(node: JsonObject): { type: string; nullable: boolean } {
  const type = own(node, 'type');
  const names = (Array.isArray(type) ? type : [type]).map(asText).filter((name) => name !== '');
  const nullable = names.includes('null') || own(node, 'nullable') === true;
  const [first] = names.filter((name) => name !== 'null');
  if (first !== undefined) return { type: first, nullable };
  if (isObject(own(node, 'properties')) || isObject(own(node, 'additionalProperties'))) {
    return { type: 'object', nullable };
  }
  return { type: own(node, 'items') === undefined ? '' : 'array', nullable };
}

/** Returns the alternatives of `oneOf` and `anyOf`. */
export function alternativesOf(node: JsonObject): readonly unknown[] {
  return [...asArray(own(node, 'oneOf')), ...asArray(own(node, 'anyOf'))];
}
