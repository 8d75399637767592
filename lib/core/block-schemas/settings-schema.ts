import { z } from 'zod';
import { isJsonObject } from '../../platform/text/exact-number';
import type { BlockDefinition } from '../blocks/block';
import type { Field } from '../blocks/field';

export type JsonSchema = Record<string, unknown>;

/** Returns the JSON Schema of a block's settings as zod derives it, without words for people. */
export function plainSettingsSchema({ config }: BlockDefinition): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  return schema;
}

/**
 * Returns the JSON Schema of a block's settings for programs and editors: each setting has the words of
 * its form, and a name that no setting has is refused. It contains no reference.
 */
export function settingsSchema(definition: BlockDefinition): JsonSchema {
  const { title, description, fields } = definition;
  const schema = described(closed(plainSettingsSchema(definition)) as JsonSchema, fields);
  return { title: `Settings of ${title}`, description, ...schema };
}

/**
 * Refuses unknown members, as saving does. Values of several kinds stay open: a change to another kind and
 * back keeps the members of both (`unread-keys.ts`).
 */
function closed(value: unknown, isKind = false): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item, isKind));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]): Array<[string, unknown]> => {
    if (key === 'default' || key === 'examples') return [[key, member]]; // values, not schemas
    // The bounds of any JavaScript integer carry no information.
    if (Math.abs(Number(member)) === Number.MAX_SAFE_INTEGER) return [];
    if (key === 'properties') return [[key, closedEach(member as JsonSchema)]];
    return [[key, closed(member, key === 'oneOf' || key === 'anyOf')]];
  });
  const schema = Object.fromEntries(members);
  const isOpen = isKind || !('properties' in schema) || 'additionalProperties' in schema;
  return isOpen ? schema : { ...schema, additionalProperties: false };
}

const closedEach = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, closed(schema)]));

function described(schema: JsonSchema, fields: readonly Field[]): JsonSchema {
  if (!isJsonObject(schema.properties)) return schema;
  const properties: JsonSchema = { ...schema.properties };
  for (const field of fields) {
    const own = properties[field.name];
    if (!isJsonObject(own)) continue;
    properties[field.name] = { description: wordsOf(field), ...described(own, field.members ?? []) };
  }
  return { ...schema, properties };
}

function wordsOf({ label, help, references }: Field): string {
  const words = help === undefined ? `${label}.` : `${label}: ${help}`;
  return references === 'none' ? `${words} Takes no references.` : words;
}
