/** A node of a document nobody has checked: read through these, it can't surprise. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING: JsonObject = Object.freeze({});

/** Empty when it is no object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : NOTHING;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty when it is no text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An own property: what a document calls `constructor` is only that. */
export function own(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Record<string, unknown>)[key]
    : undefined;
}
