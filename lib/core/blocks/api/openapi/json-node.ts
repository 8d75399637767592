/** A node of an unchecked document, to be read with these functions only. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING: JsonObject = Object.freeze({});

/** Returns the object, or an empty one if the value is no object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : NOTHING;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the text, or an empty one if the value is no text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns an own property, so that a `constructor` in a document is only data. */
export function own(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Record<string, unknown>)[key]
    : undefined;
}
