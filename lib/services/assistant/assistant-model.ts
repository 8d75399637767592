import type { AssistantModel as Row } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import type { AssistantModel, AssistantModelSettings } from './schema';

interface Workspace {
  workspaceId: string;
}

/** @throws AppError forbidden */
export async function getAssistantModel(
  actor: Actor,
  { workspaceId }: Workspace,
): Promise<{ data: AssistantModel | null }> {
  requireRole(actor, workspaceId, 'reader');
  return { data: await readAssistantModel(workspaceId) };
}

/** @throws AppError forbidden */
export async function setAssistantModel(
  actor: Actor,
  { workspaceId, ...settings }: Workspace & AssistantModelSettings,
): Promise<{ data: AssistantModel }> {
  requireRole(actor, workspaceId, 'admin');
  const { provider, baseUrl, model } = settings;
  const row = await prisma().$transaction(async (tx) => {
    const saved = await tx.assistantModel.upsert({
      where: { workspaceId },
      create: { workspaceId, ...settings },
      update: settings,
    });
    const action = 'workspace.assistant_set';
    await recordAudit(tx, actor, { workspaceId, action, target: model, detail: { provider, baseUrl } });
    return saved;
  });
  return { data: modelOf(row) };
}

/** One that isn't there is removed as well. @throws AppError forbidden */
export async function removeAssistantModel(actor: Actor, { workspaceId }: Workspace): Promise<void> {
  requireRole(actor, workspaceId, 'admin');
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.assistantModel.deleteMany({ where: { workspaceId } });
    if (count === 0) return;
    await recordAudit(tx, actor, { workspaceId, action: 'workspace.assistant_removed', target: workspaceId });
  });
}

/** Authorise first. */
export async function readAssistantModel(workspaceId: string): Promise<AssistantModel | null> {
  const row = await prisma().assistantModel.findUnique({ where: { workspaceId } });
  return row && modelOf(row);
}

const modelOf = ({ provider, baseUrl, keyVariable, model, updatedAt }: Row): AssistantModel => ({
  provider: provider as AssistantModel['provider'],
  ...{ baseUrl, keyVariable, model, changedAt: updatedAt.toISOString() },
});
