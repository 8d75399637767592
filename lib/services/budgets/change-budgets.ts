import { Prisma } from '../../generated/prisma/client';
import { newId } from '../../platform/ids';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { limitWords } from './budget-words';
import { BEGIN_WINDOW } from './check-budgets';
import { findBudget, readBudget } from './read-budgets';
import { requireWorkflow } from './require-workflow';
import type { Budget, BudgetSettings, NewBudget } from './schema';

export type CreateBudget = NewBudget & { externalId?: string | null };

/** A whole workspace is held by its admins, a workflow by writers. */
const roleFor = ({ workflowId }: Pick<BudgetSettings, 'workflowId'>) =>
  workflowId === null ? ('admin' as const) : ('writer' as const);

/** @throws AppError forbidden, invalid_request, quota_exceeded */
export const createBudget = defineVerb({
  role: 'writer',
  quota: 'budgets',
  audit: 'budget.created',
  transaction: plainTransaction,
  async run(actor: Actor, budget: CreateBudget, change): Promise<{ data: Budget }> {
    const { workspaceId, externalId = null, ...settings } = budget;
    requireRole(actor, workspaceId, roleFor(settings));
    const id = newId();
    await change({ workspaceId }, async (tx) => {
      await requireWorkflow(tx, workspaceId, settings.workflowId);
      const { workflowId, measure, server, limit, withinMinutes, lift, waitingCallers } = settings;
      await tx.$executeRaw`
        INSERT INTO runtime.budget (id, workspace_id, workflow_id, external_id, measure, server, most,
          within_minutes, lift, waiting_callers, seq)
        VALUES (${id}::uuid, ${workspaceId}::uuid, ${workflowId}::uuid, ${externalId}, ${measure}, ${server},
          ${limit}::float8, ${withinMinutes}::integer, ${lift}, ${waitingCallers}, coalesce((
            SELECT f.n FROM runtime.workspace_feed f WHERE f.workspace_id = ${workspaceId}::uuid), 0))`;
      return { result: undefined, audit: { target: id, detail: detailOf(settings) } };
    });
    return { data: await written(id) };
  },
});

/** Changes a budget, whose window begins anew. A hold of it stays. @throws AppError not_found, forbidden, invalid_request */
export const updateBudget = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'budget.updated',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, ...settings }: BudgetSettings & { id: string },
    change,
  ): Promise<{ data: Budget }> {
    const before = await findBudget(actor, id);
    const { workspaceId } = before;
    for (const one of [before, settings]) requireRole(actor, workspaceId, roleFor(one));
    await change({ workspaceId }, async (tx) => {
      await requireWorkflow(tx, workspaceId, settings.workflowId);
      const { workflowId, measure, server, limit, withinMinutes, lift, waitingCallers } = settings;
      await tx.$executeRaw`
        UPDATE runtime.budget SET workflow_id = ${workflowId}::uuid, measure = ${measure}, server = ${server},
          most = ${limit}::float8, within_minutes = ${withinMinutes}::integer, lift = ${lift},
          waiting_callers = ${waitingCallers}, next_check_at = now(), ${Prisma.raw(BEGIN_WINDOW)}
        WHERE id = ${id}::uuid`;
      return { result: undefined, audit: { target: id, detail: detailOf(settings) } };
    });
    return { data: await written(id) };
  },
});

/** Deletes a budget. A hold of it stays until somebody releases it. @throws AppError not_found, forbidden */
export const deleteBudget = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'budget.deleted',
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<undefined> {
    const budget = await findBudget(actor, id);
    const { workspaceId } = budget;
    requireRole(actor, workspaceId, roleFor(budget));
    await change({ workspaceId }, async (tx) => {
      await tx.$executeRaw`DELETE FROM runtime.budget WHERE id = ${id}::uuid`;
      return { result: undefined, audit: { target: id, detail: detailOf(budget) } };
    });
  },
});

const detailOf = (
  settings: Pick<Budget, 'workflowId' | 'measure' | 'server' | 'limit' | 'withinMinutes' | 'lift'>,
) => ({ limit: limitWords(settings), workflowId: settings.workflowId, lift: settings.lift });

async function written(id: string): Promise<Budget> {
  const budget = await readBudget(id);
  if (budget === null) throw new Error(`Budget ${id} was deleted at the same moment.`);
  return budget;
}
