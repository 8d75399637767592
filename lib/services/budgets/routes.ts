import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { putGuards, replyOfPut } from '../external-ids/create-or-change';
import { createBudget, deleteBudget, updateBudget } from './change-budgets';
import {
  createBudgetEndpoint,
  deleteBudgetEndpoint,
  listBudgetsEndpoint,
  putBudgetEndpoint,
  updateBudgetEndpoint,
} from './endpoints';
import { putBudget } from './put-budget';
import { listBudgets } from './read-budgets';

export const budgetRoutes: readonly Operation[] = [
  listOperation(listBudgetsEndpoint, newestFirst, (actor, { query }) => listBudgets(actor, query)),
  operation(createBudgetEndpoint, createBudget),
  operation(
    putBudgetEndpoint,
    async (actor, { params, body }) => replyOfPut(await putBudget(actor, { ...body, ...params })),
    { guards: putGuards('budgets', ['budget.created', 'budget.updated']) },
  ),
  operation(updateBudgetEndpoint, updateBudget),
  operation(deleteBudgetEndpoint, deleteBudget),
];
