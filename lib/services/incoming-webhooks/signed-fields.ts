import { MAX_FORM_PAIRS } from '../../platform/http/forms/form-limits';
import { countPairs, decodeFormText, rawPairs } from '../../platform/http/forms/urlencoded';

/** Senders that sign each field send some KB. The check decodes and sorts the form in one turn of the event loop. */
const MAX_SIGNED_FORM_BYTES = 1024 * 1024;

/** Returns the names and values of a form in their order, without repeated ones, or why they are not read. */
export function signedFields(bytes: Uint8Array): string | { reason: string } {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (body.length > MAX_SIGNED_FORM_BYTES)
    return { reason: `A form that is signed by its fields may have at most ${MAX_SIGNED_FORM_BYTES} bytes.` };
  if (countPairs(body, MAX_FORM_PAIRS) > MAX_FORM_PAIRS)
    return { reason: `The form has more than ${MAX_FORM_PAIRS} fields.` };
  const byName = new Map<string, Set<string>>();
  for (const [name, value] of rawPairs(body)) {
    const decoded = decodeFormText(name);
    const values = byName.get(decoded) ?? new Set();
    byName.set(decoded, values.add(decodeFormText(value)));
  }
  return [...byName]
    .sort(([a], [b]) => byCodeUnits(a, b))
    .flatMap(([name, values]) => [...values].sort(byCodeUnits).map((value) => name + value))
    .join('');
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
