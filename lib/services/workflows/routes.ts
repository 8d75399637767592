import { prefersMinimal } from '../../platform/http/prefer';
import { reply } from '../../platform/http/reply';
import { actionsOf } from '../access/guards';
import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { putGuards, replyOfPut } from '../external-ids/create-or-change';
import { createWorkflow } from './create-workflow';
import {
  createWorkflowEndpoint,
  getWorkflowEndpoint,
  listWorkflowsEndpoint,
  putWorkflowEndpoint,
  saveWorkflowEndpoint,
  updateWorkflowEndpoint,
} from './endpoints';
import { getWorkflow } from './get-workflow';
import { listWorkflows } from './list-workflows';
import { editGuards } from './note-change-sql';
import { putWorkflow } from './put-workflow';
import { saveWorkflow } from './save-workflow';
import { updateWorkflow } from './update-workflow';

export const workflowRoutes: readonly Operation[] = [
  listOperation(listWorkflowsEndpoint, newestFirst, (actor, { query }) => listWorkflows(actor, query)),
  operation(createWorkflowEndpoint, createWorkflow),
  operation(getWorkflowEndpoint, (actor, { params }) => getWorkflow(actor, params)),
  operation(
    saveWorkflowEndpoint,
    async (actor, { params, body }, { header }) => {
      const saved = await saveWorkflow(actor, { ...body, ...params });
      if (!prefersMinimal(header('prefer'))) return saved;
      const { document: _, ...data } = saved.data;
      return reply({ data }, 200, {
        'preference-applied': 'return=minimal',
        'cache-control': 'private, no-store',
      });
    },
    { guards: editGuards },
  ),
  operation(
    putWorkflowEndpoint,
    async (actor, { params, body }) => replyOfPut(await putWorkflow(actor, { ...body, ...params })),
    { guards: putGuards('workflows', ['workflow.created', ...actionsOf(editGuards)]) },
  ),
  operation(updateWorkflowEndpoint, updateWorkflow),
];
