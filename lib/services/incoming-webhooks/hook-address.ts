import { randomBytes } from 'node:crypto';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { answersOrigin } from '../access/answers-origin';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import { defineVerb } from '../verbs/define-verb';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import { TOKEN_BYTES } from './find-hook';
import { hookTrigger } from './hook-trigger';
import type { HookAddress } from './schema';

export interface HookOf {
  id: string;
  blockId: string;
}

/** Runs `change` in a transaction; after its commit every process reads the addresses again. */
async function changeHooks<T>(
  _: { workspaceId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma().$transaction(change);
  await notify('hooks', '');
  return result;
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The block's URL, made now if it has none. @throws AppError not_found, forbidden */
export const ensureHook = defineVerb({
  role: 'writer',
  quota: { none: 'A block has one, and a document so many blocks.' },
  audit: { actions: ['workflow.hook_made'], unless: 'the block has a URL already' },
  transaction: changeHooks,
  async run(actor: Actor, of: HookOf, change): Promise<{ data: HookAddress }> {
    const { workspaceId } = await requireTrigger(actor, of);
    const { id: workflowId, blockId } = of;
    const where = { workflowId_blockId: { workflowId, blockId } };
    const found = await prisma().hook.findUnique({ where });
    if (found !== null) return addressOf(found);
    const made = await change({ workspaceId }, async (tx) => {
      const create = { token: newToken(), workflowId, blockId };
      const result = await tx.hook.upsert({ where, create, update: {} });
      const isNew = result.token === create.token;
      return { result, audit: isNew ? { target: workflowId, detail: { blockId } } : null };
    });
    return addressOf(made);
  },
});

/** Another URL; the one before is unknown from now on. @throws AppError not_found, forbidden */
export const replaceHook = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'workflow.hook_replaced',
  transaction: changeHooks,
  async run(actor: Actor, of: HookOf, change): Promise<{ data: HookAddress }> {
    const { workspaceId } = await requireTrigger(actor, of);
    const { id: workflowId, blockId } = of;
    const token = newToken();
    const row = await change({ workspaceId }, async (tx) => {
      const result = await tx.hook.upsert({
        where: { workflowId_blockId: { workflowId, blockId } },
        create: { token, workflowId, blockId },
        update: { token, createdAt: new Date() },
      });
      return { result, audit: { target: workflowId, detail: { blockId } } };
    });
    return addressOf(row);
  },
});

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
  const isDrafted = blockDefinitions.get(type ?? '')?.trigger?.startsOn === 'webhook';
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
