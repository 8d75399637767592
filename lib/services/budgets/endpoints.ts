import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { CHANGED, CREATED, ExternalId } from '../external-ids/schema';
import { Budget, BudgetSettings, NewBudget } from './schema';

const tag = 'Holds';
const path = '/api/v1/budgets';
const OneBudget = z.object({ id: z.string() });
const WHAT =
  'When it is reached, new runs of its workflow, or of the workspace, are held, with the budget as the reason. ' +
  'Runs that have begun go on. That of a whole workspace takes the role admin.';

export const listBudgetsEndpoint = defineEndpoint({
  id: 'listBudgets',
  method: 'GET',
  path,
  summary: 'List the budgets of a workspace',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Budget), ...NEXT_CURSOR }),
});

export const createBudgetEndpoint = defineEndpoint({
  id: 'createBudget',
  method: 'POST',
  path,
  summary: 'Create a budget',
  description: WHAT,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  body: NewBudget,
  response: z.object({ data: Budget }),
  status: 201,
});

const KeptBudget = z.object({ data: Budget, changed: CHANGED });

export const putBudgetEndpoint = defineEndpoint({
  id: 'putBudget',
  method: 'PUT',
  path: `${path}/by-external-id/{externalId}`,
  summary: 'Create a budget, or make it as given',
  description: `${WHAT} What is left out has its default. When nothing differs, nothing is written.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ externalId: ExternalId }),
  body: NewBudget,
  response: KeptBudget,
  otherResponses: { 201: { description: CREATED, schema: KeptBudget } },
});

export const updateBudgetEndpoint = defineEndpoint({
  id: 'updateBudget',
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Change a budget',
  description: 'Its window begins anew. If it has been reached, its hold stays until somebody releases it.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneBudget,
  body: BudgetSettings,
  response: z.object({ data: Budget }),
});

export const deleteBudgetEndpoint = defineEndpoint({
  id: 'deleteBudget',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a budget',
  description: 'If it has been reached, its hold stays until somebody releases it.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneBudget,
  status: 204,
});
