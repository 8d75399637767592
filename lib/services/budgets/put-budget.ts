import { sameJson } from '../../core/workflow/same-json';
import { type Actor, requireRole } from '../access/actor';
import { createOrChange, type Kept } from '../external-ids/create-or-change';
import { type CreateBudget, createBudget, updateBudget } from './change-budgets';
import { budgetOfExternalId } from './read-budgets';
import type { Budget, BudgetSettings } from './schema';

type PutBudget = CreateBudget & { externalId: string };

/** Creates the budget, or makes it as given. @throws AppError forbidden, invalid_request, quota_exceeded */
export async function putBudget(actor: Actor, budget: PutBudget): Promise<Kept<{ data: Budget }>> {
  const { workspaceId, externalId, ...settings } = budget;
  requireRole(actor, workspaceId, 'writer');
  return createOrChange({
    find: () => budgetOfExternalId(workspaceId, externalId),
    create: () => createBudget(actor, budget),
    async change(before) {
      if (isSame(before, settings)) return { data: before, changed: false };
      return { ...(await updateBudget(actor, { id: before.id, ...settings })), changed: true };
    },
  });
}

const isSame = (before: Budget, settings: BudgetSettings): boolean =>
  Object.entries(settings).every(([name, value]) => sameJson(before[name as keyof BudgetSettings], value));
