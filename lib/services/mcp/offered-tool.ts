import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { findWorkflow } from '../workflows/find-workflow';
import type { OfferedTool } from './schema';

const MAX_NAME_LENGTH = 64;

interface OfWorkflow {
  id: string;
}
type Found = Awaited<ReturnType<typeof findWorkflow>>;

/** Returns the workflow's offer as a tool. @throws AppError not_found */
export async function getTool(actor: Actor, { id }: OfWorkflow): Promise<{ data: OfferedTool }> {
  return offered(await findWorkflow(actor, id, 'reader'));
}

/**
 * Offers the workflow under this name, starting with the next list of tools. @throws AppError not_found,
 * forbidden; conflict when another workflow has the name; quota_exceeded
 */
export const offerTool = defineVerb({
  role: 'writer',
  quota: { inside: 'tools', why: 'only a workflow that is not offered yet takes room' },
  audit: 'workflow.tool_offered',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, name, description }: OfWorkflow & { name: string; description: string },
    change,
  ): Promise<{ data: OfferedTool }> {
    const workflow = await findWorkflow(actor, id, 'writer');
    const { workspaceId } = workflow;
    await change({ workspaceId }, async (tx) => {
      // Serialized per workspace, so that no name is used twice.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tools ${workspaceId}`}, 0))`;
      const tools = await tx.workflowTool.findMany({ where: { workspaceId } });
      if (tools.some((tool) => tool.workflowId !== id && tool.name === name))
        throw new AppError('conflict', `Another workflow is offered as “${name}”. Choose another name.`);
      if (!tools.some(({ workflowId }) => workflowId === id)) await requireRoomFor(tx, 'tools', workspaceId);
      await tx.workflowTool.upsert({
        where: { workflowId: id },
        create: { workflowId: id, workspaceId, name, description },
        update: { name, description },
      });
      return { result: undefined, audit: { target: id, detail: { name } } };
    });
    return offered(workflow);
  },
});

/** Withdraws the tool: it can't be called from now on. @throws AppError not_found, forbidden */
export const withdrawTool = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['workflow.tool_withdrawn'], unless: 'it was not offered' },
  transaction: plainTransaction,
  async run(actor: Actor, { id }: OfWorkflow, change): Promise<{ data: OfferedTool }> {
    const workflow = await findWorkflow(actor, id, 'writer');
    await change({ workspaceId: workflow.workspaceId }, async (tx) => {
      const { count } = await tx.workflowTool.deleteMany({ where: { workflowId: id } });
      return { result: undefined, audit: count > 0 ? { target: id } : null };
    });
    return offered(workflow);
  },
});

async function offered({ id, workspaceId, name, liveVersion }: Found): Promise<{ data: OfferedTool }> {
  const tools = await prisma().workflowTool.findMany({ where: { workspaceId } });
  const own = tools.find(({ workflowId }) => workflowId === id);
  const taken = new Set(tools.filter((tool) => tool !== own).map((tool) => tool.name));
  return {
    data: {
      tool: own === undefined ? null : { name: own.name, description: own.description },
      suggestedName: freeName(name, taken),
      isLive: liveVersion !== null,
      url: `${new URL(env().NEXTAUTH_URL).origin}/mcp/${workspaceId}`,
    },
  };
}

/** Turns the workflow's name into a valid, free tool name: `Say hello` becomes `say_hello`. */
function freeName(workflowName: string, taken: ReadonlySet<string>): string {
  const words = workflowName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_NAME_LENGTH - 4);
  const name = words.endsWith('_') ? words.slice(0, -1) : words;
  const base = name === '' ? 'workflow' : name;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
