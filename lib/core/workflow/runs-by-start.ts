import { startsRuns } from '../graph-walk/beginnings';
import type { Reference } from '../references/grammar';
import { reachableFrom, type WorkflowGraph } from './graph';
import type { ReadBlock } from './read-blocks';
import type { Block } from './schema';

/** A block that starts runs, and the blocks that those runs can reach. */
export interface RunsByStart {
  start: Block;
  reached: ReadonlySet<string>;
}

/** The most starts that are examined, more than anybody draws: each is a walk over the whole graph. */
const MOST_STARTS = 20;

/** Empty unless several blocks start runs: with one, every block before another has run. */
export function runsByStart(
  graph: WorkflowGraph,
  read: ReadonlyMap<string, ReadBlock>,
): readonly RunsByStart[] {
  const starts = [...read.values()].filter(
    ({ block, definition }) => block.enabled && startsRuns(definition),
  );
  if (starts.length < 2) return [];
  return starts
    .slice(0, MOST_STARTS)
    .map(({ block }) => ({ start: block, reached: reachableFrom(graph, [block.id]) }));
}

/**
 * Returns the problem of a value that is missing in some runs: the reference's block comes before
 * `block`, but another start leads to `block` too, and its runs never reach the named one. Null if the
 * reference says what to use then.
 */
export function missingInRuns(
  { head, optional, fallback }: Pick<Reference, 'head' | 'optional' | 'fallback'>,
  target: Block,
  block: Block,
  runs: readonly RunsByStart[],
): string | null {
  if (optional || fallback !== null) return null;
  const other = runs.find(({ reached }) => reached.has(block.id) && !reached.has(target.id));
  if (other === undefined) return null;
  return (
    `"${target.name}" has no output in runs that "${other.start.name}" starts: ` +
    `add a default for them, such as <${head}… ?? "">.`
  );
}
