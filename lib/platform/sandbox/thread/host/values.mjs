// @ts-check
/**
 * Decodes a value written by code in QuickJS: JSON, with a tagged list for values that JSON can't express.
 * @param {unknown} written
 * @returns {any}
 */
export function decode(written) {
  if (typeof written !== 'object' || written === null) return written;
  if (!Array.isArray(written)) return decodeMembers(written);
  const [tag, value] = written;
  if (tag === 'n') return Number(value);
  if (tag === 'b') return bigintOf(value);
  return tag === 'l' ? value.map(decode) : undefined;
}

/** The time to parse a number's digits grows with their square. */
const MAX_DIGITS = 5_000;

/** @param {unknown} digits */
function bigintOf(digits) {
  if (typeof digits !== 'string' || digits.length > MAX_DIGITS)
    throw new RangeError(`A number of more than ${MAX_DIGITS} digits can't be formatted here.`);
  return BigInt(digits);
}

/** @param {object} written */
function decodeMembers(written) {
  /** @type {Record<string, unknown>} */
  const members = Object.create(null);
  for (const [name, value] of Object.entries(written)) members[name] = decode(value);
  return members;
}

/**
 * Returns the error for code after a failed question. Never a stack, which would reveal where the host runs.
 * @param {unknown} error
 */
export function failureOf(error) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, input } = /** @type {Error & {code?: unknown, input?: unknown}} */ (error);
  return { name, message, code, input, isDom: error instanceof DOMException };
}
