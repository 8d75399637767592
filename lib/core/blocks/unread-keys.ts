import { z } from 'zod';
import { isJsonObject } from '../../platform/text/exact-number';
import { withoutDefault } from './inside-schema';

/**
 * Returns the keys inside a config's value that its schema doesn't read, by their path without places in
 * lists: `headers.name`, `retry.times`. For values with kinds (a body, an auth) the members of every
 * kind count as known: a change to another kind and back keeps them.
 *
 * @param read the schema's output for `authored`
 */
export function unreadKeys(
  schema: z.core.$ZodType,
  authored: unknown,
  read: unknown,
  path: string,
): string[] {
  const ofKinds = membersOfKinds(schema);
  if (ofKinds === null) return [...new Set(droppedKeys(authored, read, path))];
  if (!isJsonObject(authored)) return [];
  return Object.keys(authored).flatMap((key) => (ofKinds.has(key) ? [] : [`${path}.${key}`]));
}

function droppedKeys(authored: unknown, read: unknown, path: string): string[] {
  if (Array.isArray(authored) && Array.isArray(read))
    return authored.flatMap((item, index) => droppedKeys(item, read[index], path));
  if (!isJsonObject(authored) || !isJsonObject(read)) return [];
  return Object.entries(authored).flatMap(([key, value]) =>
    value === undefined || Object.hasOwn(read, key)
      ? droppedKeys(value, read[key], `${path}.${key}`)
      : [`${path}.${key}`],
  );
}

/** Returns the members of all kinds; null for a schema without kinds. */
function membersOfKinds(schema: z.core.$ZodType): Set<string> | null {
  const inner = withoutDefault(schema);
  if (!(inner instanceof z.ZodDiscriminatedUnion)) return null;
  const kinds = inner.options.flatMap((kind) => (kind instanceof z.ZodObject ? Object.keys(kind.shape) : []));
  return new Set(kinds);
}
