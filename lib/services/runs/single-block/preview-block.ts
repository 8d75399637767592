import { Outgrown, ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../../core/references/reference-budget';
import type { Reply } from '../../../platform/http/reply';
import type { Actor } from '../../access/actor';
import { runPorts } from '../execution/run-ports';
import type { BlockPreview } from '../schema';
import { filesOfSingleBlock } from '../shapes/block-context';
import { runSingleBlockIsolated } from './isolated-single-block';
import { previewOf } from './preview-of';
import { findSingleBlock, jsonOf, prepareBlock, type SingleBlockRunInput, sizedBody } from './single-block';

/**
 * Preview the request of a block, secrets masked; of large values off the event loop. Sends nothing.
 * @returns a large answer as it goes out
 * @throws AppError not_found, forbidden, unavailable
 */
export async function previewBlock(
  actor: Actor,
  { params, body }: SingleBlockRunInput,
  signal: AbortSignal,
): Promise<{ data: BlockPreview } | Reply> {
  const found = await findSingleBlock(actor, { params });
  const sized = sizedBody(body);
  if ('json' in sized) return runSingleBlockIsolated({ verb: 'preview', found, body: sized, signal });
  const { workspaceId, variables } = found;
  const budget = new ReferenceBudget(ROOM_ON_THE_EVENT_LOOP);
  const ports = runPorts({ workspaceId, variables, files: filesOfSingleBlock(found), signal, budget });
  try {
    return { data: await previewOf(await prepareBlock(found, sized, ports), ports) };
  } catch (error) {
    if (!(error instanceof Outgrown)) throw error;
    return runSingleBlockIsolated({ verb: 'preview', found, body: jsonOf(sized), signal });
  }
}
