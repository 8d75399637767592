import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';

/** Parses a typed output as an object; null if it isn't one. */
export function readSample(text: string): Record<string, unknown> | null {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null; // Incomplete; the field shows where the JSON is invalid.
  }
}
