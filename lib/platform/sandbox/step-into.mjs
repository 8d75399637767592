// @ts-check
/**
 * Takes one step into plain data, like references do; undefined for a missing member.
 * @param {unknown} value
 * @param {string | number} step
 * @returns {unknown}
 */
export function stepInto(value, step) {
  if (Array.isArray(value)) {
    if (step === 'length') return value.length;
    return typeof step === 'number' ? value.at(step) : undefined;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return /** @type {Record<string | number, unknown>} */ (value)[step];
}
