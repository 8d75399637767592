import type { Reply } from '../../platform/http/reply';
import type { Actor } from '../access/actor';
import { aloneElsewhere } from './alone-elsewhere';
import { type BlockAloneInput, findBlockAlone, prepareBlock, sizedBody } from './block-alone';
import { previewOf } from './preview-of';
import { runPorts } from './run-ports';
import type { BlockPreview } from './schema';
import { filesOfAlone } from './shapes/found-block';

/**
 * Preview the request of a block, secrets masked; of large values off the event loop. Sends nothing.
 * @returns a large answer as it goes out
 * @throws AppError not_found, forbidden, unavailable
 */
export async function previewBlock(
  actor: Actor,
  { params, body }: BlockAloneInput,
  signal: AbortSignal,
): Promise<{ data: BlockPreview } | Reply> {
  const found = await findBlockAlone(actor, { params });
  const sized = sizedBody(body);
  if ('json' in sized) return aloneElsewhere({ verb: 'preview', found, body: sized, signal });
  const { workspaceId, variables } = found;
  const ports = runPorts({ workspaceId, variables, files: filesOfAlone(found), signal });
  return { data: await previewOf(await prepareBlock(found, sized, ports), ports) };
}
