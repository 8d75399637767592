import type { CompiledBlock } from './compile-block';

/**
 * Returns the one of these blocks that a run begins with; the others are skipped. Without an id it is
 * the Start block, so that a workflow with triggers can also be run by hand and by callers, or else the
 * first trigger. Null if there is none.
 */
export function entryOf(starting: readonly CompiledBlock[], blockId?: string): CompiledBlock | null {
  if (blockId !== undefined) return starting.find(({ id }) => id === blockId) ?? null;
  const [first = null] = [...starting].sort((a, b) => rankOf(a) - rankOf(b));
  return first;
}

const rankOf = ({ enabled, isTrigger }: CompiledBlock): number => (isTrigger ? 1 : 0) + (enabled ? 0 : 2);
