/**
 * The result of a check: a `fault` refuses the start, a `warning` is said once. Both are one line for the
 * operator, without a period, that names the way out. Null if nothing is wrong.
 * @typedef {{fault: string} | {warning: string} | null} Finding
 */

/**
 * The subject of a check, which only reads.
 * @typedef {object} Subject
 * @property {import('pg').Client} client a connection of the product's role
 * @property {string} url the address that `client` uses
 * @property {{ENCRYPTION_KEY?: string, ENCRYPTION_KEY_PREVIOUS?: string}} [secrets] the key is checked only if given
 * @property {number} [processes] how many processes are to be started; their connections are counted only if given
 *
 * @typedef {(subject: Subject) => Finding | Promise<Finding>} Check
 */

export {};
