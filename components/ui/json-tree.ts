import { ExactNumber } from '@/lib/platform/text/exact-number';

export type JsonPath = ReadonlyArray<string | number>;

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export function kindOf(value: unknown): JsonKind {
  if (Array.isArray(value)) return 'array';
  if (isBranch(value)) return 'object';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}

export function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

export function countChildren(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** Returns one line for a closed branch or a plain value, at most `maxChars` long. */
export function previewOf(value: unknown, maxChars: number): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, maxChars));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.length} ]`;
  if (!isBranch(value)) return String(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return '{}';
  return clip(`{ ${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ', …' : ''} }`, maxChars);
}

function clip(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}
