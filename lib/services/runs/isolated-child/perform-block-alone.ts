import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { type AloneBody, prepareBlock } from '../block-alone/block-alone';
import { previewOf } from '../block-alone/preview-of';
import { sentBlock } from '../block-alone/sent-block';
import { runPorts } from '../execution/run-ports';
import type { AloneTask } from '../isolated/protocol';
import { filesOfAlone } from '../shapes/found-block';
import type { ProcessRun } from './perform-run';

/** Runs or previews one block. @returns JSON of the answer, in UTF-8 */
export async function performBlockAlone(
  { verb, found, body }: AloneTask,
  { made, controller }: Pick<ProcessRun, 'made' | 'controller'>,
): Promise<Uint8Array> {
  const { signal } = controller;
  const http = made.before(outboundClient());
  const { workspaceId, variables } = found;
  const ports = runPorts({ workspaceId, variables, files: filesOfAlone(found), signal, http });
  const alone = await prepareBlock(found, parseExact(Buffer.from(body).toString()) as AloneBody, ports);
  const data = verb === 'send' ? await sentBlock(found, alone, ports) : await previewOf(alone, ports);
  return new TextEncoder().encode(writeJson({ data }));
}
