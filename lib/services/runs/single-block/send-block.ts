import { ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../../core/references/reference-budget';
import type { Reply } from '../../../platform/http/reply';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { prisma } from '../../../platform/postgres/db';
import { codeRunner } from '../../../platform/sandbox/code-runner';
import type { Actor } from '../../access/actor';
import { runPorts } from '../execution/run-ports';
import { RunTransfer } from '../execution/run-transfer';
import { whileWaitedFor } from '../reading/waited-runs';
import type { SentBlock } from '../schema';
import { type BlockContext, filesOfSingleBlock } from '../shapes/block-context';
import { admit } from '../starting/admit';
import { runSingleBlockIsolated } from './isolated-single-block';
import { sentBlock } from './sent-block';
import { findSingleBlock, jsonOf, prepareBlock, type SingleBlockRunInput, sizedBody } from './single-block';

/**
 * Runs one block by itself, through the executor of a run; once its values are large, off the event loop.
 * Logs nothing; for an API key it counts as a synchronous execution. What models cost counts as in a run.
 * @returns a large answer as it goes out
 * @throws AppError not_found, forbidden, rate_limited, usage_exceeded, unavailable
 */
export async function sendBlock(
  actor: Actor,
  { params, body }: SingleBlockRunInput,
  signal: AbortSignal,
): Promise<{ data: SentBlock } | Reply> {
  const found = await findSingleBlock(actor, { params });
  return whileWaitedFor(found.workspaceId, () => sendFound(actor, found, body, signal));
}

async function sendFound(
  actor: Actor,
  found: BlockContext,
  body: SingleBlockRunInput['body'],
  signal: AbortSignal,
): Promise<{ data: SentBlock } | Reply> {
  const sized = sizedBody(body);
  if ('json' in sized) {
    await admitAlone(actor, found.workspaceId);
    return runSingleBlockIsolated({ verb: 'send', found, body: sized, signal });
  }
  const transfer = new RunTransfer();
  const { workspaceId, variables } = found;
  const http = transfer.http(outboundClient());
  const code = transfer.code(codeRunner(workspaceId));
  const ports = runPorts({
    workspaceId,
    variables,
    files: filesOfSingleBlock(found),
    signal,
    http,
    code,
    budget: new ReferenceBudget(ROOM_ON_THE_EVENT_LOOP),
    leave: () => transfer.leave(),
  });
  let isAdmitted = false;
  const admitOnce = async (): Promise<void> => {
    if (!isAdmitted) await admitAlone(actor, workspaceId);
    isAdmitted = true;
  };
  const send = async (): Promise<SentBlock> => {
    const alone = await prepareBlock(found, sized, ports);
    await admitOnce();
    return sentBlock(found, alone, ports);
  };
  const end = await Promise.race([send(), transfer.state]);
  if ('span' in end) return { data: end };
  await admitOnce();
  return runSingleBlockIsolated({ verb: 'send', found, body: jsonOf(sized), signal, handedOver: end });
}

async function admitAlone(caller: Actor, workspaceId: string): Promise<void> {
  const holderId = caller.kind === 'apiKey' ? await holderOf(workspaceId) : '';
  await admit({ caller, workflow: { workspaceId, holderId }, trigger: 'manual', mode: 'sync' });
}

async function holderOf(workspaceId: string): Promise<string> {
  const { ownerId } = await prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  return ownerId;
}
