import type { CodeRunner } from '../../platform/sandbox/contract';
import { checkValue, type PatternCheck } from '../json-schema/check-value';
import { CheckTooComplex, type CheckWork } from '../json-schema/check-work';
import type { ObjectSchema } from '../json-schema/read-schema';
import type { BlockError } from './block';

const PATTERN_TIMEOUT_MS = 500;
/** Returns the index of the first mismatch; skips unreadable patterns, which are not the value's fault. */
const FIRST_MISMATCH = `
  for (let at = 0; at < $checks.length; at += 1) {
    let pattern;
    try { pattern = new RegExp($checks[at].pattern, 'u'); } catch { continue; }
    if (!pattern.test($checks[at].text)) return at;
  }
  return null;`;

/** Returns in words what does not match; null if everything does. @throws CheckTooComplex */
export async function whyNotOfSchema(
  schema: ObjectSchema,
  value: unknown,
  work: CheckWork,
  { code, signal }: { code?: CodeRunner | undefined; signal: AbortSignal },
): Promise<string | null> {
  const { mismatch, patterns } = await work.inTurns(() => checkValue(schema, value, work));
  if (mismatch !== null || patterns.length === 0) return mismatch;
  if (!code) return null;
  return firstMismatch(patterns, code, signal);
}

/**
 * Returns the error of a block if one of its checks takes too much work; `what`: a sentence's subject.
 * Rethrows all other errors.
 */
export function tooComplex(error: unknown, what: string, field: string): BlockError {
  if (!(error instanceof CheckTooComplex)) throw error;
  const message = `${what} can't be checked. ${error.message}`;
  return { code: 'CHECK_TOO_COMPLEX', message, field, retryable: false };
}

/** Foreign regular expressions may take for ever, so they run where a time limit stops them. */
async function firstMismatch(
  patterns: readonly PatternCheck[],
  code: CodeRunner,
  signal: AbortSignal,
): Promise<string | null> {
  const result = await code.run({
    kind: 'function',
    code: FIRST_MISMATCH,
    bindings: { $checks: patterns.map(({ pattern, text }) => ({ pattern, text })) },
    timeoutMs: PATTERN_TIMEOUT_MS,
    signal,
  });
  if (!result.ok) return 'The patterns of the schema could not be checked in time.';
  const failed = result.value === null ? undefined : patterns[Number(result.value)];
  if (failed === undefined) return null;
  const place = failed.path === '' ? 'The value' : `"${failed.path}"`;
  return `${place} does not match the pattern ${failed.pattern}.`;
}
