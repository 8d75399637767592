import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { runPorts } from '../execution/run-ports';
import type { SingleBlockTask } from '../isolated/protocol';
import { filesOfSingleBlock } from '../shapes/block-context';
import { previewOf } from '../single-block/preview-of';
import { sentBlock } from '../single-block/sent-block';
import { prepareBlock, type SingleBlockBody } from '../single-block/single-block';
import type { ProcessRun } from './perform-run';

/** Runs or previews one block. @returns JSON of the answer, in UTF-8 */
export async function performSingleBlock(
  { verb, found, body }: SingleBlockTask,
  { made, controller }: Pick<ProcessRun, 'made' | 'controller'>,
): Promise<Uint8Array> {
  const { signal } = controller;
  const http = made.before(outboundClient());
  const { workspaceId, variables } = found;
  const ports = runPorts({ workspaceId, variables, files: filesOfSingleBlock(found), signal, http });
  const alone = await prepareBlock(found, parseExact(Buffer.from(body).toString()) as SingleBlockBody, ports);
  const data = verb === 'send' ? await sentBlock(found, alone, ports) : await previewOf(alone, ports);
  return new TextEncoder().encode(writeJson({ data }));
}
