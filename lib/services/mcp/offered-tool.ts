import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { findWorkflow } from '../workflows/find-workflow';
import type { OfferedTool } from './schema';

const MAX_TOOLS = 100;
const MAX_NAME_LENGTH = 64;

interface OfWorkflow {
  id: string;
}
type Found = Awaited<ReturnType<typeof findWorkflow>>;

/** How the workflow is offered. @throws AppError not_found */
export async function getTool(actor: Actor, { id }: OfWorkflow): Promise<{ data: OfferedTool }> {
  return offered(await findWorkflow(actor, id, 'reader'));
}

/**
 * Offers the workflow under this name, from the next list of tools on. @throws AppError not_found, forbidden;
 * conflict when another workflow has the name; quota_exceeded
 */
export async function offerTool(
  actor: Actor,
  { id, name, description }: OfWorkflow & { name: string; description: string },
): Promise<{ data: OfferedTool }> {
  const workflow = await findWorkflow(actor, id, 'writer');
  const { workspaceId } = workflow;
  await prisma().$transaction(async (tx) => {
    // One at a time in a workspace, so that neither names nor the limit can be passed by.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tools ${workspaceId}`}, 0))`;
    const others = await tx.workflowTool.findMany({ where: { workspaceId, NOT: { workflowId: id } } });
    if (others.some((other) => other.name === name))
      throw new AppError('conflict', `Another workflow is offered as “${name}”. Choose another name.`);
    if (others.length >= MAX_TOOLS)
      throw new AppError('quota_exceeded', `A workspace offers at most ${MAX_TOOLS} tools.`);
    await tx.workflowTool.upsert({
      where: { workflowId: id },
      create: { workflowId: id, workspaceId, name, description },
      update: { name, description },
    });
    await recordAudit(tx, actor, {
      workspaceId,
      action: 'workflow.tool_offered',
      target: id,
      detail: { name },
    });
  });
  return offered(workflow);
}

/** From now on nobody can call it as a tool. @throws AppError not_found, forbidden */
export async function withdrawTool(actor: Actor, { id }: OfWorkflow): Promise<{ data: OfferedTool }> {
  const workflow = await findWorkflow(actor, id, 'writer');
  const { workspaceId } = workflow;
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.workflowTool.deleteMany({ where: { workflowId: id } });
    if (count > 0)
      await recordAudit(tx, actor, { workspaceId, action: 'workflow.tool_withdrawn', target: id });
  });
  return offered(workflow);
}

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

/** The workflow's name as a tool may be called: `Say hello` is `say_hello`. */
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
