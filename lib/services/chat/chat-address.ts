import { randomInt } from 'node:crypto';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { chatOrigin } from '../access/answers-origin';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import { defineVerb } from '../verbs/define-verb';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import { type ChatTrigger, chatTrigger } from './chat-trigger';
import type { ChatAddress } from './schema';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 107 random bits. */
const RANDOM_LETTERS = 18;

interface ChatOf {
  id: string;
  blockId: string;
  slug?: string | undefined;
}

/** Runs `change`; then every process reloads the addresses. @throws AppError conflict for a taken one */
async function changeChats<T>(
  _: { workspaceId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma()
    .$transaction(change)
    .catch((error) => {
      throw isTaken(error) ? new AppError('conflict', 'This address is taken. Choose another one.') : error;
    });
  await notify('hooks', '');
  return result;
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
    const { workspaceId } = await requireTrigger(actor, of);
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
  { id: workflowId, blockId }: Pick<ChatOf, 'id' | 'blockId'>,
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

/** Requires a Chat block in the draft or the live version. @throws AppError not_found, forbidden */
async function requireTrigger(actor: Actor, { id, blockId }: ChatOf): Promise<{ workspaceId: string }> {
  const workflow = await readWorkflow(actor, id, 'writer');
  const { blocks } = openDocument(id, workflow.document);
  const type = Object.hasOwn(blocks, blockId) ? blocks[blockId]?.type : undefined;
  const isDrafted = blockDefinitions.get(type ?? '')?.trigger?.startsOn === 'chat';
  if (!isDrafted && (await liveTrigger(id, blockId)) === null)
    throw new AppError('not_found', 'This workflow has no Chat block of that id. Save it first.');
  return workflow;
}

async function liveTrigger(workflowId: string, blockId: string): Promise<ChatTrigger | null> {
  const live = await (await runnableVersions(workflowId))?.choose('live');
  return live ? chatTrigger(live.compiled, blockId) : null;
}

async function addressOf(row: {
  slug: string;
  workflowId: string;
  blockId: string;
}): Promise<{ data: ChatAddress }> {
  const { slug, workflowId, blockId } = row;
  const trigger = await liveTrigger(workflowId, blockId);
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
