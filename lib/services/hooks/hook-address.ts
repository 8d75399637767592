import { randomBytes } from 'node:crypto';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { answersOrigin } from '../access/answers-origin';
import { recordAudit } from '../audit/record-audit';
import { runnableVersions } from '../runs/runnable-workflow';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import { TOKEN_BYTES } from './find-hook';
import { hookTrigger } from './hook-trigger';
import type { HookAddress } from './schema';

export interface HookOf {
  id: string;
  blockId: string;
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The block's URL, made now if it has none. @throws AppError not_found, forbidden */
export async function ensureHook(actor: Actor, of: HookOf): Promise<{ data: HookAddress }> {
  await requireTrigger(actor, of);
  const { id: workflowId, blockId } = of;
  const where = { workflowId_blockId: { workflowId, blockId } };
  const found = await prisma().hook.findUnique({ where });
  if (found !== null) return addressOf(found);
  const made = await prisma().hook.upsert({
    where,
    create: { token: newToken(), workflowId, blockId },
    update: {},
  });
  await notify('hooks', '');
  return addressOf(made);
}

/** Another URL; the one before is unknown from now on. @throws AppError not_found, forbidden */
export async function replaceHook(actor: Actor, of: HookOf): Promise<{ data: HookAddress }> {
  const { workspaceId } = await requireTrigger(actor, of);
  const { id: workflowId, blockId } = of;
  const token = newToken();
  const row = await prisma().$transaction(async (tx) => {
    await recordAudit(tx, actor, {
      ...{ workspaceId, action: 'workflow.hook_replaced', target: workflowId },
      detail: { blockId },
    });
    return tx.hook.upsert({
      where: { workflowId_blockId: { workflowId, blockId } },
      create: { token, workflowId, blockId },
      update: { token, createdAt: new Date() },
    });
  });
  await notify('hooks', '');
  return addressOf(row);
}

/**
 * A block of the draft, or of the live version, that webhooks start. @throws AppError not_found, forbidden
 */
export async function requireTrigger(
  actor: Actor,
  { id, blockId }: HookOf,
): Promise<{ workspaceId: string }> {
  const workflow = await readWorkflow(actor, id, 'writer');
  const { blocks } = openDocument(id, workflow.document);
  const type = Object.hasOwn(blocks, blockId) ? blocks[blockId]?.type : undefined;
  const isDrafted = blockDefinitions.get(type ?? '')?.startsOn === 'webhook';
  if (!isDrafted && (await liveTrigger(id, blockId)) === null)
    throw new AppError('not_found', 'This workflow has no Webhook block of that id. Save it first.');
  return workflow;
}

async function liveTrigger(workflowId: string, blockId: string) {
  const live = await (await runnableVersions(workflowId))?.choose('live');
  return live ? hookTrigger(live.compiled, blockId) : null;
}

async function addressOf(row: {
  token: string;
  workflowId: string;
  blockId: string;
  createdAt: Date;
}): Promise<{ data: HookAddress }> {
  const trigger = await liveTrigger(row.workflowId, row.blockId);
  const url = `${answersOrigin()}/hooks/${row.token}`;
  return { data: { url, createdAt: row.createdAt.toISOString(), isLive: trigger !== null } };
}
