import { inTwoTiers } from '../../expressions/in-two-tiers';
import type { BlockError, BlockExecutor, BlockResult } from '../block';
import { codeFailure, exactNumberWarnings, NO_CODE_RUNNER } from '../code-failure';
import { withQuotedReferences } from '../quoted-references';
import type { ResolvedFunctionConfig } from './definition';

/** Outputs `{result, stdout, error}`. */
export const executeFunction: BlockExecutor<ResolvedFunctionConfig> = async (
  { code: source, timeoutMs },
  { code, signal },
) => {
  if (!code) return failed(NO_CODE_RUNNER, '');
  if (source.code.trim() === '') {
    return failed({ code: 'CODE_EMPTY', message: 'There is no code to run.', field: 'code' }, '');
  }
  const result = await inTwoTiers(code).run({
    kind: 'function',
    ...withQuotedReferences(source),
    timeoutMs,
    signal,
  });
  const stdout = result.console.map(({ text }) => text).join('\n');
  const warnings = exactNumberWarnings(result);
  if (!result.ok) return { ...failed(codeFailure(result.error, 'code'), stdout), ...warnings };
  return { ok: true, output: { result: result.value, stdout, error: null }, ...warnings };
};

function failed(error: BlockError, stdout: string): BlockResult {
  return { ok: false, error, output: { result: null, stdout, error }, continuable: false };
}
