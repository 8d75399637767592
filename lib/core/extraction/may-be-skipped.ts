import { beginsItself } from '../graph-walk/beginnings';
import { ancestorsOf, containersAround } from '../workflow/graph';
import type { Block } from '../workflow/schema';
import { possiblePaths } from './possible-paths';
import type { SelectedPart } from './selected-part';

/** True if a run may come out of the part without having run this block of it. */
export function mayBeSkippedInside({ paths }: SelectedPart, { id, enabled }: Block): boolean {
  return !enabled || paths.some(({ reached }) => !reached.has(id));
}

/** True if a run may come to the part without having run this block before it. */
export function mayBeSkippedBefore(part: SelectedPart, { id, enabled, parentId }: Block): boolean {
  if (!enabled) return true;
  const ways = waysTo(part, parentId);
  return ways === null || ways.some((reached) => !reached.has(id));
}

/** Many blocks are asked about, and all of one container have the same answer's ground. */
const known = new WeakMap<SelectedPart, Map<string | undefined, Ways>>();

/** The blocks that each way to the part comes to; null if there are too many ways to tell. */
type Ways = ReadonlyArray<ReadonlySet<string>> | null;

function waysTo(part: SelectedPart, parentId: string | undefined): Ways {
  const ofPart = known.get(part) ?? new Map<string | undefined, Ways>();
  known.set(part, ofPart);
  if (!ofPart.has(parentId)) ofPart.set(parentId, findWays(part, parentId));
  return ofPart.get(parentId) ?? null;
}

/** Looks at the blocks of one container (`parentId`) before the part, or before what holds it there. */
function findWays(part: SelectedPart, parentId: string | undefined): Ways {
  const { graph, read } = part;
  const around =
    part.parentId === undefined ? [] : [part.parentId, ...containersAround(graph, part.parentId)];
  const [anchor] =
    parentId === part.parentId
      ? part.entries
      : around.filter((container) => graph.blocks.get(container)?.parentId === parentId);
  if (anchor === undefined) return [];
  const before = ancestorsOf(graph, anchor);
  const within = new Set([anchor, ...before].filter((each) => graph.blocks.get(each)?.parentId === parentId));
  const ways: Array<ReadonlySet<string>> = [];
  for (const entries of beginnings(parentId, { graph, read, within })) {
    const paths = possiblePaths({ graph, read, within, entries });
    if (paths === null) return null;
    for (const { reached } of paths) if (reached.has(anchor)) ways.push(reached);
  }
  return ways;
}

/** Returns where runs begin: at one of the enabled triggers; in a container at all blocks that begin. */
function beginnings(
  parentId: string | undefined,
  { graph, read, within }: Pick<SelectedPart, 'graph' | 'read'> & { within: ReadonlySet<string> },
): Array<ReadonlySet<string>> {
  const first = [...within].filter((id) => {
    const incoming = (graph.incoming.get(id) ?? []).length;
    return beginsItself({ parentId }, read.get(id)?.definition, incoming);
  });
  if (parentId !== undefined) return [new Set(first)];
  return first.filter((id) => read.get(id)?.block.enabled).map((id) => new Set([id]));
}
