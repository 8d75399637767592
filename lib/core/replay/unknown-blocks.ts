import type { CompiledWorkflow } from '../engine/compile-workflow';
import { iterationOf } from '../engine/request-key';
import { dependents } from '../graph-walk/reach';

/**
 * Returns the ids of the blocks of which a replay says nothing: those of steps without an answer, and all
 * blocks that depend on them.
 */
export function unknownBlocks(
  { blocks }: Pick<CompiledWorkflow, 'blocks'>,
  unanswered: ReadonlySet<string>,
): Set<string> {
  const unknown = new Set([...unanswered].map((step) => iterationOf(step).blockId));
  if (unknown.size === 0) return unknown;
  const dependent = dependents(blocks, ({ id }) => unknown.has(id));
  return new Set([...unknown, ...Array.from(dependent, ({ id }) => id)]);
}
