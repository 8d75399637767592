import type { CodeResult } from '../../../platform/sandbox/contract';
import { inTwoTiers } from '../../expressions/in-two-tiers';
import type { BlockAttempt, BlockError, BlockExecutor, BlockResult } from '../block';
import { codeFailure, exactNumberWarnings, NO_CODE_RUNNER } from '../code-failure';
import { withQuotedReferences } from '../quoted-references';
import { codeBehind } from './code-behind';
import type { ResolvedFunctionConfig } from './definition';

/** Outputs `{result, stdout, error}`. */
export const executeFunction: BlockExecutor<ResolvedFunctionConfig> = async (
  { code: source, timeoutMs, retries },
  { code, signal, followers, now = Date.now },
) => {
  if (!code) return failed(NO_CODE_RUNNER, '');
  if (source.code.trim() === '') {
    return failed({ code: 'CODE_EMPTY', message: 'There is no code to run.', field: 'code' }, '');
  }
  const attempts: BlockAttempt[] = [];
  while (true) {
    const startedAtMs = now();
    const result = await inTwoTiers(code).run({
      kind: 'function',
      ...withQuotedReferences(source),
      timeoutMs,
      signal,
      ...(followers && attempts.length === 0 ? { ahead: () => codeBehind(followers()) } : {}),
    });
    attempts.push(attemptOf(result, startedAtMs, now()));
    const stdout = result.console.map(({ text }) => text).join('\n');
    const found = { ...exactNumberWarnings(result), ...(attempts.length > 1 ? { attempts } : {}) };
    if (result.ok) return { ok: true, output: { result: result.value, stdout, error: null }, ...found };
    if (attempts.length > retries || !MAY_PASS.has(result.error.code))
      return { ...failed(codeFailure(result.error, 'code'), stdout), ...found };
  }
};

/** Errors that another attempt may not meet. */
const MAY_PASS: ReadonlySet<string> = new Set(['CODE_THREW', 'CODE_TIMEOUT', 'CODE_OUT_OF_MEMORY']);

function attemptOf(result: CodeResult<unknown>, startedAtMs: number, endedAtMs: number): BlockAttempt {
  return {
    status: null,
    code: result.ok ? null : result.error.code,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: endedAtMs - startedAtMs,
    waitMs: 0,
  };
}

function failed(error: BlockError, stdout: string): BlockResult {
  return { ok: false, error, output: { result: null, stdout, error }, continuable: false };
}
