import { randomInt } from 'node:crypto';
import { CHAT_TRIGGER } from '../../core/blocks/chat-trigger/trigger';
import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { chatOrigin } from '../access/answers-origin';
import { changeAddresses } from '../triggers/addresses';
import { type BlockOfWorkflow, liveSettings, requireTriggerBlock } from '../triggers/trigger-blocks';
import { defineVerb } from '../verbs/define-verb';
import { readWorkflow } from '../workflows/find-workflow';
import { chatTrigger } from './chat-trigger';
import type { ChatAddress } from './schema';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 107 random bits. */
const RANDOM_LETTERS = 18;

interface ChatOf extends BlockOfWorkflow {
  slug?: string | undefined;
}

/** @throws AppError conflict for an address that is taken */
async function changeChats<T>(
  about: { workspaceId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return changeAddresses(about, change).catch((error) => {
    throw isTaken(error) ? new AppError('conflict', 'This address is taken. Choose another one.') : error;
  });
}

/**
 * Returns the block's address: a new one if it has none, `slug` if given. @throws AppError not_found,
 * forbidden, conflict
 */
export const ensureChat = defineVerb({
  role: 'writer',
  quota: { none: 'A block has one, and a document so many blocks.' },
  audit: {
    actions: ['workflow.chat_address_made', 'workflow.chat_address_changed'],
    unless: 'the block has that address already',
  },
  transaction: changeChats,
  async run(actor: Actor, of: ChatOf, change): Promise<{ data: ChatAddress }> {
    const { workspaceId } = await requireTriggerBlock(actor, of, CHAT_TRIGGER, chatTrigger);
    const { id: workflowId, blockId, slug } = of;
    const where = { workflowId_blockId: { workflowId, blockId } };
    const found = await prisma().chat.findUnique({ where });
    if (found !== null && (slug === undefined || slug === found.slug)) return addressOf(found);
    const create = { slug: slug ?? newSlug(), workflowId, blockId };
    const made = await change({ workspaceId }, async (tx) => {
      // An address of the workflow's other block is taken over: a Chat block may have been recreated.
      if (slug !== undefined) await tx.chat.deleteMany({ where: { slug, workflowId, NOT: { blockId } } });
      const result = await tx.chat.upsert({ where, create, update: slug === undefined ? {} : { slug } });
      const action = found === null ? 'workflow.chat_address_made' : 'workflow.chat_address_changed';
      const isNew = result.slug === create.slug;
      return { result, audit: isNew ? { action, target: workflowId, detail: { blockId } } : null };
    });
    return addressOf(made);
  },
});

/** Returns the block's address, for anybody who may see the workflow. @throws AppError not_found */
export async function getChatAddress(
  actor: Actor,
  { id: workflowId, blockId }: BlockOfWorkflow,
): Promise<{ data: ChatAddress }> {
  await readWorkflow(actor, workflowId, 'reader');
  const found = await prisma().chat.findUnique({ where: { workflowId_blockId: { workflowId, blockId } } });
  if (found === null) throw new AppError('not_found', 'This block has no address yet.');
  return addressOf(found);
}

const newSlug = (): string =>
  `c${Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

async function addressOf(row: {
  slug: string;
  workflowId: string;
  blockId: string;
}): Promise<{ data: ChatAddress }> {
  const { slug, workflowId, blockId } = row;
  const trigger = await liveSettings(chatTrigger, workflowId, blockId);
  const origin = chatOrigin(trigger?.config.access);
  return {
    data: {
      slug,
      url: `${origin}/chat/${slug}`,
      apiUrl: `${origin}/api/v1/chat/${slug}`,
      isLive: trigger !== null,
    },
  };
}
