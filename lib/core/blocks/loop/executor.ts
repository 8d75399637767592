import type { CodeSource } from '../../../platform/sandbox/contract';
import type { BlockError, BlockExecutor, ExecutionContext } from '../block';
import { codeFailure, NO_CODE_RUNNER } from '../code-failure';
import type { ContainerMembers, Iteration } from '../container-members';
import { countedItems, IterationResults, itemsOf, limitReached, needsMembers, runOnce } from '../iterations';
import { withQuotedReferences } from '../quoted-references';
import type { ResolvedLoopConfig } from './definition';

const TITLE = 'loop';
const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The loop was stopped.' };

/** Outputs `{results, errors, count, error}`. */
export const executeLoop: BlockExecutor<ResolvedLoopConfig> = async (config, context) => {
  const { members, signal } = context;
  const results = new IterationResults();
  if (!members) return results.stopped(needsMembers(TITLE));
  const rounds = roundsOf(config);
  if (!rounds.ok) return results.stopped(rounds.error);
  const { items } = rounds;
  if ('warning' in rounds) results.warn(rounds.warning);
  let last: unknown = null;
  for (let index = 0; items === null || index < items.length; index += 1) {
    if (signal.aborted) return results.stopped(CANCELLED);
    const iteration = { index, values: { item: items === null ? index : items[index], index, last } };
    if (items === null) {
      const asked = await holds(members, iteration, context);
      if (!asked.ok) return results.stopped(asked.error);
      if (!asked.value) break;
      if (index === config.maxIterations) return results.stopped(limitReached(index, TITLE));
    }
    const end = await runOnce(members, iteration, config);
    if (end.ok) results.add(index, end.value);
    else results.fail(index, end.error);
    last = end.ok ? end.value : null;
    if (!end.ok && (end.endsAll || config.onError === 'stop'))
      return results.stopped({ ...end.error, iteration: index });
  }
  return results.done();
};

/** Returns the items; they are null if a condition decides. */
function roundsOf({ kind, items, count, maxIterations }: ResolvedLoopConfig) {
  if (kind === 'forEach') return itemsOf(items, maxIterations, TITLE);
  if (kind === 'count') return countedItems(count, maxIterations, TITLE);
  return { ok: true as const, items: null };
}

async function holds(
  members: ContainerMembers,
  iteration: Iteration,
  { code, signal }: ExecutionContext,
): Promise<{ ok: true; value: boolean } | { ok: false; error: BlockError }> {
  const condition = members.field('condition', iteration);
  if (!condition.ok) return condition;
  if (!code) return { ok: false, error: NO_CODE_RUNNER };
  const expressions = [withQuotedReferences(condition.value as CodeSource)];
  const result = await code.firstTrue({ expressions, signal });
  if (!result.ok) return { ok: false, error: codeFailure(result.error, 'condition') };
  return { ok: true, value: result.value !== null };
}
