import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';

/** The object a typed output stands for; null while it is none. */
export function readSample(text: string): Record<string, unknown> | null {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null; // Being typed; the field under it says where it stops being JSON.
  }
}
