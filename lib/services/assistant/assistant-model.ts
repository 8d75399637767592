import type { AssistantModel as Row } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
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
export const setAssistantModel = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: 'workspace.assistant_set',
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, ...settings }: Workspace & AssistantModelSettings,
    change,
  ): Promise<{ data: AssistantModel }> {
    const { provider, baseUrl, model } = settings;
    const row = await change({ workspaceId }, async (tx) => {
      const result = await tx.assistantModel.upsert({
        where: { workspaceId },
        create: { workspaceId, ...settings },
        update: settings,
      });
      return { result, audit: { target: model, detail: { provider, baseUrl } } };
    });
    return { data: modelOf(row) };
  },
});

/** Removes the model; does nothing if there is none. @throws AppError forbidden */
export const removeAssistantModel = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: { actions: ['workspace.assistant_removed'], unless: 'there was none' },
  transaction: plainTransaction,
  async run(_: Actor, { workspaceId }: Workspace, change): Promise<undefined> {
    await change({ workspaceId }, async (tx) => {
      const { count } = await tx.assistantModel.deleteMany({ where: { workspaceId } });
      return { result: undefined, audit: count === 0 ? null : { target: workspaceId } };
    });
  },
});

/** Reads the model. Authorise first. */
export async function readAssistantModel(workspaceId: string): Promise<AssistantModel | null> {
  const row = await prisma().assistantModel.findUnique({ where: { workspaceId } });
  return row && modelOf(row);
}

const modelOf = ({ provider, baseUrl, keyVariable, model, updatedAt }: Row): AssistantModel => ({
  provider: provider as AssistantModel['provider'],
  baseUrl,
  keyVariable,
  model,
  changedAt: updatedAt.toISOString(),
});
