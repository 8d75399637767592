import type { QueryClient } from '@tanstack/react-query';
import { ancestorsOf, graphOf, outermostAround } from '@/lib/core/workflow/graph';
import { namingLog } from '../references/last-outputs';
import { outputsNow } from '../references/outputs-now';
import type { EditorStore } from '../store/editor-store';
import type { RunPart } from '../store/run-part';

/** Returns the known outputs of blocks before a part; pinned ones are known to the server. */
export async function outputsBefore(
  store: EditorStore,
  queryClient: QueryClient,
  { from, until }: RunPart,
): Promise<Record<string, Record<string, unknown>>> {
  const end = from ?? until;
  if (end === undefined) return {};
  const graph = graphOf(store.getState().document);
  const target = outermostAround(graph, end);
  const wanted = ancestorsOf(graph, target).add(target);
  const known = await outputsNow(store, queryClient);
  return Object.fromEntries(
    [...known].flatMap(([id, last]) =>
      wanted.has(id) && last.from !== 'pinned' ? [[id, namingLog(last)] as const] : [],
    ),
  );
}
