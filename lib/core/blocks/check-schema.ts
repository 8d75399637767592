import type { CodeRunner } from '../../platform/sandbox/contract';
import { checkValue, type PatternCheck } from '../json-schema/check-value';
import type { ObjectSchema } from '../json-schema/read-schema';

const PATTERN_TIMEOUT_MS = 500;
/** Returns the index of the first mismatch; skips unreadable patterns, which are not the value's fault. */
const FIRST_MISMATCH = `
  for (let at = 0; at < $checks.length; at += 1) {
    let pattern;
    try { pattern = new RegExp($checks[at].pattern, 'u'); } catch { continue; }
    if (!pattern.test($checks[at].text)) return at;
  }
  return null;`;

/** Returns in words what does not match; null if everything does. */
export async function whyNotOfSchema(
  schema: ObjectSchema,
  value: unknown,
  { code, signal }: { code?: CodeRunner | undefined; signal: AbortSignal },
): Promise<string | null> {
  const { mismatch, patterns } = checkValue(schema, value);
  if (mismatch !== null || patterns.length === 0) return mismatch;
  if (!code) return null;
  return firstMismatch(patterns, code, signal);
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
    bindings: { $checks: patterns },
    timeoutMs: PATTERN_TIMEOUT_MS,
    signal,
  });
  if (!result.ok) return 'The patterns of the schema could not be checked in time.';
  const failed = result.value === null ? undefined : patterns[Number(result.value)];
  if (failed === undefined) return null;
  const place = failed.path === '' ? 'The value' : `"${failed.path}"`;
  return `${place} does not match the pattern ${failed.pattern}.`;
}
