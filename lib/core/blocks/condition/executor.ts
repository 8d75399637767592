import { inTwoTiers } from '../../expressions/in-two-tiers';
import type { BlockError, BlockExecutor, BlockResult } from '../block';
import { codeFailure, exactNumberWarnings, NO_CODE_RUNNER } from '../code-failure';
import { withQuotedReferences } from '../quoted-references';
import { ELSE_PORT, nameOfBranch, type ResolvedConditionConfig } from './definition';

/** Outputs `{branch, matched}` and takes that branch. */
export const executeCondition: BlockExecutor<ResolvedConditionConfig> = async (
  { branches },
  { code, signal },
) => {
  if (!code) return failed(NO_CODE_RUNNER);
  const empty = branches.findIndex(({ expression }) => expression.code.trim() === '');
  const emptyBranch = branches[empty];
  if (emptyBranch) {
    const message = `${capitalised(nameOfBranch(emptyBranch, empty))} has no expression.`;
    return failed({ code: 'CODE_EMPTY', message, field: 'branches' });
  }
  const expressions = branches.map(({ expression }) => withQuotedReferences(expression));
  const result = await inTwoTiers(code).firstTrue({ expressions, signal });
  const warnings = exactNumberWarnings(result);
  if (!result.ok) {
    const { index } = result.error;
    const at = index === undefined ? undefined : branches[index];
    const failure = failed(codeFailure(result.error, 'branches', at && nameOfBranch(at, index as number)));
    return { ...failure, ...warnings };
  }
  const matched = result.value !== null;
  const branch = (result.value === null ? undefined : branches[result.value]?.id) ?? ELSE_PORT;
  return { ok: true, output: { branch, matched }, branch, ...warnings };
};

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function failed(error: BlockError): BlockResult {
  return { ok: false, error, output: { branch: null, matched: false }, continuable: false };
}
