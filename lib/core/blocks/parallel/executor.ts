import type { BlockError, BlockExecutor } from '../block';
import { countedItems, IterationResults, itemsOf, needsMembers, runOnce } from '../iterations';
import type { ResolvedParallelConfig } from './definition';

const TITLE = 'parallel';
const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The parallel was stopped.' };

/** Outputs `{results, errors, count, error}`, the results in the order of the items. */
export const executeParallel: BlockExecutor<ResolvedParallelConfig> = async (config, { members, signal }) => {
  const results = new IterationResults();
  if (!members) return results.stopped(needsMembers(TITLE));
  const { kind, count, maxIterations } = config;
  const rounds =
    kind === 'count'
      ? countedItems(count, maxIterations, TITLE)
      : itemsOf(config.items, maxIterations, TITLE);
  if (!rounds.ok) return results.stopped(rounds.error);
  const { items } = rounds;
  results.warn(rounds.warning);
  let next = 0;
  let stopped: BlockError | null = null;
  const work = async (): Promise<void> => {
    while (next < items.length && stopped === null && !signal.aborted) {
      const index = next;
      next += 1;
      const end = await runOnce(members, { index, values: { item: items[index], index } }, config);
      if (end.ok) {
        results.add(index, end.value);
      } else if (stopped === null) {
        results.fail(index, end.error);
        if (config.onError === 'collect' && !end.endsAll) continue;
        stopped = { ...end.error, iteration: index };
        members.stop();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(config.concurrency, items.length) }, work));
  if (stopped !== null) return results.stopped(stopped);
  return signal.aborted ? results.stopped(CANCELLED) : results.done();
};
