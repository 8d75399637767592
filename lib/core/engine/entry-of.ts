import type { CompiledBlock } from './compile-block';

/**
 * The one of these blocks that a run begins with; the others are skipped. Without an id it is the Start
 * block, so that a workflow with triggers can be run by hand and by callers too; where there is none it is
 * the first trigger. Null: no block has that id.
 */
export function entryOf(starting: readonly CompiledBlock[], blockId?: string): CompiledBlock | null {
  if (blockId !== undefined) return starting.find(({ id }) => id === blockId) ?? null;
  const [first = null] = [...starting].sort((a, b) => rankOf(a) - rankOf(b));
  return first;
}

const rankOf = ({ enabled, isTrigger }: CompiledBlock): number => (isTrigger ? 1 : 0) + (enabled ? 0 : 2);
