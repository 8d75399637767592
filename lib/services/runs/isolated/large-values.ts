import { countJsonValues } from '../../../platform/text/json-size';

/** Bodies and inputs from this size on, in bytes, are worked on in processes of their own. */
export const LARGE_BYTES = 1024 * 1024;

/** Smaller ones too, when they hold so many values that walking them would be felt. */
const MANY_VALUES = 50_000;
const WORTH_COUNTING_BYTES = 2 * MANY_VALUES;

/** Returns true if JSON, in UTF-8, costs so much to work on that the event loop must not do it. */
export function isLargeJson(json: Uint8Array): boolean {
  if (json.length < WORTH_COUNTING_BYTES) return false;
  return json.length >= LARGE_BYTES || countJsonValues(json, MANY_VALUES) >= MANY_VALUES;
}
