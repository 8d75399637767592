import { randomBytes } from 'node:crypto';
import { WEBHOOK_TRIGGER } from '../../core/blocks/webhook-trigger/trigger';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { answersOrigin } from '../access/answers-origin';
import { changeAddresses } from '../triggers/addresses';
import { type BlockOfWorkflow, liveSettings, requireTriggerBlock } from '../triggers/trigger-blocks';
import { defineVerb } from '../verbs/define-verb';
import { TOKEN_BYTES } from './find-hook';
import { hookTrigger } from './hook-trigger';
import type { HookAddress } from './schema';

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The block's URL, made now if it has none. @throws AppError not_found, forbidden */
export const ensureHook = defineVerb({
  role: 'writer',
  quota: { none: 'A block has one, and a document so many blocks.' },
  audit: { actions: ['workflow.hook_made'], unless: 'the block has a URL already' },
  transaction: changeAddresses,
  async run(actor: Actor, of: BlockOfWorkflow, change): Promise<{ data: HookAddress }> {
    const { workspaceId } = await requireHookBlock(actor, of);
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
  transaction: changeAddresses,
  async run(actor: Actor, of: BlockOfWorkflow, change): Promise<{ data: HookAddress }> {
    const { workspaceId } = await requireHookBlock(actor, of);
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

/** Requires a Webhook block of the draft or the live version. @throws AppError not_found, forbidden */
export const requireHookBlock = (actor: Actor, of: BlockOfWorkflow): Promise<{ workspaceId: string }> =>
  requireTriggerBlock(actor, of, WEBHOOK_TRIGGER, hookTrigger);

async function addressOf(row: {
  token: string;
  workflowId: string;
  blockId: string;
  createdAt: Date;
}): Promise<{ data: HookAddress }> {
  const trigger = await liveSettings(hookTrigger, row.workflowId, row.blockId);
  const url = `${answersOrigin()}/hooks/${row.token}`;
  return { data: { url, createdAt: row.createdAt.toISOString(), isLive: trigger !== null } };
}
